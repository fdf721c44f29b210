//! Compares `docs/architecture/personal-data.md` with the database. The document must list every
//! table with personal data, and its column about the export must be true.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use market::directory::LISTS;
use serde_json::Value;

use crate::support::{TestApp, place::on_postgres};

/// Tables without personal data, except those of the directory lists, which are in `LISTS`.
const NOTHING_OF_PEOPLE: &[&str] = &[
    "audit_seal",
    "burst_check",
    "campaign",
    "campaign_progress",
    "campaign_update",
    "card_lookup",
    "check_run",
    "claim_seal",
    "closed_figure",
    "commission_position",
    "company_fact",
    "import_key",
    "commission_statement",
    "commission_tax",
    "daily_position",
    "daily_sales_notice",
    "daily_series",
    "daily_total",
    "identity_seal",
    "catalogue_version",
    "scheduled_task",
    "counter_settings",
    "entry",
    "filing_word",
    "gateway_deposit",
    "ledger_stop",
    "payout_left_out",
    "public_figures",
    "redemption_by_name",
    "refinery_schema_history",
    "safeguard",
    "seal",
    "search_word",
    "seal_checkpoint",
    "setup_key",
    "spelling",
    "supporter",
    "system_check",
    "status_change_seal",
    "test_card",
    "unsealed",
    "unsealed_audit",
    "unsealed_claim",
    "unsealed_identity",
    "unsealed_status_change",
    "used_captcha",
];

/// Words that occur in the names of columns with personal data.
const PERSONAL: [&str; 9] = [
    "person",
    "email",
    "phone",
    "first_name",
    "last_name",
    "recipient",
    "client",
    "user_agent",
    "actor",
];

/// Two cells of a table's row in the document: how long the data are kept, and whether the export
/// contains them.
struct Listed {
    kept_for: String,
    export: String,
}

fn listed() -> BTreeMap<String, Listed> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/architecture/personal-data.md");
    let text = fs::read_to_string(path).expect("the file");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [table, _, kept_for, _, export] = cells[..] else { panic!("five cells: {row}") };
        let listed = Listed { kept_for: kept_for.to_owned(), export: export.to_owned() };
        (table.trim_matches('`').to_owned(), listed)
    })
    .collect()
}

/// Returns all tables of the database, each with the names of its columns.
async fn tables(app: &TestApp) -> BTreeMap<String, Vec<String>> {
    let sql = if on_postgres() {
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_schema = current_schema() AND table_name NOT LIKE 'citus\\_%'"
    } else {
        "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
    };
    let read = move |tx: &mut db::Tx<'_>| tx.rows::<(String, String)>(sql, &[]);
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, column) in app.app.db.read(read).await.expect("the schema") {
        tables.entry(table).or_default().push(column);
    }
    tables
}

#[tokio::test]
async fn data_inventory_lists_every_table_and_how_long_it_is_kept() {
    let app = TestApp::new().await;
    let (listed, tables) = (listed(), tables(&app).await);
    for (table, columns) in &tables {
        if listed.contains_key(table) {
            continue;
        }
        assert!(
            NOTHING_OF_PEOPLE.contains(&table.as_str())
                || LISTS.iter().any(|list| list.table == table),
            "{table}: say in docs/architecture/personal-data.md what it keeps, for how long and whether it is exported"
        );
        let personal =
            columns.iter().find(|column| PERSONAL.iter().any(|word| column.contains(word)));
        assert_eq!(personal, None, "{table} says something of people after all");
    }
    for (table, row) in &listed {
        assert!(tables.contains_key(table), "{table} is no more");
        assert!(!row.kept_for.is_empty(), "{table}: for how long?");
    }
}

#[tokio::test]
async fn data_inventory_names_every_retention_setting() {
    let config = include_str!("../../../../platform/config.default.toml");
    let (_, section) = config.split_once("[retention]").expect("the section");
    let section = section.split("\n[").next().unwrap_or_default();
    let settings = section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let text: String = listed().into_values().map(|row| row.kept_for).collect();
    for setting in settings.filter(|name| !name.starts_with('#')) {
        assert!(text.contains(setting), "{setting} keeps nothing that is listed");
    }
}

#[tokio::test]
async fn export_has_every_part_named_in_the_data_inventory() {
    let app = TestApp::new().await;
    let ann = app.sign_in(&app.consumer("ann").await).await;
    let export = ann.get("/api/v1/Accounts/me/export").send().await.json();
    let mut parts: Vec<&String> = export.as_object().expect("an object").keys().collect();
    let document: Value = serde_json::from_slice(&funray::router::document()).expect("JSON");
    let described = &document["components"]["schemas"]["Export"]["properties"];
    let mut described: Vec<&String> = described.as_object().expect("an object").keys().collect();
    parts.sort();
    described.sort();
    assert_eq!(parts, described, "what is described is written");
    for (table, row) in listed() {
        let part = row.export.trim_matches('`');
        let is_told = part.starts_with("no: ") || export.get(part).is_some();
        assert!(is_told, "{table}: the export has no {part:?}, and the list doesn't say why");
    }
}

/// Columns of the table `person`, each with its field in the account part of the export, or the
/// reason why it has none.
const COLUMNS_OF_PERSON: &[(&str, &str)] = &[
    ("id", "no: a name that only the program uses"),
    ("email", "email"),
    ("first_name", "firstName"),
    ("last_name", "lastName"),
    ("phone", "phoneNumber"),
    ("address_line", "address"),
    ("unit", "aptUnitNumber"),
    ("city", "city"),
    ("province", "province"),
    ("postal_code", "postalCode"),
    ("language", "language"),
    ("brand", "brand"),
    ("password_hash", "hasPassword"),
    ("confirmed_at", "confirmedAt"),
    ("is_active", "no: only active accounts are exported"),
    ("closed_at", "no: only open accounts are exported"),
    ("search_key", "no: made of names and address"),
    ("created_at", "createdAt"),
    ("mails_movements", "mailsMovements"),
    ("has_second_factor", "no: each is in `secondFactors`"),
    ("seen_at", "lastSeenAt"),
];

#[tokio::test]
async fn export_has_every_column_of_a_person() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let visitor = app.sign_in(&ann).await;
    let columns: BTreeSet<String> = tables(&app).await["person"].iter().cloned().collect();
    let named: BTreeSet<String> =
        COLUMNS_OF_PERSON.iter().map(|(column, _)| (*column).to_owned()).collect();
    assert_eq!(columns, named, "say for each column which field of the export has it");
    let account = visitor.get("/api/v1/Accounts/me/export").send().await.json()["account"].clone();
    let fields = COLUMNS_OF_PERSON.iter().filter(|(_, field)| !field.starts_with("no: "));
    for (column, field) in fields {
        assert!(account.get(*field).is_some(), "{column}: {account}");
    }
    assert!(account["lastSeenAt"].is_string(), "the session of today: {account}");
    // The table `person` keeps the time of the last activity longer than the sessions are kept. The
    // export must therefore show that time and not only the time of a session.
    app.write("UPDATE person SET seen_at = 4000000000000000 WHERE id = $1", ann.id).await;
    let account = visitor.get("/api/v1/Accounts/me/export").send().await.json()["account"].clone();
    assert_eq!(account["lastSeenAt"], "2096-10-02T07:06:40Z");
}
