//! Tests of the directory: administration and public lists of regions, categories and kinds of
//! organizations.

use market::directory::LISTS;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor, pictures::png};

fn region(name: &str) -> Value {
    json!({ "name": name, "province": "Ontario", "country": "Canada", "postalCode": "k1p1j1" })
}

/// Returns for each directory list its name, its name field, and a function that makes a form with
/// a name.
fn lists() -> impl Iterator<Item = (&'static str, &'static str, impl Fn(&str) -> Value)> {
    LISTS.iter().map(|list| (list.name, list.name_field, |name: &str| list.form(name)))
}

async fn create(visitor: &Visitor<'_>, list: &str, form: &Value) -> String {
    let reply = visitor.post(&format!("/api/v1/{list}"), form).send().await;
    assert_eq!(reply.status, 200, "{list}: {}", reply.text());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

/// Returns the values of one field of a page's items, in the order of the page.
fn column(page: &Value, field: &str) -> Vec<String> {
    let items = page["items"].as_array().unwrap_or_else(|| panic!("no items in {page}"));
    items.iter().map(|item| item[field].as_str().expect("text").to_owned()).collect()
}

#[tokio::test]
async fn directory_entries_can_be_created_changed_and_set_active() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for (list, field, form) in lists() {
        let id = create(&sue, list, &form("Ottawa & Area")).await;
        let path = format!("/api/v1/{list}/{id}");
        let made = sue.get(&path).send().await.json();
        assert_eq!((&made[field], &made["isActive"]), (&json!("Ottawa & Area"), &json!(true)));
        assert_eq!(made["id"], id);

        assert_eq!(sue.put(&path, &form("Ottawa")).send().await.status, 204, "{list}");
        assert_eq!(sue.get(&path).send().await.json()[field], "Ottawa", "{list}");

        let public = format!("/api/v1/Public/{list}");
        let shown = async || app.get(&public).send().await.json().as_array().expect("a list").len();
        assert_eq!(shown().await, 1, "{list}");
        for (word, is_active) in
            [("deactivate", false), ("Deactivate", false), ("ACTIVATE", true), ("activate", true)]
        {
            let switch = sue.call("PUT", &format!("{path}/status/{word}"));
            assert_eq!(switch.send().await.status, 204, "{list} {word}");
            let now = sue.get(&path).send().await.json();
            assert_eq!(now["isActive"], is_active, "{list}: the call sets, it does not flip");
            assert_eq!(shown().await, usize::from(is_active), "{list}");
        }
        let refused = sue.call("PUT", &format!("{path}/status/flip")).send().await;
        assert!(refused.wrong_fields()["status"].is_string());
    }
}

#[tokio::test]
async fn create_region_requires_all_its_fields() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let id = create(&sue, "Regions", &region("  Ottawa ")).await;
    let made = sue.get(&format!("/api/v1/Regions/{id}")).send().await.json();
    assert_eq!(
        made,
        json!({
            "id": id, "value": id, "name": "Ottawa", "text": "Ottawa", "province": "Ontario",
            "country": "Canada", "postalCode": "K1P 1J1", "isActive": true,
            "version": made["version"],
        })
    );
    let refused = sue.post("/api/v1/Regions", &json!({ "name": " " })).send().await;
    assert_eq!(
        refused.wrong_fields(),
        json!({
            "name": "Name field is required.", "province": "Province field is required.",
            "country": "Country field is required.", "postalCode": "Postal Code field is required."
        })
    );
}

#[tokio::test]
async fn create_category_keeps_its_picture_and_popularity() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let upload = sue.call("POST", "/api/v1/File/bucket/category");
    let key = upload.file("books.png", &png(64, 64, [30, 90, 200])).send().await.json()["key"]
        .as_str()
        .expect("a key")
        .to_owned();
    let books = json!({
        "text": "Books & Toys", "frenchName": "Livres et jouets", "popularName": "Read & play", "urlText": "Books-Toys",
        "logoPath": key, "isPopular": true,
    });
    let id = create(&sue, "Categories", &books).await;
    create(&sue, "Categories", &json!({ "text": "Antiques" })).await;
    let made = sue.get(&format!("/api/v1/Categories/{id}")).send().await.json();
    assert_eq!(
        made,
        json!({
            "id": id, "value": id, "text": "Books & Toys", "frenchName": "Livres et jouets", "popularName": "Read & play",
            "urlText": "books-toys", "logoPath": key, "isPopular": true, "isActive": true,
            "version": made["version"],
        })
    );
    let shown = json!({
        "id": id, "value": id, "text": "Books & Toys", "frenchText": "Livres et jouets",
        "popularName": "Read & play", "urlText": "books-toys", "logoPath": key
    });
    let popular = app.get("/api/v1/Public/Categories/popular").send().await.json();
    assert_eq!(popular, json!([shown]));
    let all = app.get("/api/v1/Public/Categories").send().await.json();
    assert_eq!(all[0]["text"], "Antiques");
    assert_eq!(all[0]["popularName"], "Antiques", "without a name of its own");
    assert_eq!(all[1], shown);
    sue.call("PUT", &format!("/api/v1/Categories/{id}/status/deactivate")).send().await;
    let popular = app.get("/api/v1/Public/Categories/popular").send().await.json();
    assert_eq!(popular, json!([]));

    for (form, field) in [
        (json!({ "text": "Cafés", "logoPath": "../../etc/passwd" }), "logoPath"),
        (json!({ "text": "Cafés", "logoPath": "img_00000000000000000000000000" }), "logoPath"),
        (json!({ "text": "Cafés", "urlText": "a/b" }), "urlText"),
        (json!({ "text": "x".repeat(101) }), "text"),
        (json!({ "popularName": "Cafés" }), "text"),
    ] {
        let refused = sue.post("/api/v1/Categories", &form).send().await;
        let fields = refused.wrong_fields();
        assert_eq!(fields.as_object().expect("fields").keys().collect::<Vec<_>>(), [field]);
    }
    assert_eq!(app.count("SELECT count(*) FROM category").await, 2);
}

#[tokio::test]
async fn directory_names_are_unique_after_folding() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for (list, field, form) in lists() {
        let first = create(&sue, list, &form("Cafés & Thés")).await;
        let second = create(&sue, list, &form("Bakeries")).await;
        let taken = |reply: crate::support::Reply| {
            let message = reply.wrong_fields()[field].clone();
            assert_eq!(message, "This name is taken. Please choose another one.", "{list}");
        };
        let path = format!("/api/v1/{list}");
        taken(sue.post(&path, &form("CAFES  thes")).send().await);
        taken(sue.put(&format!("{path}/{second}"), &form("cafés, thés")).send().await);
        let name = sue.get(&format!("{path}/{second}")).send().await.json()[field].clone();
        assert_eq!(name, "Bakeries", "{list}: nothing has changed");
        // An entry can be renamed to another spelling of its own name.
        let spelled = sue.put(&format!("{path}/{first}"), &form("Cafes et Thés")).send().await;
        assert_eq!(spelled.status, 204);
        let spelled = sue.put(&format!("{path}/{first}"), &form("cafés et thés")).send().await;
        assert_eq!(spelled.status, 204, "{list}");
    }
}

#[tokio::test]
async fn directory_lists_are_paged_searched_sorted_and_filtered() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    for (list, field, form) in lists() {
        let mut ids = Vec::new();
        for name in ["Élan", "delta", "Charlie", "bravo", "Alpha Élan"] {
            ids.push(create(&sue, list, &form(name)).await);
            app.hands.advance(std::time::Duration::from_secs(1));
        }
        sue.call("PUT", &format!("/api/v1/{list}/{}/status/deactivate", ids[1])).send().await;
        let ask = async |query: &str| sue.get(&format!("/api/v1/{list}?{query}")).send().await;
        for (query, names) in [
            ("", vec!["Alpha Élan", "bravo", "Charlie", "delta", "Élan"]),
            ("direction=Desc&pageSize=2", vec!["Élan", "delta"]),
            ("PageIndex=3&PageSize=2", vec!["Élan"]),
            ("pageIndex=9", vec![]),
            ("orderBy=createdAt", vec!["Élan", "delta", "Charlie", "bravo", "Alpha Élan"]),
            ("orderBy=CreatedAt&direction=desc&pageSize=1", vec!["Alpha Élan"]),
            ("searchText=elan", vec!["Alpha Élan", "Élan"]),
            ("searchText=elan%20alpha", vec!["Alpha Élan"]),
            ("searchText=%25", vec!["Alpha Élan", "bravo", "Charlie", "delta", "Élan"]),
            ("isActive=false", vec!["delta"]),
            ("isActive=true&searchText=a", vec!["Alpha Élan", "bravo", "Charlie", "Élan"]),
        ] {
            let page = ask(query).await.json();
            assert_eq!(column(&page, field), names, "{list}?{query}");
        }
        let page = ask("isActive=true&pageSize=3").await.json();
        assert_eq!((&page["totalItems"], &page["totalPages"]), (&json!(4), &json!(2)), "{list}");
        for query in ["orderBy=id", "direction=up", "pageSize=0", "isActive=maybe"] {
            ask(query).await.error(400, "VALIDATION");
        }
    }
}

#[tokio::test]
async fn directory_changes_require_a_super_administrator() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    create(&sue, "Categories", &json!({ "text": "Books" })).await;
    let shop = app.vendor("Shop").await;
    for person in [app.administrator("adam").await, app.manager_of(shop, "mary").await] {
        let visitor = app.sign_in(&person).await;
        let page = visitor.get("/api/v1/Categories?searchText=books").send().await.json();
        assert_eq!(column(&page, "text"), ["Books"]);
        for (list, _, form) in lists() {
            let post = visitor.post(&format!("/api/v1/{list}"), &form("Mine"));
            post.send().await.error(403, "PERMISSION");
        }
        visitor.get("/api/v1/Regions").send().await.error(403, "PERMISSION");
    }
}

#[tokio::test]
async fn directory_returns_not_found_for_unknown_ids() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let region = create(&sue, "Regions", &region("Ottawa")).await;
    for (list, _, form) in lists() {
        // An id from another directory list must not be found.
        let foreign = if list == "Regions" { "cat_00000000000000000000000000" } else { &region };
        for id in [foreign, "nonsense", "..%2F..", "%00"] {
            let path = format!("/api/v1/{list}/{id}");
            sue.get(&path).send().await.error(404, "NOT_FOUND");
            sue.put(&path, &form("Elsewhere")).send().await.error(404, "NOT_FOUND");
            let switch = sue.call("PUT", &format!("{path}/status/activate"));
            switch.send().await.error(404, "NOT_FOUND");
        }
    }
}

#[tokio::test]
async fn region_places_are_found_by_search_text() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let ask = async |text: &str| {
        sue.get(&format!("/api/v1/Regions/places?searchText={text}")).send().await.json()
    };
    assert_eq!(
        ask("trois%20riv").await,
        json!([{ "name": "Trois-Rivières", "province": "Québec", "country": "Canada", "postalCode": "G9A" }])
    );
    assert_eq!(ask("").await, json!([]));
    let found = ask("s").await;
    assert_eq!(found.as_array().expect("a list").len(), 10, "as many as a person reads");
    let place = &found[0];
    assert_eq!(sue.post("/api/v1/Regions", place).send().await.status, 200, "{place}");
}
