//! Tests of bounced emails. Each is on the help desk's list until an administrator resolves it.

use std::time::Duration;

use kernel::ids::JobId;
use serde_json::{Value, json};

use super::cases::report_of;
use crate::{
    cards::Street,
    support::{TestApp, Visitor, cards::Purchase},
    tenants::{Directory, open, tenant},
};

const MINUTE: Duration = Duration::from_secs(60);
const LIST: &str = "/api/v1/Helpdesk/dead-letters";

/// Records a bounce of the newest email of this kind of letter about a subject, such as a card.
/// Returns the id of the email.
pub(super) async fn bounce(app: &TestApp, letter: &str, subject: impl ToString) -> String {
    let (letter, subject) = (letter.to_owned(), subject.to_string());
    let sql = "SELECT mail_id FROM sent_mail WHERE letter = $1 AND subject_id = $2 ORDER BY mail_id DESC LIMIT 1";
    let find = move |tx: &mut db::Tx<'_>| tx.one::<(String,)>(sql, db::params![letter, subject]);
    let (mail,) = app.app.db.read(find).await.expect("such a mail");
    let report = report_of(&mail);
    mail::record_bounce(&app.app.db, report.as_bytes()).await.expect("recorded");
    mail
}

/// Returns the rows of the help desk's list of undelivered emails. Checks that the counts of open
/// work agree with the list.
async fn listed(adam: &Visitor<'_>) -> Vec<Value> {
    let page = adam.get(LIST).send().await.json();
    let items = page["items"].as_array().unwrap_or_else(|| panic!("{page}")).clone();
    let open = adam.get("/api/v1/Helpdesk/open").send().await.json();
    assert_eq!(
        (&page["totalItems"], &open["deadLetters"]),
        (&json!(items.len()), &json!(items.len()))
    );
    items
}

async fn send_again(buyer: &Visitor<'_>, card: impl ToString, to: &str) {
    let path = format!("/api/v1/Cards/{}/resend-gift-card", card.to_string());
    let reply = buyer.post(&path, &json!({ "recipientEmail": to })).send().await;
    assert!(reply.status.is_success(), "{}", reply.text());
}

#[tokio::test]
async fn bounced_gift_is_listed_until_it_is_sent_to_another_address() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let gift = Purchase::of(street.shop, 50).given_to("bae@shop.example");
    let gift = street.app.sell(&street.buyer, gift).await;
    street.app.run_jobs().await;
    assert!(listed(&adam).await.is_empty());
    let mail = bounce(&street.app, "gift", gift).await;
    let list = listed(&adam).await;
    let expected = [
        ("id", json!(mail)),
        ("kind", json!("gift")),
        ("to", json!("b…@shop.example")),
        ("about", json!(gift.to_string())),
        ("aboutKind", json!("card")),
        ("bounceStatus", json!("5.1.1")),
        ("lastError", json!(null)),
    ];
    for (field, expected) in expected {
        assert_eq!(list[0][field], expected, "{field}: {list:?}");
    }
    let buyer = street.app.sign_in(&street.buyer).await;
    street.app.hands.advance(MINUTE);
    send_again(&buyer, gift, "bea@shop.example").await;
    assert!(listed(&adam).await.is_empty(), "at once");
    street.app.run_jobs().await;
    bounce(&street.app, "gift", gift).await;
    assert_eq!(listed(&adam).await.len(), 1, "that one came back, too");
}

#[tokio::test]
async fn bounced_card_is_listed_until_it_is_sent_again() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let [card, other] = [street.card(25).await, street.card(25).await];
    for card in [card, other] {
        bounce(&street.app, "card", card).await;
    }
    assert_eq!(listed(&adam).await.len(), 2);
    let buyer = street.app.sign_in(&street.buyer).await;
    send_again(&buyer, card, &street.buyer.email).await;
    let left = listed(&adam).await;
    assert_eq!((left.len(), &left[0]["about"]), (1, &json!(other.to_string())), "{left:?}");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn bounced_invitation_is_listed_until_it_is_withdrawn_or_sent_again() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let manager = street.manager().await;
    let mut offers = Vec::new();
    for email in ["zoe@shop.exmaple", "yan@shop.exmaple"] {
        let form = json!({
            "email": email, "firstName": "New", "lastName": "Comer", "roleId": "EMPLOYEE",
            "tenantId": street.shop, "appName": "funray",
            "successReturnUrl": "http://localhost:8080/admin/setup-password",
            "failedReturnUrl": "http://localhost:8080/admin/setup-password-failed",
        });
        let reply = manager.post("/api/v1/Accounts/invited", &form).send().await;
        assert!(reply.status.is_success(), "{}", reply.text());
        street.app.run_jobs().await;
        bounce(&street.app, "invite", street.shop).await;
        street.app.hands.advance(MINUTE);
        let offered = manager.get("/api/v1/Accounts/invitations").send().await.json();
        let offered = offered["items"].as_array().expect("offers");
        let offer = offered.iter().find(|offer| offer["email"] == email).expect("the offer");
        offers.push(offer["id"].as_str().expect("an id").to_owned());
    }
    let list = listed(&adam).await;
    assert_eq!(list.len(), 2, "who is invited next changes nothing for the first: {list:?}");
    assert_eq!((&list[0]["kind"], &list[0]["aboutKind"]), (&json!("invite"), &json!("vendor")));
    let path = format!("/api/v1/Accounts/invitations/{}", offers[0]);
    let withdrawn = manager.call("DELETE", &path).send().await;
    assert!(withdrawn.status.is_success(), "{}", withdrawn.text());
    let list = listed(&adam).await;
    assert_eq!((list.len(), &list[0]["to"]), (1, &json!("y…@shop.exmaple")), "{list:?}");
    let path = format!("/api/v1/Accounts/invitations/{}/sent-again", offers[1]);
    let resent = manager.call("POST", &path).send().await;
    assert!(resent.status.is_success(), "{}", resent.text());
    street.app.run_jobs().await;
    assert!(listed(&adam).await.is_empty(), "what was sent again is on its way");
}

#[tokio::test]
async fn bounced_mail_to_a_contact_is_listed_until_the_contact_is_another() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let directory = Directory::of(&app).await;
    let mut form = directory.charity("Riverside Food Bank");
    let id = open(&app, &adam, "Charities", &form).await;
    bounce(&app, "approval", tenant(&id)).await;
    assert_eq!(listed(&adam).await[0]["aboutKind"], "charity");
    let path = format!("/api/v1/Charities/{id}");
    form["introduction"] = json!("Nobody is hungry.");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    assert_eq!(listed(&adam).await.len(), 1, "that mends nothing");
    form["primaryContact"]["email"] = json!("carla@food.example");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    assert!(listed(&adam).await.is_empty());
    app.run_jobs().await;
}

#[tokio::test]
async fn close_bounce_removes_an_email_that_cannot_be_sent_again() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let card = street.card(25).await;
    let mail = bounce(&street.app, "card", card).await;
    let close = |mail: &str| adam.call("PUT", &format!("{LIST}/{mail}/closed")).send();
    let unknown = JobId::new(street.app.app.clock.now()).to_string();
    close(&unknown).await.error(404, "NOT_FOUND");
    let in_timeline = async || {
        let path = format!("/api/v1/Helpdesk/cases/card/{card}/timeline");
        let told = adam.get(&path).send().await.json();
        let mails = told["items"].as_array().expect("events").iter().map(|event| &event["mailed"]);
        let found = mails.filter(|one| one["id"] == json!(mail)).map(|one| one["isOpen"].clone());
        found.collect::<Vec<_>>()
    };
    assert_eq!(in_timeline().await, [json!(true)]);
    assert_eq!(close(&mail).await.status, 204);
    assert!(listed(&adam).await.is_empty());
    assert_eq!(in_timeline().await, [json!(false)]);
    close(&mail).await.error(404, "NOT_FOUND");
    bounce(&street.app, "card", card).await;
    assert!(listed(&adam).await.is_empty(), "the same report twice is no news");
}
