//! Tests of how sessions at a till end.

use std::time::Duration;

use super::{Counter, PIN, choose_pin};
use crate::support::Visitor;

fn minutes(count: u64) -> Duration {
    Duration::from_secs(count * 60)
}

async fn can_renew(counter: &Counter, visitor: &Visitor<'_>) -> bool {
    let path = format!("/api/v1/OAuth/silent-login/{}", visitor.refresh);
    counter.app().post(&path).from("198.51.100.7").send().await.status == 200
}

#[tokio::test]
async fn till_session_ends_after_ten_minutes_without_a_call() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mut clerk = counter.sign_in(&counter.emil).await;
    for _ in 0..3 {
        app.hands.advance(minutes(9));
        clerk.get("/api/v1/Cards").send().await.error(401, "UNAUTHORIZED");
        clerk = app.refreshed(&clerk).await;
        assert_eq!(clerk.get("/api/v1/Cards").send().await.status, 200);
    }
    app.hands.advance(minutes(10));
    assert!(!clerk.is_signed_in().await);
    assert!(!can_renew(&counter, &clerk).await);
}

#[tokio::test]
async fn till_session_ends_after_twelve_hours() {
    let counter = Counter::new().await;
    let app = counter.app();
    let mut clerk = counter.sign_in(&counter.emil).await;
    for _ in 0..79 {
        app.hands.advance(minutes(9));
        clerk = app.refreshed(&clerk).await;
    }
    assert!(clerk.is_signed_in().await);
    app.hands.advance(minutes(9));
    assert!(!can_renew(&counter, &clerk).await);
}

#[tokio::test]
async fn till_session_ends_when_another_clerk_signs_in_there() {
    let counter = Counter::new().await;
    let app = counter.app();
    let eve = app.employee_of(counter.street.shop, "eve").await;
    choose_pin(&app.sign_in(&eve).await, counter.street.shop, PIN).await;
    app.run_jobs().await;
    let at_home = app.sign_in(&counter.emil).await;
    let first = counter.sign_in(&counter.emil).await;
    let second = counter.sign_in(&eve).await;
    assert!(!first.is_signed_in().await);
    assert!(second.is_signed_in().await && at_home.is_signed_in().await);
}

#[tokio::test]
async fn till_session_ends_on_logout_and_when_the_role_is_inactive() {
    let counter = Counter::new().await;
    let app = counter.app();
    let clerk = counter.sign_in(&counter.emil).await;
    let locked = clerk.call("POST", "/api/v1/OAuth/logout").send().await;
    assert_eq!(locked.status, 204);
    assert!(!clerk.is_signed_in().await);
    let clerk = counter.sign_in(&counter.emil).await;
    let off = "UPDATE person_role SET is_active = FALSE WHERE person_id = $1";
    app.write(off, counter.emil.id).await;
    assert!(!clerk.is_signed_in().await);
}

#[tokio::test]
async fn till_session_is_listed_with_its_tills_name_while_open() {
    let counter = Counter::new().await;
    let app = counter.app();
    let at_home = app.sign_in(&counter.emil).await;
    counter.sign_in(&counter.emil).await;
    let tills = async || {
        let listed = at_home.get("/api/v1/Accounts/me/sessions").send().await.json();
        let rows = listed.as_array().expect("a list").clone();
        rows.iter().filter(|row| row["till"] == "Front").count()
    };
    assert_eq!(tills().await, 1);
    app.hands.advance(minutes(9));
    let at_home = app.refreshed(&at_home).await;
    let listed = at_home.get("/api/v1/Accounts/me/sessions").send().await.json();
    assert!(listed.to_string().contains("Front"), "{listed}");
    app.hands.advance(minutes(1));
    let listed = app.refreshed(&at_home).await.get("/api/v1/Accounts/me/sessions").send().await;
    assert!(!listed.text().contains("Front"), "{}", listed.text());
}
