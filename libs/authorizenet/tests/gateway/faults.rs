//! Tests of every fault of the sandbox: the outcome for the client and the state of the ledger.

use authorizenet::{Outcome, sandbox::Fault};

use crate::support::{
    play::{Play, VISA},
    reference,
};

const CHARGE: &str = "authCaptureTransaction";

/// Injects a fault and makes a charge. Returns the outcome and whether the money moved.
async fn charge_through(fault: Fault) -> (Outcome, bool) {
    let play = Play::start().await;
    let charge = play.charge_of(VISA).await;
    play.sandbox.fail(CHARGE, fault.clone());
    let hangs = matches!(fault, Fault::Hang | Fault::HangAfterCommit);
    let client = if hangs { play.impatient() } else { play.client.clone() };
    let outcome = client.charge(&charge).await;
    // The fault applies to one charge only, so the next charge succeeds.
    let next = play.paid(reference("NEXT")).await;
    let has_moved = play.sandbox.ledger().iter().any(|record| record.invoice_number == "PAY0001");
    assert_eq!(play.status(&next.transaction).await, "capturedPendingSettlement");
    (outcome, has_moved)
}

#[tokio::test]
async fn charge_outcome_is_unknown_when_the_reply_is_lost() {
    for (fault, has_moved) in [
        (Fault::Hang, false),
        (Fault::HangAfterCommit, true),
        (Fault::DropBeforeCommit, false),
        (Fault::DropAfterCommit, true),
        (Fault::FailBeforeCommit, false),
        (Fault::FailAfterCommit, true),
        (Fault::Truncate, true),
        (Fault::Garbage, true),
        (Fault::Error("E00001".to_owned()), false),
        (Fault::Error("E00053".to_owned()), false),
        (Fault::Error("E00104".to_owned()), false),
    ] {
        let (outcome, moved) = charge_through(fault.clone()).await;
        assert!(matches!(outcome, Outcome::Unknown(_)), "{fault:?}: {outcome:?}");
        assert_eq!(moved, has_moved, "{fault:?}");
    }
}

#[tokio::test]
async fn charge_fails_and_moves_no_money_for_a_refused_token() {
    let (outcome, moved) = charge_through(Fault::Error("E00114".to_owned())).await;
    assert!(matches!(outcome, Outcome::Failed(_)), "{outcome:?}");
    assert!(!moved);
}

#[tokio::test]
async fn charge_is_approved_despite_a_missing_bom_or_slow_reply() {
    for fault in [Fault::NoBom, Fault::Slow(20)] {
        let (outcome, moved) = charge_through(fault.clone()).await;
        assert!(matches!(outcome, Outcome::Approved(_)), "{fault:?}: {outcome:?}");
        assert!(moved, "{fault:?}");
    }
}

#[tokio::test]
async fn search_resolves_an_unknown_charge_despite_faults() {
    let play = Play::start().await;
    let charge = play.charge_of(VISA).await;
    play.sandbox.fail(CHARGE, Fault::DropAfterCommit);
    assert!(matches!(play.client.charge(&charge).await, Outcome::Unknown(_)));
    let search = async || {
        let found =
            play.client.search(&charge.reference, play.now()..=play.now(), play.now()).await;
        found.map(|found| found.len())
    };
    play.sandbox.fail("getUnsettledTransactionListRequest", Fault::ListLag(60));
    assert_eq!(search().await, Ok(0), "lists lag behind");
    play.sandbox.fail("getUnsettledTransactionListRequest", Fault::DropBeforeCommit);
    assert!(search().await.is_err(), "no answer is not absence");
    assert_eq!(search().await, Ok(1));
    let listed = play.client.list_unsettled(authorizenet::Page::FIRST).await.expect("a list");
    let details = play.client.find_transaction(&listed[0].id).await.expect("an answer");
    assert_eq!(details.expect("it").reference.as_deref(), Some("PAY0001"));
}

#[tokio::test]
async fn sandbox_fail_applies_faults_in_order_to_their_operation_only() {
    let play = Play::start().await;
    play.sandbox.fail(CHARGE, Fault::FailBeforeCommit);
    play.sandbox.fail(CHARGE, Fault::Error("E00003".to_owned()));
    let paid = play.charge_of(VISA).await;
    assert!(play.client.authenticate().await.is_ok());
    assert!(matches!(play.client.charge(&paid).await, Outcome::Unknown(_)));
    assert!(matches!(play.client.charge(&paid).await, Outcome::Failed(_)));
    assert!(matches!(play.client.charge(&paid).await, Outcome::Approved(_)));
}

#[tokio::test]
async fn void_and_refund_outcomes_are_unknown_when_the_reply_is_lost() {
    let play = Play::start().await;
    let paid = play.paid(reference("PAY0001")).await;
    play.sandbox.fail("voidTransaction", Fault::DropAfterCommit);
    let lost = play.client.void(&reference("VOID1"), &paid.transaction).await;
    assert!(matches!(lost, Outcome::Unknown(_)), "{lost:?}");
    assert_eq!(play.status(&paid.transaction).await, "voided");
    let again = play.client.void(&reference("VOID1"), &paid.transaction).await;
    assert!(matches!(again, Outcome::Approved(_)), "{again:?}");
}
