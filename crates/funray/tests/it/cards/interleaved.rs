//! Tests of two concurrent calls with one card: the second begins just before the first commits.

use db::params;
use kernel::money::Cents;
use ledger::{Account, Books, Entries, PostedBy, Transfer, TransferKind};
use serde_json::json;

use super::{Street, card_of, redeem};
use crate::support::interleaving::{Open, until_it_waits};

#[tokio::test(flavor = "multi_thread")]
async fn redeem_waits_for_a_concurrent_freeze_and_is_refused() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    clerk.sees(card).await;
    let freezing = Open::after(&street.app, move |tx| {
        tx.execute("UPDATE card SET deactivated_at = 1 WHERE id = $1", params![card])?;
        Ok(())
    });
    let freezing = freezing.await;
    let redeeming = tokio::spawn(redeem(&clerk, card, json!(5)).send());
    until_it_waits(&street.app, &redeeming).await;
    freezing.commit().await;
    redeeming.await.expect("an answer").error(400, "CARD_DEACTIVATED");
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 25);
}

#[tokio::test(flavor = "multi_thread")]
async fn freeze_card_waits_for_a_concurrent_redemption() {
    let street = Street::new().await;
    let (card, shop, now) = (street.card(25).await, street.shop, street.app.app.clock.now());
    let (clerk, sue) = (street.employee().await, street.super_administrator().await);
    let redeeming = Open::after(&street.app, move |tx| {
        let entries = Entries::default().moving(
            Cents::from_dollars(5),
            Account::Card(card),
            Account::VendorPayable(shop),
        );
        let transfer = Transfer {
            books: Books::Vendor(shop),
            kind: TransferKind::Redemption,
            entries,
            order: None,
            card: Some(card),
            reason: None,
        };
        ledger::record(tx, now, PostedBy::Program("test"), &transfer).map(drop)
    });
    let redeeming = redeeming.await;
    let freeze = sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived"));
    let freezing = tokio::spawn(freeze.send());
    until_it_waits(&street.app, &freezing).await;
    redeeming.commit().await;
    let frozen = freezing.await.expect("an answer").json();
    assert_eq!((&frozen["isDeactive"], &frozen["cardBalance"]), (&json!(true), &json!(20)));
    clerk.sees(card).await;
    redeem(&clerk, card, json!(5)).send().await.error(400, "CARD_DEACTIVATED");
    street.app.run_jobs().await;
}
