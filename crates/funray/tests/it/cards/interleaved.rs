//! Two who do something with one card at the same moment, the one just before the other has committed.

use std::sync::mpsc;

use db::{Engine, Tx, params};
use funray::{
    error::{Error, Result},
    kernel::money::Cents,
    ledger::{self, Account, By, Entries, Kind, Transfer},
};
use serde_json::json;
use tokio::{sync::oneshot, task::JoinHandle};

use super::{Street, card_of, redeem};
use crate::support::TestApp;

/// A transaction that has done its work and not yet committed.
struct Open {
    commit: mpsc::Sender<()>,
    done: JoinHandle<()>,
}

impl Open {
    async fn after(
        app: &TestApp,
        work: impl Fn(&mut Tx<'_>) -> Result<()> + Send + 'static,
    ) -> Open {
        let (commit, committing) = mpsc::channel();
        let (worked, has_worked) = oneshot::channel();
        let (db, worked) = (app.app.db.clone(), std::sync::Mutex::new(Some(worked)));
        let done = tokio::spawn(async move {
            let written = db.write(move |tx| {
                work(tx)?;
                if let Some(worked) = worked.lock().expect("no panic").take() {
                    worked.send(()).expect("somebody waits for it");
                }
                committing.recv().expect("somebody lets it commit");
                Ok::<_, Error>(())
            });
            written.await.expect("it commits");
        });
        has_worked.await.expect("the work is done");
        Open { commit, done }
    }

    async fn commit(self) {
        self.commit.send(()).expect("it waits");
        self.done.await.expect("it has committed");
    }
}

/// Until somebody waits for a row that another holds. The embedded database has one writer: there everybody does.
async fn until_somebody_waits(app: &TestApp) {
    let waiting = "SELECT count(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let engine = app.app.db.read(|tx| Ok::<_, Error>(tx.engine())).await.expect("an engine");
    while engine == Engine::Postgres && app.count(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redemption_that_comes_while_a_card_is_being_frozen_is_refused() {
    let street = Street::new().await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    let freezing = Open::after(&street.app, move |tx| {
        tx.execute("UPDATE card SET deactivated_at = 1 WHERE id = $1", params![card])?;
        Ok(())
    });
    let freezing = freezing.await;
    let redeeming = tokio::spawn(redeem(&clerk, card, json!(5)).send());
    until_somebody_waits(&street.app).await;
    freezing.commit().await;
    redeeming.await.expect("an answer").error(400, "CARD_DEACTIVATED");
    assert_eq!(card_of(&clerk, card).await["cardBalance"], 25);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_is_frozen_while_it_is_being_redeemed_keeps_the_rest() {
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
            kind: Kind::Redemption,
            entries,
            order: None,
            card: Some(card),
            reason: None,
        };
        ledger::record(tx, now, By::Program("test"), &transfer).map(drop)
    });
    let redeeming = redeeming.await;
    let freeze = sue.call("PUT", &format!("/api/v1/Cards/{card}/deactived"));
    let freezing = tokio::spawn(freeze.send());
    until_somebody_waits(&street.app).await;
    redeeming.commit().await;
    let frozen = freezing.await.expect("an answer").json();
    assert_eq!((&frozen["isDeactive"], &frozen["cardBalance"]), (&json!(true), &json!(20)));
    redeem(&clerk, card, json!(5)).send().await.error(400, "CARD_DEACTIVATED");
}
