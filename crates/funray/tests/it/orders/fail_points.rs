//! Makes a payment fail or hang at each of its steps. Afterwards, charges and cards must be
//! consistent. The `crashes` module kills the process at the same steps.

use std::{sync::Arc, time::Duration};

use authorizenet::sandbox::Fault;
use platform::{
    app::App,
    fail_points::{Point, Stumble},
    jobs,
};

use crate::support::till::{APPROVED, Till, pay_call, payment};

/// Steps of a successful payment, and of a payment whose cards can't be issued.
pub const STRAIGHT: [Point; 13] = [
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
    Point::AfterIssueFailed,
    Point::AfterIssue,
    Point::BeforeReply,
];

/// Steps of the job that looks up a payment whose reply from the gateway was lost.
pub const LOOKING: [Point; 2] = [Point::BeforeLookUp, Point::AfterLookUp];

/// Steps of the job that voids a payment's charge.
pub const TAKING_BACK: [Point; 2] = [Point::BeforeVoid, Point::AfterVoid];

const WAYS: [Stumble; 2] = [Stumble::Fail, Stumble::Hang];

/// Time limit of a test, which is long enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(600);

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

/// Runs the jobs of another node until it has finished the payment. On a busy machine this takes
/// several rounds, because jobs exceed their time limit or the first node still waits for the
/// gateway.
async fn let_others_finish(till: &Till, node: &Arc<App>) {
    const OPEN: &str = "SELECT count(*) FROM payment_attempt
        WHERE state NOT IN ('ISSUED', 'DECLINED', 'NOT_CHARGED', 'VOIDED')";
    for round in 0..200 {
        let is_at_rest =
            round >= 8 && till.app.count(OPEN).await == 0 && super::is_charge_delivered(till).await;
        if is_at_rest {
            break;
        }
        till.app.hands.advance(Duration::from_secs(300));
        jobs::run_due(node, &till.app.handlers).await.expect("the queue");
    }
}

/// Runs the node's jobs until they reach the fail point. A job that hangs there would not end by
/// itself.
async fn let_it_work(till: &Till, way: Stumble) {
    let app = &till.app.app;
    let own_jobs = jobs::run_due(app, &till.app.handlers);
    if way == Stumble::Hang {
        tokio::select! {
            () = app.fail_points.reached() => {}
            done = own_jobs => done.map(drop).expect("the queue"),
        }
    } else {
        own_jobs.await.expect("the queue");
    }
}

async fn stumble(point: Point, way: Stumble) {
    let is_timed_out = way == Stumble::Hang && waits_in_transaction(point);
    let till = match point {
        // A payment reaches this step only if the buyer still waits for the reply. In this till the
        // buyer waits 20 seconds instead of one.
        Point::BeforeReply => Till::new().await,
        _ if is_timed_out => Till::hasty().await,
        _ => Till::impatient().await,
    };
    let ann = till.visitor().await;
    let cart = till.fill_cart(&ann).await;
    let answer_is_lost = LOOKING.contains(&point);
    if answer_is_lost {
        till.fail(Fault::DropAfterCommit);
    }
    let form = payment(&cart, &till.token(APPROVED).await);
    let other = till.app.another_node();
    let own = till.app.app.clone();
    if point == Point::AfterIssueFailed {
        own.fail_points.plan(Point::InIssueDone, Stumble::FailAlways);
    }
    own.fail_points.plan(point, way);
    // The browser stops waiting only when the program hangs at the fail point. A fixed time limit
    // would be unreliable on a busy machine.
    let mut call = std::pin::pin!(pay_call(&ann, &form).send());
    let early = tokio::select! {
        reply = &mut call => Some(reply),
        () = own.fail_points.reached() => None,
    };
    let answer = match early {
        Some(reply) => Some(reply),
        None => tokio::time::timeout(Duration::from_secs(2), call).await.ok(),
    };
    if answer_is_lost {
        till.finish_checkouts().await;
        till.app.hands.advance(Duration::from_secs(6));
        let_it_work(&till, way).await;
    }
    let reached = tokio::time::timeout(PATIENCE, own.fail_points.reached()).await;
    assert!(reached.is_ok(), "{point:?} is on the way");

    let_others_finish(&till, &other).await;
    own.fail_points.give_up();
    till.finish_checkouts().await;
    let_others_finish(&till, &other).await;
    if let Some(reply) = answer {
        let is_expected = [200, 500, 503].contains(&reply.status.as_u16());
        assert!(is_expected, "{point:?} {way:?}: {}", reply.text());
    }
    let ann = till.visitor().await;
    super::settle_and_check(&till, &ann, &cart).await;
    till.recheck_on(&other).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checkout_ends_consistent_at_each_fail_point() {
    for point in STRAIGHT {
        for way in WAYS {
            stumble(point, way).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finish_payment_ends_consistent_at_each_fail_point() {
    for point in LOOKING {
        for way in WAYS {
            stumble(point, way).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn void_ends_consistent_at_each_fail_point() {
    for point in TAKING_BACK {
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
    own.fail_points.give_up();
    own.fail_points.plan(point, way);
    till.app.hands.advance(Duration::from_secs(300));
    let_it_work(&till, way).await;
    let_others_finish(&till, &other).await;
    own.fail_points.give_up();
    let_others_finish(&till, &other).await;
    assert!(till.charges().is_empty(), "{point:?} {way:?}: {:?}", till.sandbox.ledger());
    let ann = till.visitor().await;
    super::settle_and_check(&till, &ann, &cart).await;
}
