//! Tests of pauses: while a payee's payouts are paused nothing is drafted, approved or sent, and
//! afterwards everything is paid.

use std::time::Duration;

use db::params;
use kernel::ids::TenantId;
use serde_json::{Value, json};

use crate::{
    ledger::found_after,
    payouts::{Trade, approved_by_two, drafted, make_file, next},
    support::{
        Person, Reply,
        interleaving::{Open, until_it_waits},
    },
};

const A_DAY: Duration = Duration::from_secs(24 * 3600);
const REASON: &str = "The police asks about it";

async fn pause(books: &Trade, who: &Person, payee: TenantId) -> Reply {
    let visitor = books.app.sign_in(who).await;
    let form = json!({ "tenantId": payee.to_string(), "reason": REASON });
    let reply = visitor.post("/api/v1/Payouts/pauses", &form).send().await;
    books.app.run_jobs().await;
    reply
}

/// Pauses payouts as Adam, and returns the id of the pause.
async fn paused(books: &Trade, payee: TenantId) -> String {
    let reply = pause(books, &books.adam, payee).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

async fn lift(books: &Trade, who: &Person, id: &str) -> Reply {
    let visitor = books.app.sign_in(who).await;
    let path = format!("/api/v1/Payouts/pauses/{id}/lifted");
    let reply = visitor.put(&path, &json!({})).send().await;
    books.app.run_jobs().await;
    reply
}

/// Lifts a pause as Bea.
async fn lifted(books: &Trade, id: &str) -> Value {
    let reply = lift(books, &books.bea, id).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Returns the pauses that a person's list shows.
async fn listed(books: &Trade, who: &Person, query: &str) -> Vec<Value> {
    let who = books.app.sign_in(who).await;
    let reply = who.get(&format!("/api/v1/Payouts/pauses{query}")).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["items"].as_array().expect("items").clone()
}

/// Returns the payee's newest payout.
async fn newest(books: &Trade, payee: TenantId) -> Value {
    first(books, &format!("?tenantId={payee}")).await
}

/// Returns the draft of the payee's payout, or null.
async fn draft_of(books: &Trade, payee: TenantId) -> Value {
    first(books, &format!("?tenantId={payee}&state=DRAFT")).await
}

async fn first(books: &Trade, query: &str) -> Value {
    let adam = books.app.sign_in(&books.adam).await;
    let listed = adam.get(&format!("/api/v1/Payouts{query}")).send().await.json();
    listed["items"][0].clone()
}

fn left_out(reply: &Value) -> (Option<u64>, Option<f64>) {
    let paused = &reply["paused"];
    (paused["payees"].as_u64(), paused["amount"].as_f64())
}

/// Checks that a call is refused because of the pause, with the name of the payee.
fn is_paused(reply: &Reply, name: &str) {
    let message = reply.error(409, "PAYOUTS_PAUSED")["errorMessage"].to_string();
    assert!(message.contains(name) && message.contains("lift the pause"), "{message}");
}

#[tokio::test]
async fn draft_payouts_leaves_out_a_paused_payee_and_pays_everything_after_the_pause() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    for (payee, amount, other) in [(books.shop, 12.5, 5.0), (books.charity, 5.0, 12.5)] {
        let id = paused(&books, payee).await;
        let reply = books.draft("2026-03-31").await.json();
        assert_eq!(left_out(&reply), (Some(1), Some(amount)), "{reply}");
        assert_eq!(draft_of(&books, payee).await, Value::Null, "a paused payee gets nothing");
        let all = next(&books.app, &books.bea, "").await;
        assert_eq!(all["amount"].as_f64(), Some(other), "the next payouts leave it out: {all}");
        // A repeated run leaves out the same payees, because nothing was drafted.
        let again = books.draft("2026-03-31").await.json();
        assert_eq!(again["drafted"], 0);
        assert_eq!(left_out(&again), (Some(1), Some(amount)));
        lifted(&books, &id).await;
        assert_eq!(books.draft("2026-03-31").await.json(), drafted(1));
        let draft = draft_of(&books, payee).await;
        assert_eq!(draft["amount"].as_f64(), Some(amount), "{draft}");
        for payee in [books.shop, books.charity] {
            let draft = draft_of(&books, payee).await["id"].as_str().expect("an id").to_owned();
            books.put(&books.adam, &draft, "discarded", json!({ "reason": "A new one" })).await;
        }
    }
}

#[tokio::test]
async fn payout_after_a_pause_covers_the_whole_time() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    let id = paused(&books, books.shop).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    books.redeem(card, 9.0).await;
    books.app.hands.advance(30 * A_DAY);
    let reply = books.draft("2026-04-30").await.json();
    assert_eq!(left_out(&reply), (Some(1), Some(21.5)), "{reply}");
    assert_eq!(books.owed().await, 2150);
    lifted(&books, &id).await;
    assert_eq!(books.draft("2026-04-30").await.json(), drafted(1));
    let draft = books.draft_id().await;
    let approved = books.put(&books.bea, &draft, "approved", json!({})).await.json();
    assert_eq!(approved["payout"]["amount"], 21.5, "{approved}");
    assert_eq!(books.owed().await, 0);
}

#[tokio::test]
async fn approve_payout_refuses_a_draft_from_before_the_pause_until_it_is_lifted() {
    let books = Trade::new().await;
    let card = books.sell().await;
    books.redeem(card, 20.0).await;
    books.app.hands.advance(A_DAY);
    books.draft("2026-03-31").await;
    let draft = books.draft_id().await;
    let id = paused(&books, books.shop).await;
    assert_eq!(newest(&books, books.shop).await["isPaused"], true);
    assert_eq!(newest(&books, books.charity).await["isPaused"], false);
    let bea = books.app.sign_in(&books.bea).await;
    let page = bea.get(&format!("/api/v1/Payouts/{draft}")).send().await.json();
    drop(bea);
    let refused = books.put(&books.bea, &draft, "approved", json!({})).await;
    is_paused(&refused, "Maple Leaf Books");
    refused.foretold(&page["refusal"], 409, "PAYOUTS_PAUSED");
    assert_eq!(books.owed().await, 1250);
    lifted(&books, &id).await;
    let approved = books.put(&books.bea, &draft, "approved", json!({})).await.json();
    assert_eq!(approved["payout"]["state"], "APPROVED", "{approved}");
    assert_eq!(books.owed().await, 0);
}

#[tokio::test]
async fn export_leaves_out_an_approved_payout_of_a_paused_payee() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    let [of_shop, of_charity] = [paused(&books, books.shop).await, {
        let made = make_file(&books, &books.adam).await.json();
        assert_eq!(made["total"], 5, "{made}");
        assert_eq!(made["leftOut"], json!({ "own": 0, "appointed": 0, "paused": 1, "changed": 0 }));
        paused(&books, books.charity).await
    }];
    is_paused(&make_file(&books, &books.adam).await, "Food Bank, Maple Leaf Books");
    let payout = newest(&books, books.shop).await;
    assert_eq!((&payout["state"], &payout["isPaused"]), (&json!("APPROVED"), &json!(true)));
    let payout = payout["id"].as_str().expect("an id");
    let by_hand = books.put(&books.adam, payout, "paid", json!({ "reference": "BY HAND" })).await;
    is_paused(&by_hand, "Maple Leaf Books");
    lifted(&books, &of_shop).await;
    let made = make_file(&books, &books.adam).await.json();
    assert_eq!((&made["total"], &made["leftOut"]["paused"]), (&json!(12.5), &json!(1)), "{made}");
    lifted(&books, &of_charity).await;
    assert_eq!(make_file(&books, &books.adam).await.json()["total"], 5);
}

#[tokio::test]
async fn export_leaves_out_a_payout_that_was_approved_for_another_account() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    let id = paused(&books, books.shop).await;
    // Another account, without its entry in the log.
    let changed =
        "UPDATE tenant SET bank_changed_at = bank_changed_at + 8640000000000 WHERE id = $1";
    books.app.write(changed, books.shop).await;
    lifted(&books, &id).await;
    let made = make_file(&books, &books.adam).await.json();
    let left_out = json!({ "own": 0, "appointed": 0, "paused": 0, "changed": 1 });
    assert_eq!((&made["total"], &made["leftOut"]), (&json!(5), &left_out), "{made}");
    let refused = make_file(&books, &books.adam).await;
    let message = refused.error(400, "NOTHING_TO_EXPORT")["errorMessage"].to_string();
    assert!(message.contains("Maple Leaf Books was changed after the approval"), "{message}");
    let payout = newest(&books, books.shop).await;
    assert_eq!((&payout["state"], &payout["isAccountChanged"]), (&json!("APPROVED"), &json!(true)));
    // The amount is asked for again.
    let payout = payout["id"].as_str().expect("an id");
    let failed = json!({ "reason": "Another account" });
    assert_eq!(books.put(&books.adam, payout, "failed", failed).await.status, 200);
    assert_eq!(books.draft("2026-03-31").await.json(), drafted(1));
    assert_eq!(draft_of(&books, books.shop).await["amount"], 12.5);
    let restored =
        "UPDATE tenant SET bank_changed_at = bank_changed_at - 8640000000000 WHERE id = $1";
    books.app.write(restored, books.shop).await;
}

#[tokio::test]
async fn release_leaves_out_a_payout_whose_account_changed_since_the_file_was_made() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    let made = make_file(&books, &books.adam).await.json();
    assert_eq!(made["total"], 17.5, "{made}");
    let changed =
        "UPDATE tenant SET bank_changed_at = bank_changed_at + 8640000000000 WHERE id = $1";
    let restored =
        "UPDATE tenant SET bank_changed_at = bank_changed_at - 8640000000000 WHERE id = $1";
    books.app.write(changed, books.shop).await;
    let released = books.release(&books.bea, &made, json!(17.5)).await.json();
    let left_out = json!({ "own": 0, "appointed": 0, "paused": 0, "changed": 1 });
    assert_eq!((&released["total"], &released["leftOut"]), (&json!(5), &left_out), "{released}");
    assert!(released["releasedAt"].is_string(), "{released}");
    let kept = newest(&books, books.shop).await;
    assert_eq!((&kept["state"], &kept["exportId"]), (&json!("APPROVED"), &Value::Null), "{kept}");
    let recorded = "SELECT count(*) FROM audit_entry WHERE action = 'PAYOUT_WITHDRAWN'";
    assert_eq!(books.app.count(recorded).await, 1);
    let again = books.release(&books.bea, &made, json!(5)).await.json();
    assert_eq!(again["leftOut"]["changed"], 0, "once: {again}");

    // A file that has nothing else is not released.
    books.app.write(restored, books.shop).await;
    let made = make_file(&books, &books.adam).await.json();
    books.app.write(changed, books.shop).await;
    let emptied = books.release(&books.bea, &made, json!(12.5)).await.json();
    let shown = json!([emptied["payouts"], emptied["releasedAt"], emptied["leftOut"]["changed"]]);
    assert_eq!(shown, json!([0, null, 1]), "{emptied}");
    books.app.write(restored, books.shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn export_leaves_out_a_payee_whose_pause_commits_while_the_file_is_made() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    let shop = books.shop;
    let adam = books.app.sign_in(&books.adam).await;
    let pausing = Open::after(&books.app, move |tx| {
        market::tenants::lock_bank(tx, shop)?;
        let pause = "INSERT INTO payout_pause (id, tenant_id, reason, paused_by, paused_at) VALUES ('pps_1', $1, 'x', 'x', 1)";
        tx.execute(pause, params![shop])?;
        Ok(())
    });
    let pausing = pausing.await;
    let making = tokio::spawn(adam.post("/api/v1/Payouts/exports", &json!({})).send());
    until_it_waits(&books.app, &making).await;
    pausing.commit().await;
    let file = making.await.expect("an answer").json();
    assert_eq!((&file["total"], &file["leftOut"]["paused"]), (&json!(5), &json!(1)), "{file}");
    let kept = newest(&books, shop).await;
    assert_eq!((&kept["state"], &kept["exportId"]), (&json!("APPROVED"), &Value::Null), "{kept}");
    // The books would miss its entry in the log.
    books.app.write("DELETE FROM payout_pause WHERE tenant_id = $1", shop).await;
}

#[tokio::test]
async fn pause_takes_payouts_out_of_files_that_are_not_released() {
    let books = Trade::new().await;
    let carla = books.app.administrator("carla").await;
    approved_by_two(&books, &carla).await;
    let file = make_file(&books, &books.adam).await.json();
    assert_eq!(file["total"], 17.5, "{file}");
    let pause = pause(&books, &books.adam, books.shop).await.json();
    assert_eq!(pause["withBank"], 0, "{pause}");
    let withdrawn = newest(&books, books.shop).await;
    assert_eq!(withdrawn["state"], "APPROVED", "{withdrawn}");
    assert_eq!(withdrawn["exportId"], Value::Null);
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'PAYOUT_WITHDRAWN'";
    assert_eq!(books.app.count(told).await, 1);
    let wrong = books.release(&books.bea, &file, json!(17.5)).await;
    assert!(wrong.wrong_fields()["total"].is_string(), "{}", wrong.text());
    assert_eq!(books.release(&books.bea, &file, json!(5)).await.status, 200);
    // A released file may be at the bank, so a pause doesn't change it.
    let pause = self::pause(&books, &books.adam, books.charity).await.json();
    assert_eq!(pause["withBank"], 5, "{pause}");
    let sent = newest(&books, books.charity).await;
    assert_eq!((&sent["state"], &sent["isPaused"]), (&json!("EXPORTED"), &json!(false)), "{sent}");
    let all = next(&books.app, &books.bea, "").await;
    assert_eq!(all["amount"], 5, "{all}");
    let sent = sent["id"].as_str().expect("an id");
    let paid = books.put(&books.adam, sent, "paid", json!({ "reference": "TRACE 1" })).await;
    assert_eq!(paid.status, 200, "{}", paid.text());
}

#[tokio::test]
async fn release_refuses_a_file_with_a_payee_whose_payouts_are_paused() {
    let books = Trade::new().await;
    books.approved().await;
    let file = make_file(&books, &books.adam).await.json();
    let paused = "INSERT INTO payout_pause (id, tenant_id, reason, paused_by, paused_at) VALUES ('pps_1', $1, 'x', 'x', 1)";
    books.app.write(paused, books.shop).await;
    is_paused(&books.release(&books.bea, &file, json!(12.5)).await, "Maple Leaf Books");
    books.app.write("DELETE FROM payout_pause WHERE tenant_id = $1", books.shop).await;
    assert_eq!(books.release(&books.bea, &file, json!(12.5)).await.status, 200);
}

#[tokio::test]
async fn payout_ends_only_after_the_release_of_its_file() {
    let books = Trade::new().await;
    books.approved().await;
    let file = make_file(&books, &books.adam).await.json();
    let payout = newest(&books, books.shop).await["id"].as_str().expect("an id").to_owned();
    let paid = json!({ "reference": "BY HAND 1" });
    let failed = json!({ "reason": "Sent back", "reference": "RET 0417" });
    for (end, form) in [("paid", &paid), ("failed", &failed)] {
        books.put(&books.adam, &payout, end, form.clone()).await.error(409, "PAYOUT_STATE");
    }
    let adam = books.app.sign_in(&books.adam).await;
    let refusal = async || {
        let page = adam.get(&format!("/api/v1/Payouts/{payout}")).send().await;
        page.json()["refusal"]["errorCode"].clone()
    };
    assert_eq!(refusal().await, "PAYOUT_STATE", "the page says so before somebody tries");
    // Only a change of the database by hand can end it. The bank must not get it then.
    books.app.write("UPDATE payout SET state = 'FAILED' WHERE tenant_id = $1", books.shop).await;
    books.release(&books.bea, &file, json!(12.5)).await.error(409, "PAYOUT_STATE");
    books.app.write("UPDATE payout SET state = 'EXPORTED' WHERE tenant_id = $1", books.shop).await;
    assert_eq!(books.release(&books.bea, &file, json!(12.5)).await.status, 200);
    assert!(refusal().await.is_null());
    assert_eq!(books.put(&books.adam, &payout, "paid", paid).await.status, 200);
}

#[tokio::test]
async fn release_refuses_a_file_from_which_a_pause_took_all_payouts() {
    let books = Trade::new().await;
    books.approved().await;
    let file = make_file(&books, &books.adam).await.json();
    paused(&books, books.shop).await;
    books.release(&books.bea, &file, json!(0)).await.error(400, "NOTHING_TO_EXPORT");
}

#[tokio::test]
async fn lift_needs_a_second_person_whom_the_first_has_not_appointed() {
    let books = Trade::new().await;
    let id = paused(&books, books.shop).await;
    let carla = books.app.administrator("carla").await;
    books.app.appoint(&books.adam, &carla).await;
    books.app.hands.advance(8 * A_DAY);
    for (who, code) in [(&books.adam, "SAME_PERSON"), (&carla, "APPOINTED_BY_EACH_OTHER")] {
        let refusal = listed(&books, who, "?isOpen=true").await[0]["refusal"].clone();
        lift(&books, who, &id).await.foretold(&refusal, 409, code);
    }
    assert_eq!(listed(&books, &books.bea, "?isOpen=true").await[0]["refusal"], Value::Null);
    for _ in 0..2 {
        let lifted = lifted(&books, &id).await;
        let names = (&lifted["pausedByName"], &lifted["liftedByName"]);
        assert_eq!(names, (&json!("adam Test"), &json!("bea Test")), "{lifted}");
    }
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'PAYOUTS_RESUMED'";
    assert_eq!(books.app.count(told).await, 1);
    assert_eq!(listed(&books, &books.bea, "?isOpen=true").await.len(), 0);
    // A second pause is a row of its own, and the first one stays.
    paused(&books, books.shop).await;
    let kept = listed(&books, &books.bea, &format!("?tenantId={}", books.shop)).await;
    let lifted: Vec<bool> = kept.iter().map(|pause| pause["liftedAt"].is_string()).collect();
    assert_eq!(lifted, [false, true]);
}

#[tokio::test]
async fn pause_refuses_an_unknown_payee_and_one_that_is_paused() {
    let books = Trade::new().await;
    paused(&books, books.shop).await;
    pause(&books, &books.bea, books.shop).await.error(409, "ALREADY_PAUSED");
    let nobody = TenantId::new(books.app.app.clock.now());
    pause(&books, &books.bea, nobody).await.error(404, "NOT_FOUND");
    let bea = books.app.sign_in(&books.bea).await;
    let fields = bea.post("/api/v1/Payouts/pauses", &json!({})).send().await.wrong_fields();
    assert!(fields["tenantId"].is_string() && fields["reason"].is_string(), "{fields}");
}

#[tokio::test]
async fn one_administrator_lifts_where_the_platform_needs_no_second_person() {
    let books = Trade::with("second_person.required = false").await;
    let id = paused(&books, books.shop).await;
    assert_eq!(lift(&books, &books.adam, &id).await.status, 200);
}

#[tokio::test]
async fn payee_is_mailed_and_notified_of_a_pause_and_its_end_without_the_reason() {
    for of_charity in [false, true] {
        let books = Trade::new().await;
        let (payee, area, name) = match of_charity {
            true => (books.charity, "charity", "Food Bank"),
            false => (books.shop, "vendor", "Maple Leaf Books"),
        };
        let mona = books.app.manager_of(payee, "mona").await;
        assert_eq!(next(&books.app, &mona, "").await["pausedSince"], Value::Null);
        let id = paused(&books, payee).await;
        assert!(next(&books.app, &mona, "").await["pausedSince"].is_string());
        books.app.hands.advance(Duration::from_secs(1));
        lifted(&books, &id).await;
        assert_eq!(next(&books.app, &mona, "").await["pausedSince"], Value::Null);
        let mails = books.app.mails_to(&mona.email).await;
        let subjects: Vec<&str> =
            mails.iter().filter_map(|mail| mail["subject"].as_str()).take(2).collect();
        let [resumed, paused] =
            ["continue", "are paused"].map(|it| format!("Payouts to {name} {it}"));
        assert_eq!(subjects, [resumed, paused]);
        for mail in mails.iter().take(2) {
            let text = mail["text"].as_str().expect("text");
            assert!(text.contains(&format!("/admin/{area}/payouts")), "{text}");
            assert!(text.contains("/?support=show"), "a way to ask: {text}");
            assert!(!text.contains(REASON), "{text}");
        }
        let mona = books.app.sign_in(&mona).await;
        let notices = mona.get("/api/v1/Notices").send().await.json();
        let notices = notices["items"].as_array().expect("notices").iter();
        let kinds: Vec<&str> = notices.filter_map(|notice| notice["kind"].as_str()).collect();
        assert_eq!(kinds, ["PAYOUTS_RESUMED", "PAYOUTS_PAUSED"]);
        for (who, count) in [(&books.adam, 1), (&books.bea, 0)] {
            let who = books.app.sign_in(who).await;
            let notices = who.get("/api/v1/Notices").send().await.json();
            let items = notices["items"].as_array().expect("notices").iter();
            let lifts = { items }.filter(|notice| notice["kind"] == "PAYOUTS_RESUMED").count();
            assert_eq!(lifts, count, "only who had paused: {notices}");
        }
        let log = mona.get("/api/v1/Audit").send().await;
        assert_eq!(log.status, 200, "{}", log.text());
        assert!(!log.text().contains(REASON), "{}", log.text());
        let adam = books.app.sign_in(&books.adam).await;
        let log = adam.get(&format!("/api/v1/Audit?subjectId={payee}")).send().await;
        assert!(log.text().contains(REASON), "{}", log.text());
    }
}

#[tokio::test]
async fn verify_names_a_pause_that_was_changed_or_deleted() {
    let books = Trade::new().await;
    let id = paused(&books, books.shop).await;
    let rule = "payouts were paused and resumed by whom the log says";
    let by_hand = format!("lifted_by = '{}', lifted_at = paused_at + 1", books.bea.id);
    for change in [by_hand, format!("paused_by = '{}'", books.bea.id)] {
        let theft = format!("UPDATE payout_pause SET {change} WHERE id = '{id}'");
        let found = found_after(&books.app, &[&theft]).await;
        assert!(found.contains(&format!("{rule} {id}: ")), "{change}: {found}");
    }
    let found = found_after(&books.app, &["DELETE FROM payout_pause"]).await;
    assert!(found.contains("a decision of the log stands where it was made"), "{found}");
    books.app.hands.advance(A_DAY);
    lifted(&books, &id).await;
    assert_eq!(found_after(&books.app, &[]).await, "");
}
