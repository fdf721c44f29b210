//! Tests of searching the catalogue: misspelt words, words without accents, French, categories,
//! cities, and postal areas.

use serde_json::Value;

use crate::support::TestApp;

const QUERIES: &str = include_str!("../catalogue-search.txt");

/// Returns whether the search results match an expectation from the table. An expectation is a kind
/// of match, such as `named`, and a text, such as a shop's name.
fn is_found(found: &[Value], wanted: &str) -> bool {
    let (kind, what) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let all = |of: &dyn Fn(&Value) -> bool| !found.is_empty() && found.iter().all(of);
    match kind {
        "named" => found.iter().any(|item| item["displayName"] == what),
        "titled" => found.iter().any(|item| item["name"] == what),
        "in" | "of" => all(&|item| item["value"] == what),
        "at" => all(&|item| item["address"]["city"] == what),
        "postal" => all(&|item| {
            item["address"]["postalCode"].as_str().is_some_and(|code| code.starts_with(what))
        }),
        "none" => found.is_empty(),
        other => panic!("the table knows no {other}"),
    }
}

#[tokio::test]
async fn search_finds_the_wanted_result_among_the_first_three() {
    let app = TestApp::patient().await;
    funray::demo::load(&app.app).await.expect("the demo");
    let mut missed = Vec::new();
    let mut count = 0;
    for line in QUERIES.lines().filter(|line| !line.starts_with('#')) {
        let [list, typed, wanted] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}: a list, a query and what it finds");
        };
        let query: String = form_urlencoded::byte_serialize(typed.as_bytes()).collect();
        let path = format!("/api/v1/Public/{list}?pageSize=3&searchText={query}");
        let page = app.get(&path).send().await.json();
        if !is_found(page["items"].as_array().expect("a list"), wanted) {
            missed.push(line);
        }
        count += 1;
    }
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
    assert!(count >= 200, "{count} queries");
}
