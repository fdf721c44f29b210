//! Tests of the timeline of a case, and of the notes that administrators add to it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    cards::{Street, redeem},
    support::{TestApp, Visitor, cards::Purchase, wire::ClosedPort},
};

const MINUTE: Duration = Duration::from_secs(60);

async fn timeline_of(adam: &Visitor<'_>, case: &str) -> Value {
    let reply = adam.get(&format!("/api/v1/Helpdesk/cases/{case}/timeline")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

async fn note(adam: &Visitor<'_>, case: &str, text: &str) -> Value {
    let path = format!("/api/v1/Helpdesk/cases/{case}/notes");
    let reply = adam.post(&path, &json!({ "text": text })).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Returns one word for each event of a timeline, such as its kind or the text of a note.
fn words(timeline: &Value) -> Vec<String> {
    let events = timeline["items"].as_array().expect("events");
    let word = |event: &Value| {
        let said = [
            &event["audited"]["action"],
            &event["moved"]["kind"],
            &event["gift"]["kind"],
            &event["mailed"]["letter"],
            &event["noted"]["text"],
        ];
        let said: Vec<&str> = said.into_iter().filter_map(Value::as_str).collect();
        assert_eq!(said.len(), 1, "one part says what happened: {event}");
        said[0].to_owned()
    };
    events.iter().map(word).collect()
}

async fn order_of(street: &Street, card: &str) -> String {
    let (sql, card) = ("SELECT order_id FROM card WHERE id = $1", card.to_owned());
    let read = move |tx: &mut db::Tx<'_>| tx.one::<(String,)>(sql, db::params![card]);
    street.app.app.db.read(read).await.expect("an order").0
}

#[tokio::test]
async fn timeline_tells_money_mails_decisions_and_notes_of_a_card_newest_first() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let clerk = street.employee().await;
    let card = street.card(25).await;
    street.app.hands.advance(MINUTE);
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(10)).send().await.status, 200);
    street.app.hands.advance(MINUTE);
    street.app.run_jobs().await;
    let sue = street.super_administrator().await;
    street.app.hands.advance(MINUTE);
    let reason = json!({ "reason": "stolen" });
    let frozen = sue.put(&format!("/api/v1/Cards/{card}/deactived"), &reason).send().await;
    assert_eq!(frozen.status, 200, "{}", frozen.text());
    street.app.hands.advance(MINUTE);
    note(&adam, &format!("card/{card}"), "Called at noon.").await;

    let told = timeline_of(&adam, &format!("card/{card}")).await;
    let expected = ["Called at noon.", "CARD_FROZEN", "cardMoved", "REDEMPTION", "SALE", "card"];
    assert_eq!(words(&told), expected, "{told}");
    assert_eq!(told["next"], Value::Null);
    let events = told["items"].as_array().expect("events");
    let moved = &events[3]["moved"];
    assert_eq!(
        (&moved["amount"], &moved["balance"], &moved["actorName"]),
        (&json!(-10), &json!(15), &json!("emil Test"))
    );
    let mailed = &events[5]["mailed"];
    assert_eq!(
        (&mailed["to"], &mailed["state"]),
        (&json!("a…@shop.example"), &json!("SENT")),
        "{mailed}"
    );
    assert_eq!(events[1]["audited"]["reason"], "stolen");
    assert_eq!(events[1]["audited"]["actorName"], "sue Test");
    assert_eq!(events[0]["noted"]["authorName"], "adam Test");

    // The timeline of an order includes the events of its cards, and the timeline of its buyer the
    // emails sent to the buyer.
    let order = order_of(&street, &card.to_string()).await;
    let of_order = timeline_of(&adam, &format!("order/{order}")).await;
    assert_eq!(words(&of_order), expected, "{of_order}");
    let of_buyer = timeline_of(&adam, &format!("person/{}", street.buyer.id)).await;
    assert_eq!(words(&of_buyer), ["cardMoved", "card"], "{of_buyer}");
    let log = adam.get(&format!("/api/v1/Audit?subjectId={card}")).send().await.json();
    let looks = log["items"].as_array().expect("rows").iter();
    let looks =
        looks.filter(|row| row["action"] == "CARD_VIEWED" && row["actorName"] == "adam Test");
    assert_eq!(looks.count(), 1, "who reads it is written down: {log}");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn timeline_tells_when_a_gift_was_opened_and_claimed() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let gift = Purchase::of(street.shop, 50).given_to("bea@shop.example");
    let card = street.app.sell(&street.buyer, gift).await;
    let token = street.app.gift_token("bea@shop.example").await;
    street.app.hands.advance(MINUTE);
    let opened = street.app.call("POST", &format!("/api/v1/Gifts/{token}/opened")).send().await;
    assert!(opened.status.is_success(), "{}", opened.text());
    street.app.hands.advance(MINUTE);
    let bea = street.app.sign_in(&street.app.consumer("bea").await).await;
    let claimed = bea.call("POST", &format!("/api/v1/Gifts/{token}/claimed")).send().await;
    assert!(claimed.status.is_success(), "{}", claimed.text());
    street.app.run_jobs().await;
    let told = timeline_of(&adam, &format!("card/{card}")).await;
    let gifts = told["items"].as_array().expect("events").iter();
    let gifts: Vec<&Value> =
        gifts.map(|event| &event["gift"]["kind"]).filter(|kind| !kind.is_null()).collect();
    assert_eq!(gifts, ["CLAIMED", "OPENED"], "{told}");
}

#[tokio::test]
async fn timeline_is_read_in_parts_that_miss_and_repeat_nothing() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let card = street.card(25).await;
    let case = format!("card/{card}");
    // All notes have the same timestamp, so that only their ids order them.
    for number in 0..45 {
        note(&adam, &case, &format!("Note {number}")).await;
    }
    let path = format!("/api/v1/Helpdesk/cases/{case}/timeline");
    let (mut found, mut next, mut parts) = (Vec::new(), String::new(), 0);
    loop {
        let part = adam.get(&format!("{path}?{next}")).send().await.json();
        found.extend(words(&part));
        parts += 1;
        let Some(cursor) = part["next"].as_str() else { break };
        next = format!("before={cursor}");
        // A note added between two pages must not shift the rows of the next page.
        if parts == 1 {
            street.app.hands.advance(MINUTE);
            note(&adam, &case, "Later").await;
        }
    }
    let notes: std::collections::BTreeSet<&String> =
        found.iter().filter(|word| word.starts_with("Note ")).collect();
    assert_eq!((parts, notes.len(), found.len()), (3, 45, 47), "{found:?}");
    for unreadable in ["x", "1", "1.", "1.a-b", "99999999999999999999.trf_1"] {
        let reply = adam.get(&format!("{path}?before={unreadable}")).send().await;
        assert!(!reply.wrong_fields()["before"].is_null(), "{unreadable}: {}", reply.text());
    }
}

#[tokio::test]
async fn timeline_says_whether_a_mail_is_tried_again_or_given_up() {
    let closed = ClosedPort::new();
    let mut street = Street::with(&format!("mail = \"smtp://{}\"", closed.address)).await;
    street.app.expect_leftover_jobs();
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let card = street.card(25).await;
    let case = format!("card/{card}");
    let state = async || {
        let told = timeline_of(&adam, &case).await;
        let events = told["items"].as_array().expect("events").clone();
        let mails: Vec<Value> =
            events.into_iter().filter(|event| !event["mailed"].is_null()).collect();
        assert_eq!(mails.len(), 1, "one mail, however often it is tried: {told}");
        mails[0]["mailed"]["state"].as_str().expect("a state").to_owned()
    };
    assert_eq!(state().await, "RETRYING");
    street.app.hands.advance(MINUTE);
    street.app.run_jobs().await;
    assert_eq!(state().await, "RETRYING");
    let give_up = |tx: &mut db::Tx<'_>| tx.execute("UPDATE job SET state = 'dead'", &[]);
    street.app.app.db.write(give_up).await.expect("given up");
    assert_eq!(state().await, "FAILED");
}

/// Returns a mail server's report that an email could not be delivered.
pub fn report_of(mail: &str) -> String {
    format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/report; boundary=B\r\n\r\n\
         --B\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mail.example\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n\
         --B\r\nContent-Type: text/rfc822-headers\r\n\r\n\
         Message-ID: <{mail}@funray.example>\r\n\r\n--B--\r\n"
    )
}

#[tokio::test]
async fn timeline_tells_that_a_mail_came_back_and_why() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let cards = [street.card(25).await, street.card(25).await];
    let [card, other] = cards.map(|card| format!("card/{card}"));
    let mail_of = async |case: &str| {
        let told = timeline_of(&adam, case).await;
        let events = told["items"].as_array().expect("events").clone();
        events.into_iter().find(|event| !event["mailed"].is_null()).expect("a mail")
    };
    let mail = mail_of(&card).await["id"].as_str().expect("an id").to_owned();
    let db = &street.app.app.db;
    for (mail, written) in [("job_06h1nwhp7zw46dkhr7533myryr", false), (mail.as_str(), true)] {
        let recorded = mail::record_bounce(db, report_of(mail).as_bytes()).await;
        let said = recorded.expect("recorded").to_string();
        assert_eq!(said.starts_with("An email bounced"), written, "{said}");
    }
    let mailed = mail_of(&card).await["mailed"].clone();
    assert_eq!(mailed["state"], "BOUNCED");
    assert_eq!(mailed["bounceStatus"], "5.1.1");
    assert_eq!(mail_of(&other).await["mailed"]["state"], "SENT");
}

#[tokio::test]
async fn timeline_of_a_tenant_lists_its_changes() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let vendor = app.vendor("Maple Leaf Books").await;
    let charity = app.charity("Food for All").await;
    note(&adam, &format!("charity/{charity}"), "Asked for papers.").await;
    note(&adam, &format!("vendor/{vendor}"), "Wants to move.").await;
    let told = words(&timeline_of(&adam, &format!("vendor/{vendor}")).await);
    assert_eq!(told.first().map(String::as_str), Some("Wants to move."));
    let told = words(&timeline_of(&adam, &format!("charity/{charity}")).await);
    assert_eq!(told.first().map(String::as_str), Some("Asked for papers."));
    for nothing in [
        format!("charity/{vendor}"),
        format!("vendor/{charity}"),
        format!("card/{vendor}"),
        format!("shop/{vendor}"),
        "order/x".to_owned(),
        "person/per_nobody".to_owned(),
    ] {
        let path = format!("/api/v1/Helpdesk/cases/{nothing}");
        adam.get(&format!("{path}/timeline")).send().await.error(404, "NOT_FOUND");
        let text = json!({ "text": "Nobody reads this." });
        adam.post(&format!("{path}/notes"), &text).send().await.error(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn timeline_costs_as_many_statements_for_much_as_for_little() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let card = street.card(25).await;
    let path = format!("/api/v1/Helpdesk/cases/card/{card}/timeline");
    adam.get(&path).send().await;
    let (_, few) = street.app.recorded(adam.get(&path)).await;
    for number in 0..30 {
        note(&adam, &format!("card/{card}"), &format!("Note {number}")).await;
    }
    let (reply, many) = street.app.recorded(adam.get(&path)).await;
    assert_eq!(reply.json()["items"].as_array().map(Vec::len), Some(20));
    assert_eq!(few.len(), many.len(), "{many:?}");
}

#[tokio::test]
async fn add_note_refuses_empty_long_and_secret_texts() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let card = street.card(25).await;
    let path = format!("/api/v1/Helpdesk/cases/card/{card}/notes");
    for text in [
        json!(null),
        json!(" \n "),
        json!("x".repeat(2001)),
        json!(format!("FR1:{}", "0".repeat(32))),
    ] {
        let reply = adam.post(&path, &json!({ "text": text })).send().await;
        assert!(!reply.wrong_fields()["text"].is_null(), "{}", reply.text());
    }
    let longest = format!("{}\n{}", "x".repeat(999), "y".repeat(1000));
    assert_eq!(note(&adam, &format!("card/{card}"), &longest).await["text"], json!(longest));
}

#[tokio::test]
async fn strike_note_out_keeps_the_note_and_the_first_striker() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let sue = street.super_administrator().await;
    let card = street.card(25).await;
    street.app.hands.advance(MINUTE);
    let written = note(&adam, &format!("card/{card}"), "Wrong card.").await;
    let path =
        format!("/api/v1/Helpdesk/notes/{}/struck-out", written["id"].as_str().expect("an id"));
    street.app.hands.advance(MINUTE);
    let first = sue.call("PUT", &path).send().await.json();
    assert_eq!(
        (&first["text"], &first["struckOutByName"]),
        (&json!("Wrong card."), &json!("sue Test"))
    );
    street.app.hands.advance(MINUTE);
    assert_eq!(adam.call("PUT", &path).send().await.json(), first, "done again, nothing changes");
    let told = timeline_of(&adam, &format!("card/{card}")).await;
    assert_eq!(told["items"][0]["noted"], first);
    adam.call("PUT", "/api/v1/Helpdesk/notes/nte_nothing/struck-out")
        .send()
        .await
        .error(404, "NOT_FOUND");
}

#[tokio::test]
async fn forget_closed_erases_the_text_of_notes_on_closed_accounts_alone() {
    let street = Street::new().await;
    let adam = street.app.sign_in(&street.app.administrator("adam").await).await;
    let bea = street.app.consumer("bea").await;
    for person in [street.buyer.id, bea.id] {
        note(&adam, &format!("person/{person}"), "Calls often.").await;
    }
    street.app.write("UPDATE person SET closed_at = 1 WHERE id = $1", bea.id).await;
    funray::work::scheduled_tasks().run_due(&street.app.app).await.expect("the tasks");
    let kept = timeline_of(&adam, &format!("person/{}", street.buyer.id)).await;
    assert_eq!(words(&kept)[0], "Calls often.");
    let erased = timeline_of(&adam, &format!("person/{}", bea.id)).await;
    assert_eq!(words(&erased)[0], "", "who wrote it, and when, stays");
}
