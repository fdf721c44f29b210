//! Imports of shops and causes from CSV files.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use crate::{
    support::{Reply, TestApp, Visitor},
    tenants::Directory,
};

const SHOPS: &str = "/api/v1/Imports/shops";
const CAUSES: &str = "/api/v1/Imports/causes";
const CAMPAIGNS: &str = "/api/v1/Imports/campaigns";

const HEADINGS: &str = "Key;Display name;Legal name;Business number;Category;Region;Address line 1;City;Province;Postal code;\
     Contact first name;Contact last name;Email;Work phone;Mobile phone;Card amounts;Charity rate";

/// Returns the row of a valid shop.
pub fn shop(key: &str, name: &str) -> String {
    format!(
        "{key};{name};{name} Ltd.;800000001;Books;Ottawa;1 Main Street;Ottawa;ON;K1P 1J1;Cora;Ner;cora@shop.example;\
         613 555 0100;613 555 0101;25 50;8"
    )
}

/// Returns a table of shops.
pub fn table(rows: &[String]) -> String {
    format!("{HEADINGS}\n{}\n", rows.join("\n"))
}

/// Returns a table with one cause.
pub fn causes(key: &str, name: &str) -> String {
    table(&[shop(key, name).replace(";Books;", ";Food Banks;")]).replacen(
        "Category",
        "Organization type",
        1,
    )
}

/// Returns a table with one campaign of a cause.
pub fn campaigns(key: &str, cause: &str) -> String {
    format!("Key,Name,Cause,Start date,End date\n{key},Winter,{cause},2026-03-11,2036-05-01\n")
}

/// Returns the body that imports a file.
pub fn body(file: impl AsRef<[u8]>) -> Value {
    json!({ "content": BASE64_STANDARD.encode(file) })
}

async fn preview(who: &Visitor<'_>, path: &str, file: impl AsRef<[u8]>) -> Reply {
    who.post(&format!("{path}/preview"), &body(file)).send().await
}

async fn import(who: &Visitor<'_>, path: &str, file: impl AsRef<[u8]>) -> Reply {
    who.post(path, &body(file)).send().await
}

/// Returns the numbers of new, changed, unchanged and refused rows.
fn numbers(reply: &Reply) -> [Value; 4] {
    assert_eq!(reply.status, 200, "{}", reply.text());
    let reply = reply.json();
    ["newRows", "changedRows", "unchangedRows", "refusedRows"].map(|name| reply[name].clone())
}

async fn shops(app: &TestApp) -> Vec<(String, String, String)> {
    let sql = "SELECT display_name, state, city FROM tenant ORDER BY display_name, id";
    app.app.db.read(move |tx| tx.rows(sql, &[])).await.expect("rows")
}

#[tokio::test]
async fn import_adds_pending_shops_and_changes_them_by_their_key() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let file = table(&[shop("S-1", "Maple Books"), shop("S-2", "Oak Books")]);
    assert_eq!(numbers(&preview(&adam, SHOPS, &file).await), [2, 0, 0, 0].map(Value::from));
    assert!(shops(&app).await.is_empty(), "a preview writes nothing");
    let imported = import(&adam, SHOPS, &file).await;
    assert_eq!(imported.json(), json!({ "newRows": 2, "changedRows": 0, "unchangedRows": 0 }));
    let row = |name: &str, city: &str| (name.to_owned(), "PENDING".to_owned(), city.to_owned());
    assert_eq!(shops(&app).await, [row("Maple Books", "Ottawa"), row("Oak Books", "Ottawa")]);
    assert_eq!(app.run_jobs().await, 0, "nobody is invited before the activation");

    // The second file lacks the column of rates, so that the rates stay.
    let file = table(&[
        shop("S-2", "Oak Books"),
        shop("S-1", "Maple Books").replace("Ottawa;ON", "Kingston;ON"),
        shop("S-3", "Pine Books"),
    ]);
    let file: String =
        file.lines().map(|line| format!("{}\n", line.rsplit_once(';').expect("cells").0)).collect();
    assert_eq!(numbers(&preview(&adam, SHOPS, &file).await), [1, 1, 1, 0].map(Value::from));
    assert_eq!(import(&adam, SHOPS, &file).await.status, 200);
    assert_eq!(
        shops(&app).await,
        [row("Maple Books", "Kingston"), row("Oak Books", "Ottawa"), row("Pine Books", "Ottawa")]
    );
    assert_eq!(app.count("SELECT count(*) FROM tenant WHERE charity_rate = 8").await, 2);
    assert_eq!(
        app.count("SELECT count(*) FROM audit_entry WHERE action = 'TENANT_CREATED'").await,
        3
    );
    assert_eq!(
        app.count("SELECT count(*) FROM audit_entry WHERE action = 'TENANT_CHANGED'").await,
        1
    );
    let found = adam.get("/api/v1/Vendors?searchText=kingston").send().await.json();
    assert_eq!(found["items"].as_array().map(Vec::len), Some(1), "the search finds the new city");
}

#[tokio::test]
async fn imported_shops_can_be_activated_and_then_enter_their_bank() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    import(&adam, SHOPS, table(&[shop("S-1", "Maple Books")])).await;
    let list = adam.get("/api/v1/Vendors").send().await.json();
    let id = list["items"][0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/Vendors/{id}/status/activate");
    assert_eq!(adam.call("PUT", &path).send().await.status, 204);
    app.run_jobs().await;
    assert_eq!(app.mails_to("cora@shop.example").await.len(), 1);
    // A later import keeps the state and what the portal has entered.
    let file = table(&[shop("S-1", "Maple Books & More")]);
    assert_eq!(numbers(&preview(&adam, SHOPS, &file).await), [0, 1, 0, 0].map(Value::from));
    assert_eq!(import(&adam, SHOPS, &file).await.status, 200);
    let shown = adam.get(&format!("/api/v1/Vendors/{id}")).send().await.json();
    assert_eq!(
        (&shown["displayName"], &shown["isActive"]),
        (&json!("Maple Books & More"), &json!(true))
    );
}

#[tokio::test]
async fn import_reads_french_tables_of_causes() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let template = adam.get(&format!("{CAUSES}/template")).header("accept-language", "fr");
    let template = template.send().await.json()["content"].as_str().expect("a file").to_owned();
    assert!(template.starts_with("\u{feff}Clé,Nom affiché,Nom légal"), "{template}");
    let file = template.replace("Organisme de bienfaisance", "food banks");
    let file = in_windows_1252(&file);
    assert_eq!(numbers(&preview(&adam, CAUSES, &file).await), [1, 0, 0, 0].map(Value::from));
    assert_eq!(import(&adam, CAUSES, &file).await.status, 200);
    let kinds = "SELECT count(*) FROM tenant WHERE kind = 'CHARITY' AND display_name = 'Banque alimentaire'";
    assert_eq!(app.count(kinds).await, 1);
    // Keys of causes are no keys of shops.
    let file = table(&[shop("CAUSE-1001", "Maple Books")]);
    assert_eq!(numbers(&preview(&adam, SHOPS, &file).await), [1, 0, 0, 0].map(Value::from));
}

#[tokio::test]
async fn import_of_campaigns_names_causes_by_key_or_name() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    import(&adam, CAUSES, causes("C-1", "Warm Coats")).await;
    let file = |rows: &str| format!("Key\tName\tCause\tStart date\tEnd date\tGoal\n{rows}");
    let good = file(
        "W-1\tWinter\tC-1\t2026-03-11\t2026-05-01\t$5,000\nW-2\tSpring\twarm coats\t2026-04-01\t2026-06-01\t\n",
    );
    assert_eq!(numbers(&preview(&adam, CAMPAIGNS, &good).await), [2, 0, 0, 0].map(Value::from));
    assert_eq!(import(&adam, CAMPAIGNS, &good).await.status, 200);
    let sql =
        "SELECT c.name, COALESCE(c.goal, 0) FROM campaign c JOIN tenant t ON t.id = c.charity_id
               WHERE t.display_name = 'Warm Coats' ORDER BY c.name";
    let rows: Vec<(String, i64)> =
        app.app.db.read(move |tx| tx.rows(sql, &[])).await.expect("rows");
    assert_eq!(rows, [("Spring".to_owned(), 0), ("Winter".to_owned(), 500_000)]);
    let changed = good.replace("Winter", "Deep Winter");
    assert_eq!(numbers(&preview(&adam, CAMPAIGNS, &changed).await), [0, 1, 1, 0].map(Value::from));
    assert_eq!(import(&adam, CAMPAIGNS, &changed).await.status, 200);
    for (rows, column) in [
        ("W-3\tWinter\tNobody\t2026-03-11\t2026-05-01\t5\n", "Cause"),
        ("W-3\tWinter\tC-1\t2026-05-11\t2026-05-01\t5\n", "End date"),
        ("W-3\tWinter\tC-1\t2026-03-11\t2026-05-01\tmuch\n", "Goal"),
    ] {
        let reply = preview(&adam, CAMPAIGNS, file(rows)).await.json();
        assert_eq!(reply["rows"][0]["reasons"][0]["column"], column, "{reply}");
    }
}

/// Encodes a text as Windows does in Canada.
fn in_windows_1252(text: &str) -> Vec<u8> {
    let bytes = text.trim_start_matches('\u{feff}').chars().map(|letter| match letter {
        '’' => 0x92,
        letter => u8::try_from(u32::from(letter)).expect("a letter of Windows-1252"),
    });
    bytes.collect()
}

#[tokio::test]
async fn refused_rows_name_their_column_and_nothing_is_imported() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let file = table(&[
        shop("S-1", "Maple Books"),
        shop("S-1", "Oak Books"),
        shop("S-2", "Pine Books").replace(";Books;", ";Boats;"),
        shop("S-3", "Elm Books").replace("cora@", "cora"),
        shop("", "Ash Books"),
        shop("S-4", "Fir Books").replace(";8", ";eight"),
        "S-5;Cut".to_owned(),
        shop("S-6", "=1+1").replace("K1P 1J1", "H2X 1Y4"),
    ]);
    let reply = preview(&adam, SHOPS, &file).await;
    assert_eq!(numbers(&reply), [1, 0, 0, 7].map(Value::from));
    let rows = reply.json()["rows"].as_array().expect("rows").clone();
    let refused: Vec<(Value, Value)> = rows
        .iter()
        .filter(|row| row["outcome"] == "REFUSED")
        .map(|row| (row["line"].clone(), row["reasons"][0]["column"].clone()))
        .collect();
    let expected = [
        (3, "Key"),
        (4, "Category"),
        (5, "Contact email"),
        (6, "Key"),
        (7, "Charity rate"),
        (8, ""),
        (9, "Postal code"),
    ];
    assert_eq!(refused, expected.map(|(line, column)| (json!(line), json!(column))));
    let file_back = reply.json()["refusedFile"].as_str().expect("a file").to_owned();
    assert!(file_back.contains("'=1+1") && file_back.contains("Reason"), "{file_back}");
    assert!(!file_back.contains("Maple"), "{file_back}");
    // The file can be imported after correction: its last column is ignored.
    let again = preview(&adam, SHOPS, &file_back).await;
    assert_eq!(again.json()["ignoredColumns"], json!(["Reason"]));

    import(&adam, SHOPS, &file).await.error(400, "IMPORT_REFUSED");
    assert!(shops(&app).await.is_empty());
    assert_eq!(app.count("SELECT count(*) FROM import_key").await, 0);
}

#[tokio::test]
async fn hostile_files_change_nothing() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let fine = table(&[shop("S-1", "Maple Books"), shop("S-2", "Oak Books")]);
    let picture = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 500]].concat();
    let wide = format!("{HEADINGS}{}\n", ";x".repeat(10_000));
    let many = table(&vec![shop("S-1", "Maple Books"); 5001]);
    let bank = |heading: &str| fine.replacen("Charity rate", heading, 1);
    let files: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "empty"),
        (picture, "text file"),
        (fine.replace("Oak", "O\0ak").into_bytes(), "text file"),
        (wide.into_bytes(), "100 columns"),
        (many.into_bytes(), "5000 rows"),
        (fine.replace("S-2;Oak", "\"S-2;Oak").into_bytes(), "Line 3: a quotation mark"),
        (fine.replacen("Charity rate", "City", 1).into_bytes(), "City"),
        (fine.replacen("Legal name", "Name of law", 1).into_bytes(), "Legal name"),
        (bank("Account number").into_bytes(), "Account number"),
        (bank("Numéro de transit").into_bytes(), "Numéro de transit"),
        (vec![b'x'; (4 << 20) + 1], "4096 kB"),
    ];
    for (file, message) in files {
        for end in ["", "/preview"] {
            let reply = adam.post(&format!("{SHOPS}{end}"), &body(&file)).send().await;
            let wrong = reply.wrong_fields();
            let said = wrong["content"].as_str().unwrap_or_default();
            assert!(said.contains(message), "{message}: {wrong}");
        }
    }
    // A file that is cut within a row has too few cells.
    let cut = &fine[..fine.len() - 20];
    import(&adam, SHOPS, cut).await.error(400, "IMPORT_REFUSED");
    let declared = adam.post(SHOPS, &body(&fine)).header("content-length", "1073741824");
    declared.send().await.error(413, "TOO_LARGE");
    let no_base64 = json!({ "content": "Key;Name" });
    assert!(adam.post(SHOPS, &no_base64).send().await.wrong_fields()["content"].is_string());
    assert!(shops(&app).await.is_empty());
    assert_eq!(app.count("SELECT count(*) FROM import_key").await, 0);
}

#[tokio::test]
async fn import_needs_a_fresh_proof_and_is_made_once_per_key() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let adam = app.administrator("adam").await;
    let long_ago = app.sign_in_long_ago(&adam).await;
    let file = table(&[shop("S-1", "Maple Books")]);
    assert_eq!(preview(&long_ago, SHOPS, &file).await.status, 200);
    import(&long_ago, SHOPS, &file).await.error(403, "PROOF_REQUIRED");
    let adam = app.sign_in(&adam).await;
    for _ in 0..2 {
        let call = adam.post(SHOPS, &body(&file)).header("idempotency-key", "one");
        assert_eq!(call.send().await.json()["newRows"], 1);
    }
    assert_eq!(shops(&app).await.len(), 1);
}

#[tokio::test]
async fn import_command_imports_or_reports() {
    let app = TestApp::new().await;
    Directory::of(&app).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str| std::fs::write(path(name), text).expect("a file");
    write("shops.csv", &table(&[shop("S-1", "Maple Books")]));
    write(
        "wrong.csv",
        &table(&[shop("S-1", "Maple Books"), shop("S-2", "Oak Books").replace(";8", ";80")]),
    );
    let run = |more: &[&str]| app.command("import", &[&["--kind", "shops"], more].concat());
    let (is_fine, said) = run(&[&path("shops.csv"), "--dry-run"]);
    assert!(is_fine && said.contains("would have 1 new"), "{said}");
    let (is_fine, said) = run(&[&path("wrong.csv"), "--refused", &path("refused.csv")]);
    assert!(!is_fine && said.contains("line 3") && said.contains("charityRate"), "{said}");
    assert!(std::fs::read_to_string(path("refused.csv")).expect("a file").contains("Oak Books"));
    assert!(shops(&app).await.is_empty());
    let (is_fine, said) = run(&[&path("shops.csv")]);
    assert!(is_fine && said.contains("Imported: 1 new"), "{said}");
    assert_eq!(shops(&app).await.len(), 1);
    let author = "SELECT count(*) FROM audit_entry WHERE actor = 'program:import'";
    assert_eq!(app.count(author).await, 1);
    let (is_fine, said) = run(&["--template"]);
    assert!(is_fine && said.starts_with("Key,Display name"), "{said}");
}
