//! A payment stumbles at every place in every way; whatever breaks where, money and cards end up together.

use std::{sync::Arc, time::Duration};

use authorizenet::sandbox::Fault;
use funray::{
    app::App,
    fail_points::{Point, Stumble},
    jobs,
};

use crate::support::till::{APPROVED, Till, pay_call, payment};

/// Where a payment passes when all goes well.
const STRAIGHT: [Point; 12] = [
    Point::BeforeBegin,
    Point::InBegin,
    Point::AfterBegin,
    Point::BeforeCharge,
    Point::AfterCharge,
    Point::InSettle,
    Point::AfterSettle,
    Point::InIssueBegun,
    Point::InIssueCard,
    Point::InIssueDone,
    Point::AfterIssue,
    Point::BeforeReply,
];

/// Where its job passes when the answer was lost.
const LOOKING: [Point; 2] = [Point::BeforeLookUp, Point::AfterLookUp];

const WAYS: [Stumble; 3] = [Stumble::Fail, Stumble::Die, Stumble::Sleep];

fn waits_in_transaction(point: Point) -> bool {
    matches!(
        point,
        Point::InBegin
            | Point::InSettle
            | Point::InIssueBegun
            | Point::InIssueCard
            | Point::InIssueDone
    )
}

/// Another node does what is left over, for as long as it takes.
async fn let_others_finish(till: &Till, node: &Arc<App>) {
    for _ in 0..8 {
        till.app.hands.advance(Duration::from_secs(300));
        jobs::run_due(node, &till.app.handlers).await.expect("the queue");
    }
}

async fn stumble(point: Point, way: Stumble, answer_is_lost: bool) {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    if answer_is_lost {
        till.fail(Fault::DropAfterCommit);
    }
    let form = payment(&cart, &till.token(APPROVED).await);
    let other = till.app.another_node();
    let own = till.app.app.clone();
    own.fail_points.plan(point, way);
    // A browser that waits no longer than the program would have it.
    let call = pay_call(&ann, &form).send();
    let answer = tokio::time::timeout(Duration::from_secs(2), call).await;
    if answer_is_lost {
        till.app.hands.advance(Duration::from_secs(6));
        let own_jobs = jobs::run_due(&own, &till.app.handlers);
        // A node that has died in a job never comes back from it.
        let _ = tokio::time::timeout(Duration::from_millis(500), own_jobs).await;
    }
    let reached = tokio::time::timeout(Duration::from_secs(20), own.fail_points.reached()).await;
    assert!(reached.is_ok(), "{point:?} is on the way");

    let_others_finish(&till, &other).await;
    own.fail_points.wake();
    let_others_finish(&till, &other).await;
    if let Ok(reply) = answer {
        let is_expected = [200, 500, 503].contains(&reply.status.as_u16());
        assert!(is_expected, "{point:?} {way:?}: {}", reply.text());
    }
    let ann = till.visitor().await;
    if way == Stumble::Die {
        // The dead node serves nobody; nobody can sign in there again either.
        check_on(&till, &other, &cart).await;
    } else {
        super::settle_and_check(&till, &ann, &cart).await;
    }
    till.recheck_on(&other).await;
}

/// What was charged is what there are cards for.
async fn check_on(till: &Till, node: &Arc<App>, cart: &str) {
    let charged = till.charges();
    let (cards, state) = (till.cards().await, cart.to_owned());
    let state = node
        .db
        .read(move |tx| {
            tx.one::<(String,)>("SELECT state FROM cart WHERE id = $1", db::params![state])
        })
        .await
        .expect("the cart");
    match charged.as_slice() {
        [] => assert_eq!((cards, state.0.as_str()), (0, "OPEN")),
        [(_, 12_500)] => assert_eq!((cards, state.0.as_str()), (3, "SOLD")),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wherever_a_payment_stumbles_money_and_cards_end_up_together() {
    for point in STRAIGHT {
        for way in WAYS {
            if !(way == Stumble::Sleep && waits_in_transaction(point)) {
                stumble(point, way, false).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_they_do_when_its_job_stumbles() {
    for point in LOOKING {
        for way in WAYS {
            stumble(point, way, true).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_they_do_when_a_charge_is_being_taken_back() {
    for point in [Point::BeforeVoid, Point::AfterVoid] {
        for way in WAYS {
            stumble_taking_back(point, way).await;
        }
    }
}

async fn stumble_taking_back(point: Point, way: Stumble) {
    let till = Till::impatient().await;
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let (own, other) = (till.app.app.clone(), till.app.another_node());
    own.fail_points.plan(Point::InIssueDone, Stumble::FailAlways);
    let form = payment(&cart, &till.token(APPROVED).await);
    pay_call(&ann, &form).send().await.error(503, "PAYMENT_PENDING");
    let given_up = "SELECT count(*) FROM payment_attempt WHERE state = 'VOID_PENDING'";
    while till.app.count(given_up).await == 0 {
        till.app.hands.advance(Duration::from_secs(300));
        till.app.run_jobs().await;
    }
    own.fail_points.plan(point, way);
    till.app.hands.advance(Duration::from_secs(300));
    let own_jobs = jobs::run_due(&own, &till.app.handlers);
    // A node that has died in a job never comes back from it.
    let _ = tokio::time::timeout(Duration::from_millis(500), own_jobs).await;
    let_others_finish(&till, &other).await;
    own.fail_points.wake();
    let_others_finish(&till, &other).await;
    assert!(till.charges().is_empty(), "{point:?} {way:?}: {:?}", till.sandbox.ledger());
    if way == Stumble::Die {
        check_on(&till, &other, &cart).await;
    } else {
        let ann = till.visitor().await;
        super::settle_and_check(&till, &ann, &cart).await;
    }
}
