//! Tests of the query parameters that all lists share: page, search text, and the fields to search.

use serde_json::Value;

use crate::{
    authorization::DOCUMENT,
    cards::Street,
    support::{TestApp, Visitor},
};

async fn total(who: &Visitor<'_>, path: &str) -> Value {
    let reply = who.get(&format!("/api/v1/{path}")).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()["totalItems"].clone()
}

/// Returns the paths of the calls that take this parameter in their query.
fn paths_with(parameter: &str) -> Vec<&'static String> {
    let paths = DOCUMENT["paths"].as_object().expect("paths").iter();
    let takes_it = |item: &Value| {
        let parameters = item["get"]["parameters"].as_array();
        parameters.into_iter().flatten().any(|one| one["name"] == parameter)
    };
    paths.filter(|(_, item)| takes_it(item)).map(|(path, _)| path).collect()
}

#[tokio::test]
async fn lists_refuse_search_fields_and_orders_that_they_do_not_have() {
    let app = TestApp::new().await;
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let cause = app.charity("Food Bank").await.to_string();
    for (parameter, least) in [("searchFields", 18), ("orderBy", 13)] {
        let lists = paths_with(parameter);
        assert!(lists.len() >= least, "{parameter}: {lists:?}");
        for list in lists {
            let list = list.replace("{id}", &cause);
            let path = format!("{list}?searchText=x&{parameter}=nope");
            let refused = sue.get(&path).send().await.wrong_fields();
            assert!(refused[parameter].is_string(), "{list}: {refused}");
        }
    }
}

#[tokio::test]
async fn list_cards_reads_page_search_and_search_fields() {
    let street = Street::new().await;
    for _ in 0..3 {
        street.card(25).await;
    }
    let mona = street.manager().await;
    let second = mona.get("/api/v1/Cards?page=2&pageSize=2").send().await.json();
    assert_eq!(second["items"].as_array().map(Vec::len), Some(1), "{second}");
    for (query, found) in [
        ("search=zzzz", 0),
        ("search=ann", 3),
        ("search=ann&searchFields=firstName", 3),
        ("search=ann&searchFields=lastName", 0),
        ("search=ann&searchFields=cardNumber,email&pageSize=1", 3),
        ("search=ann&searchFields=vendorName", 0),
    ] {
        assert_eq!(total(&mona, &format!("Cards?{query}")).await, found, "{query}");
    }
    let ann = street.owner().await;
    assert_eq!(total(&ann, "Cards?search=maple&searchFields=vendorName").await, 3);
    assert_eq!(total(&ann, "Cards?search=maple&searchFields=name").await, 0);
}

#[tokio::test]
async fn search_fields_narrow_the_search_of_the_support_desk() {
    let street = Street::new().await;
    street.card(25).await;
    let sue = street.super_administrator().await;
    for (query, counts) in [
        ("searchText=ann", [1, 1, 1]),
        ("searchText=ann&searchFields=firstName", [1, 1, 1]),
        ("searchText=ann&searchFields=lastName", [0, 0, 0]),
        ("searchText=ann&searchFields=email", [1, 1, 1]),
        ("searchText=ann&searchFields=orderNumber,cardNumber", [0, 0, 0]),
    ] {
        let path = format!("/api/v1/Helpdesk/search?{query}");
        let found = sue.get(&path).send().await.json();
        let found = ["cardCount", "orderCount", "personCount"].map(|name| found[name].clone());
        assert_eq!(found, counts.map(Value::from), "{query}");
    }
}

#[tokio::test]
async fn search_fields_narrow_the_list_of_users_to_names_or_addresses() {
    let app = TestApp::new().await;
    let shop = app.vendor("Own").await;
    app.employee_of(shop, "emil").await;
    let mona = app.sign_in(&app.manager_of(shop, "mona").await).await;
    for (query, found) in [
        ("searchText=shop", 2),
        ("searchText=shop&searchFields=email", 2),
        ("searchText=shop&searchFields=name", 0),
        ("searchText=emil&searchFields=firstName", 1),
        ("searchText=emil+test&searchFields=displayName", 1),
        ("searchText=emil&searchFields=lastName", 0),
    ] {
        assert_eq!(total(&mona, &format!("Accounts?{query}")).await, found, "{query}");
    }
}

#[tokio::test]
async fn public_lists_show_two_shops_and_twelve_causes_where_no_size_is_asked_for() {
    let app = TestApp::new().await;
    let cause = app.charity("Food Bank").await;
    for number in 0..13 {
        app.charity(format!("Cause {number}").leak()).await;
    }
    for number in 0..3 {
        app.shop(format!("Shop {number}").leak()).await;
    }
    for (path, size) in [
        ("Vendors".to_owned(), 2),
        ("vendors/all".to_owned(), 2),
        (format!("charities/{cause}/vendors"), 2),
        ("Charities".to_owned(), 12),
    ] {
        let page = app.get(&format!("/api/v1/Public/{path}")).send().await.json();
        assert_eq!(page["pageSize"], size, "{path}");
        assert_eq!(page["items"].as_array().map(Vec::len), Some(size), "{path}");
    }
}
