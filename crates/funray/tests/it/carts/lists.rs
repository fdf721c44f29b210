//! Tests of gift lists: tables of recipients whose gifts are added to the cart at once.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use super::{Market, add, cart, count};
use crate::support::{Reply, Visitor};

const TEAM: &str = "Name,Email,Amount,Message,Day\n\
    Bob,bob@team.example,,,\n\
    Zoé,zoe@team.example,100,Well done!,2027-01-15\n";

impl Market {
    /// Returns the form of a list of gifts of 50 dollars from a company.
    pub fn list(&self, table: impl AsRef<[u8]>) -> Value {
        json!({ "vendorId": self.shop, "campaignId": self.campaign, "from": "Harbour Bakery",
                "amount": 50, "message": "Thank you!", "table": BASE64_STANDARD.encode(table) })
    }
}

async fn preview(visitor: &Visitor<'_>, form: &Value) -> Reply {
    visitor.post("/api/v1/Carts/lists/preview", form).send().await
}

async fn add_list(visitor: &Visitor<'_>, form: &Value) -> Reply {
    visitor.post("/api/v1/Carts/lists", form).send().await
}

/// Returns a table with this many recipients.
pub fn table_of(recipients: usize) -> String {
    let rows = (0..recipients).map(|row| format!("Friend {row},friend{row}@team.example\n"));
    format!("name,email\n{}", rows.collect::<String>())
}

#[tokio::test]
async fn add_list_makes_an_item_of_each_row() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let reply = add_list(&ann, &market.list(TEAM)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let list = reply.json();
    assert_eq!((&list["cards"], &list["total"]), (&json!(2), &json!(150)));
    let shown = cart(&ann).await;
    assert_eq!((&shown["total"], count(&shown)), (&json!(150), 2));
    let item = |place: usize, field: &str| shown["cartDetails"][place][field].clone();
    for (field, bob, zoe) in [
        ("to", json!("Bob"), json!("Zoé")),
        ("recipientEmail", json!("bob@team.example"), json!("zoe@team.example")),
        ("from", json!("Harbour Bakery"), json!("Harbour Bakery")),
        ("giftMessage", json!("Thank you!"), json!("Well done!")),
        ("price", json!(50), json!(100)),
        ("quantity", json!(1), json!(1)),
        ("sendOn", json!(null), json!("2027-01-15")),
        ("sendHour", json!(null), json!(9)),
        ("listId", list["id"].clone(), list["id"].clone()),
        ("campaignId", json!(market.campaign), json!(market.campaign)),
    ] {
        assert_eq!((item(0, field), item(1, field)), (bob, zoe), "{field}");
    }
}

#[tokio::test]
async fn preview_list_names_each_cell_to_mend_and_stores_nothing() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let table = b"Courriel;Montant;Nom;Jour;Couleur\n\
        zoe@team.example;50,00 $;Zo\xe9;;rouge\n\
        bob@team;25;Bob;;\n\
        cy@team.example;26;Cy;;\n\
        di@team.example;25;Di;2020-01-01;\n\
        Zoe@team.example;;;;\n";
    let mut form = market.list(table);
    form["amount"] = json!(null);
    let reply = preview(&ann, &form).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let seen = reply.json();
    let rows = seen["rows"].as_array().expect("rows");
    let problems: Vec<Vec<&String>> = rows
        .iter()
        .map(|row| row["problems"].as_object().expect("problems").keys().collect())
        .collect();
    assert_eq!(problems, [&[][..], &["email"], &["amount"], &["day"], &["amount", "to"]]);
    assert_eq!((&rows[0]["to"], &rows[0]["amount"]), (&json!("Zoé"), &json!("50,00 $")));
    assert_eq!((&rows[4]["line"], &rows[4]["isRepeated"]), (&json!(6), &json!(true)));
    assert_eq!((&seen["unknownHeadings"], &seen["total"]), (&json!(["Couleur"]), &json!(50)));

    let refused = add_list(&ann, &form).await;
    let fields = refused.error(400, "VALIDATION")["fields"].clone();
    let paths: Vec<&String> = fields.as_object().expect("fields").keys().collect();
    assert_eq!(
        paths,
        ["rows[1].email", "rows[2].amount", "rows[3].day", "rows[4].amount", "rows[4].to"]
    );
    assert_eq!(count(&cart(&ann).await), 0);
}

#[tokio::test]
async fn add_list_with_a_repeated_key_adds_it_once() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let mut form = market.list(TEAM);
    form["key"] = json!("team");
    let first = add_list(&ann, &form).await.json();
    assert_eq!(add_list(&ann, &form).await.json(), first);
    assert_eq!(count(&cart(&ann).await), 2);
    form["key"] = json!("another");
    assert_ne!(add_list(&ann, &form).await.json()["id"], first["id"]);
    assert_eq!(count(&cart(&ann).await), 4);
}

#[tokio::test]
async fn remove_list_removes_its_gifts_only() {
    let market = Market::new().await;
    let (ann, zoe) = (market.buyer("ann").await, market.buyer("zoe").await);
    add(&ann, &[market.plain()]).await;
    let list = add_list(&ann, &market.list(TEAM)).await.json();
    let path = format!("/api/v1/Carts/lists/{}", list["id"].as_str().expect("an id"));
    add(&zoe, &[market.plain()]).await;
    zoe.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
    let rest = ann.call("DELETE", &path).send().await;
    assert_eq!((rest.status.as_u16(), count(&rest.json())), (200, 1), "{}", rest.text());
    ann.call("DELETE", &path).send().await.error(404, "NOT_FOUND");
}

#[tokio::test]
async fn cart_holds_a_thousand_gifts_of_lists_and_no_card_more() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let refused = add_list(&ann, &market.list(table_of(1001))).await;
    assert!(refused.error(400, "VALIDATION")["fields"]["table"].is_string());
    let list = add_list(&ann, &market.list(table_of(999))).await;
    assert_eq!(
        (list.status.as_u16(), &list.json()["total"]),
        (200, &json!(999 * 50)),
        "{}",
        list.text()
    );
    let last = add(&ann, &[market.plain()]).await;
    assert_eq!((last.status.as_u16(), count(&last.json())), (200, 1000));
    let mut more = last.json()["cartDetails"][999].clone();
    more["quantity"] = json!(2);
    more["total"] = json!(null);
    let change = json!({ "cartDetails": [more] });
    let changed = ann.put("/api/v1/Carts/items", &change).send().await;
    for refused in
        [changed, add(&ann, &[market.plain()]).await, add_list(&ann, &market.list(TEAM)).await]
    {
        let told = refused.error(400, "VALIDATION");
        assert_eq!(
            told["fields"]["cartDetails"],
            "A cart holds 1,000 cards at most. Please pay for some first."
        );
    }
    assert_eq!(cart(&ann).await["total"], 999 * 50 + 25);
}

#[tokio::test]
async fn lists_refuse_hostile_tables_and_change_nothing() {
    let market = Market::new().await;
    let ann = market.buyer("ann").await;
    let wide = format!("name,email{}\nA,a@team.example\n", ",x".repeat(60));
    let large = format!("name,email\n{}", "A,a@team.example\n".repeat(70_000));
    for (table, field) in [
        (String::new(), "table"),
        ("name\nA\n".to_owned(), "table"),
        ("name,email\n\"A,a@team.example\n".to_owned(), "table"),
        ("name,email\nA\0,a@team.example\n".to_owned(), "table"),
        (wide, "table"),
        (
            "name,email\n=HYPERLINK(\"http://evil.example\"),a@team.example\n".to_owned(),
            "rows[0].to",
        ),
        (
            "name,email,message\nA,a@team.example,4111 1111 1111 1111\n".to_owned(),
            "rows[0].message",
        ),
        ("name,email\nA,\"a@team.example\nBcc: b@evil.example\"\n".to_owned(), "rows[0].email"),
    ] {
        let told = add_list(&ann, &market.list(&table)).await.error(400, "VALIDATION");
        assert!(told["fields"][field].is_string(), "{table:?}: {told}");
    }
    assert_eq!(add_list(&ann, &market.list(large)).await.status, 413);
    let mut form = market.list(TEAM);
    form["table"] = json!("no base64!");
    let told = preview(&ann, &form).await.error(400, "VALIDATION");
    assert!(told["fields"]["table"].is_string(), "{told}");
    let mut form = market.list(TEAM);
    form["from"] = json!("");
    let told = add_list(&ann, &form).await.error(400, "VALIDATION");
    assert!(told["fields"]["from"].is_string(), "{told}");
    assert_eq!(cart(&ann).await["id"], json!(null));
}
