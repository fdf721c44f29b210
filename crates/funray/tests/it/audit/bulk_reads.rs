//! Tests of reading lists of people: reads are logged, downloads need a recent sign-in, and a daily
//! limit applies.

use std::{collections::BTreeSet, time::Duration};

use desk::bulk_reads::{LISTS, PERSONAL};
use serde_json::{Value, json};

use crate::{
    cards::Street,
    support::{Person, TestApp, Visitor},
};

const HOUR: Duration = Duration::from_secs(3600);
const USERS: &str = "/api/v1/Accounts";

/// Returns the action, the list and the contents of each audit row about the reading of a list,
/// oldest first.
async fn recorded(app: &TestApp) -> Vec<(String, String, Value)> {
    let sql = "SELECT action, subject_id, COALESCE(after, '{}') FROM audit_entry
               WHERE subject_kind = 'LIST' ORDER BY created_at, id";
    let read = move |tx: &mut db::Tx<'_>| tx.rows::<(String, String, String)>(sql, &[]);
    let rows = app.app.db.read(read).await.expect("rows");
    let parsed = rows
        .into_iter()
        .map(|(action, list, after)| (action, list, serde_json::from_str(&after).expect("JSON")));
    parsed.collect()
}

fn row(action: &str, list: &str, after: Value) -> (String, String, Value) {
    (action.to_owned(), list.to_owned(), after)
}

async fn get(visitor: &Visitor<'_>, path: &str) {
    let reply = visitor.get(path).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
}

/// Starts a program with five users: an administrator and four consumers.
async fn with_users(settings: &str) -> (TestApp, Person) {
    let app = TestApp::with(settings).await;
    let adam = app.administrator("adam").await;
    for name in ["ann", "bob", "carla", "dave"] {
        app.consumer(name).await;
    }
    (app, adam)
}

#[tokio::test]
async fn record_writes_two_rows_for_the_pages_of_an_hour() {
    let (app, adam) = with_users("").await;
    let adam = app.sign_in(&adam).await;
    for page in [1, 2, 3, 2, 1] {
        get(&adam, &format!("{USERS}?pageSize=2&pageIndex={page}&searchText=test")).await;
    }
    let after = |rows| json!({ "filter": "searchText=test", "rows": rows, "total": 5 });
    assert_eq!(recorded(&app).await, [row("LIST_READ", "USERS", after(2))]);
    app.hands.advance(HOUR);
    funray::work::scheduled_tasks().run_due(&app.app).await.expect("the tasks");
    let both = [row("LIST_READ", "USERS", after(2)), row("LIST_READ", "USERS", after(5))];
    assert_eq!(recorded(&app).await, both);
    assert_eq!(app.count("SELECT count(*) FROM list_reading").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM list_reading_page").await, 0);
}

#[tokio::test]
async fn record_writes_the_rest_of_a_look_before_the_next_begins() {
    let (app, adam) = with_users("").await;
    let adam = app.sign_in(&adam).await;
    get(&adam, &format!("{USERS}?pageSize=3")).await;
    get(&adam, &format!("{USERS}?pageSize=3&pageIndex=2")).await;
    app.hands.advance(HOUR);
    let adam = app.refreshed(&adam).await;
    get(&adam, &format!("{USERS}?pageSize=4")).await;
    // Sort the rows, because rows with the same timestamp have no fixed order.
    let mut rows: Vec<Option<i64>> =
        recorded(&app).await.iter().map(|(_, _, after)| after["rows"].as_i64()).collect();
    rows.sort();
    assert_eq!(rows, [Some(3), Some(4), Some(5)]);
}

#[tokio::test]
async fn layer_records_nothing_without_people_in_the_reply() {
    let (app, adam) = with_users("").await;
    let adam = app.sign_in(&adam).await;
    get(&adam, &format!("{USERS}?searchText=nobody-at-all")).await;
    get(&adam, "/api/v1/Helpdesk/payments").await;
    adam.get("/api/v1/Audit?action=NONSENSE").send().await.error(400, "VALIDATION");
    assert_eq!(recorded(&app).await, []);
}

#[tokio::test]
async fn layer_asks_for_a_fresh_proof_before_a_download() {
    let (app, adam) = with_users("").await;
    let visitor = app.sign_in(&adam).await;
    get(&visitor, &format!("{USERS}?pageSize=501")).await;
    let whole = json!({ "rows": 5, "total": 5 });
    assert_eq!(recorded(&app).await, [row("LIST_EXPORTED", "USERS", whole)]);
    let late = app.sign_in_long_ago(&adam).await;
    for query in ["pageSize=501", "PageSize=1000", "pagesize=800&pageIndex=1"] {
        late.get(&format!("{USERS}?{query}")).send().await.error(403, "PROOF_REQUIRED");
    }
    get(&late, &format!("{USERS}?pageSize=500")).await;
}

#[tokio::test]
async fn layer_records_downloads_of_managers_for_their_shop() {
    let street = Street::new().await;
    street.card(25).await;
    let mona = street.app.manager_of(street.shop, "mona").await;
    let visitor = street.app.sign_in(&mona).await;
    get(&visitor, "/api/v1/Cards?pageSize=500").await;
    assert_eq!(recorded(&street.app).await, [], "a manager's own list on a screen");
    get(&visitor, "/api/v1/Cards?pageSize=1000").await;
    let shown = visitor.get("/api/v1/Audit").send().await.json();
    assert_eq!(shown["items"][0]["action"], "LIST_EXPORTED");
    assert_eq!(shown["items"][0]["subjectId"], "CARDS");
    let late = street.app.sign_in_long_ago(&mona).await;
    late.get("/api/v1/Cards?pageSize=1000").send().await.error(403, "PROOF_REQUIRED");
}

#[tokio::test]
async fn layer_leaves_own_wallets_alone() {
    let street = Street::new().await;
    street.card(25).await;
    let ann = street.app.sign_in_long_ago(&street.buyer).await;
    get(&ann, "/api/v1/Cards?pageSize=1000").await;
    let adam = street.app.administrator("adam").await;
    let adam = street.app.sign_in_long_ago(&adam).await;
    get(&adam, "/api/v1/Cards?pageSize=1000&isMine=true").await;
    assert_eq!(recorded(&street.app).await, []);
    adam.get("/api/v1/Cards?pageSize=1000&isMine=false").send().await.error(403, "PROOF_REQUIRED");
}

#[tokio::test]
async fn rows_per_day_refuses_lists_and_mails_super_administrators_once() {
    let (app, adam) = with_users("reading.rows_per_day = 4").await;
    let sue = app.super_administrator("sue").await;
    let visitor = app.sign_in(&adam).await;
    for _ in 0..3 {
        // Rows of a page that was already read don't count again.
        get(&visitor, &format!("{USERS}?pageSize=3")).await;
    }
    get(&visitor, &format!("{USERS}?pageSize=3&pageIndex=2")).await;
    for page in [1, 2, 1] {
        let path = format!("{USERS}?pageSize=2&pageIndex={page}");
        visitor.get(&path).send().await.error(429, "TOO_MUCH_READ");
    }
    // A list without personal data can still be read.
    get(&visitor, "/api/v1/Helpdesk/differences").await;
    app.run_jobs().await;
    let mails = app.mails_to(&sue.email).await;
    let subjects: Vec<&str> = mails.iter().filter_map(|mail| mail["subject"].as_str()).collect();
    assert_eq!(subjects, ["adam Test has read 4 rows of personal data today"]);
    let limits = recorded(&app).await;
    let limits = limits.iter().filter(|(action, _, _)| action == "READING_LIMIT_REACHED").count();
    assert_eq!(limits, 1);
    app.hands.advance(24 * HOUR);
    let visitor = app.sign_in(&adam).await;
    get(&visitor, &format!("{USERS}?pageSize=2")).await;
}

#[tokio::test]
async fn rows_per_day_counts_only_new_people_of_a_page_read_before() {
    let (app, adam) = with_users("reading.rows_per_day = 4").await;
    let visitor = app.sign_in(&adam).await;
    let page = format!("{USERS}?pageSize=2&orderBy=createdAt&direction=Desc");
    for name in ["eve", "finn", "gus"] {
        get(&visitor, &page).await;
        get(&visitor, &page).await;
        app.hands.advance(Duration::from_secs(60));
        app.consumer(name).await;
    }
    // The first read counts the two people on the page. Before the second and the third different
    // page, one person was added, and only this person counts: 2 + 1 + 1 rows.
    let read = "SELECT rows_read FROM list_reading_day";
    assert_eq!(app.count(read).await, 4);
    visitor.get(&page).send().await.error(429, "TOO_MUCH_READ");
}

#[tokio::test]
async fn layer_refuses_before_the_handler_reads() {
    let (app, adam) = with_users("reading.rows_per_day = 2").await;
    let visitor = app.sign_in(&adam).await;
    get(&visitor, &format!("{USERS}?pageSize=2")).await;
    let late = app.sign_in_long_ago(&adam).await;
    for (reader, query, status, code) in [
        (&visitor, "pageSize=3", 429, "TOO_MUCH_READ"),
        (&late, "pageSize=501", 403, "PROOF_REQUIRED"),
    ] {
        let call = reader.get(&format!("{USERS}?{query}"));
        let (reply, statements) = app.recorded(call).await;
        reply.error(status, code);
        let of_list =
            |statement: &&db::Statement| statement.sql.contains("p.has_second_factor, r.id");
        assert_eq!(statements.iter().filter(of_list).count(), 0, "{query}");
    }
    // A caller without the permission gets the error about the permission, not one about limits.
    let mona = app.manager_of(app.shop("Maple Leaf Books").await, "mona").await;
    let late = app.sign_in_long_ago(&mona).await;
    late.get("/api/v1/Helpdesk/gifts?pageSize=501").send().await.error(403, "PERMISSION");
}

#[tokio::test]
async fn without_views_leaves_out_reads_of_lists() {
    let (app, adam) = with_users("").await;
    let visitor = app.sign_in(&adam).await;
    get(&visitor, USERS).await;
    get(&visitor, &format!("{USERS}?pageSize=501")).await;
    let shown = async |query: &str| -> Vec<String> {
        let reply = visitor.get(&format!("/api/v1/Audit?{query}")).send().await.json();
        let items = reply["items"].as_array().expect("items").iter();
        let words = items.map(|item| item["action"].as_str().expect("a word").to_owned());
        // Sort the actions, because rows with the same timestamp have no fixed order.
        let sorted: BTreeSet<String> = words.collect();
        sorted.into_iter().collect()
    };
    assert_eq!(shown("withoutViews=true").await, ["LIST_EXPORTED", "SIGNED_IN"]);
    let all = ["LIST_EXPORTED", "LIST_READ", "SIGNED_IN"];
    assert_eq!(shown("withoutViews=false").await, all);
}

/// Calls that return a single record with personal data. Each of these reads is logged.
const RECORDS: [&str; 5] = [
    "/api/v1/Accounts/{id}",
    "/api/v1/Helpdesk/cases/{kind}/{id}/timeline",
    "/api/v1/Helpdesk/orders/{id}",
    "/api/v1/Helpdesk/people/{id}",
    "/api/v1/Helpdesk/people/{id}/buying-limits",
];

/// Calls that return the personal data of the caller only.
const OWN: [&str; 4] = [
    "/api/v1/Accounts/me/export",
    "/api/v1/Cards/wallet",
    "/api/v1/Carts/me",
    "/api/v1/Orders/{id}",
];

/// Fields that name no buyer, although their names suggest it: names of things and of tenants, of a
/// shop's own staff, and of colleagues who made a decision.
const NOT_PERSONAL: [&str; 40] = [
    "bankAccountName",
    "acceptedByName",
    "address",
    "approvedByName",
    "askedByName",
    "bankAskedByName",
    "campaignName",
    "cardName",
    "categoryName",
    "changedByName",
    "charityName",
    "closedByName",
    "confirmEmail",
    "createdByName",
    "decidedByName",
    "displayName",
    "draftedByName",
    "frenchCategoryName",
    "frenchName",
    "frenchOrganizationName",
    "importedByName",
    "isByName",
    "legalName",
    "liftedByName",
    "name",
    "organizationName",
    "paidByName",
    "pausedByName",
    "payeeName",
    "phone",
    "popularName",
    "regionName",
    "releasedByName",
    "resolvedByName",
    "setByName",
    "struckOutByName",
    "subjectName",
    "tenantName",
    "vendorAddress",
    "vendorName",
];

/// Collects the names of all fields in the array items of a schema, including nested objects.
fn fields_of_rows<'a>(
    schemas: &'a Value,
    schema: &'a Value,
    is_row: bool,
    seen: &mut Vec<&'a str>,
    fields: &mut BTreeSet<&'a str>,
) {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        if !seen.contains(&name) {
            seen.push(name);
            fields_of_rows(schemas, &schemas[name], is_row, seen, fields);
            seen.pop();
        }
        return;
    }
    for kind in ["allOf", "oneOf", "anyOf"] {
        for part in schema[kind].as_array().into_iter().flatten() {
            fields_of_rows(schemas, part, is_row, seen, fields);
        }
    }
    if !schema["items"].is_null() {
        fields_of_rows(schemas, &schema["items"], true, seen, fields);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if is_row {
            fields.insert(name);
        }
        fields_of_rows(schemas, property, is_row, seen, fields);
    }
}

/// Returns the path of each GET call, with the names of the fields in the rows of its reply.
fn replies(document: &Value) -> Vec<(&str, BTreeSet<&str>)> {
    let schemas = &document["components"]["schemas"];
    let paths = document["paths"].as_object().expect("paths").iter();
    let calls = paths.map(|(path, calls)| {
        let schema = &calls["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        let mut fields = BTreeSet::new();
        fields_of_rows(schemas, schema, false, &mut Vec::new(), &mut fields);
        (path.as_str(), fields)
    });
    calls.collect()
}

fn is_name(field: &str) -> bool {
    let field = field.to_ascii_lowercase();
    ["name", "email", "phone", "address", "person"].iter().any(|end| field.ends_with(end))
}

#[test]
fn each_call_that_replies_with_a_list_of_people_is_on_the_list() {
    let document: Value = serde_json::from_slice(&funray::router::document()).expect("JSON");
    let listed = LISTS.map(|(path, _)| path);
    let known: BTreeSet<&str> = [&listed[..], &RECORDS, &OWN].concat().into_iter().collect();
    let (mut found, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (path, fields) in replies(&document) {
        if fields.iter().any(|field| PERSONAL.contains(field)) {
            found.insert(path);
        }
        let is_sorted = |field: &&str| PERSONAL.contains(field) || NOT_PERSONAL.contains(field);
        unknown.extend(fields.into_iter().filter(|field| is_name(field) && !is_sorted(field)));
    }
    assert!(unknown.is_empty(), "say in PERSONAL or here whether these name people: {unknown:?}");
    let forgotten: Vec<_> = found.difference(&known).collect();
    assert!(forgotten.is_empty(), "add these to LISTS of helpdesk/bulk_reads: {forgotten:?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "these reply with no list of people: {gone:?}");
}
