//! Fires the alerts about the books and the service, and follows their runbooks to the end.

use std::time::Duration;

use axum::{Router, http::StatusCode, routing::get};
use finance::{reports, verify};
use platform::error::Error;

use super::{HOUR, MINUTE, Watch};
use crate::{
    ledger::{sell, tamper},
    support::{Place, TestApp},
};

const DAY: Duration = Duration::from_secs(24 * 3600);

#[tokio::test]
async fn no_alert_fires_while_all_is_right() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    verify::check_all(app.app.clone()).await.expect("checked");
    let watch = Watch::begin(&app).await;
    app.get("/api/v1/Public/settings").send().await;
    watch.expect(&app, &[]).await;
}

#[tokio::test]
async fn ledger_stopped_fires_until_the_row_is_put_back_and_verified() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    verify::check_all(app.app.clone()).await.expect("all is right");
    tamper(&app, "UPDATE card SET balance = balance + 100").await.expect("a thief");
    app.hands.advance(HOUR);
    let watch = Watch::begin(&app).await;
    verify::check_all(app.app.clone()).await.expect("the check itself works");
    watch.expect(&app, &["BooksBroken", "LedgerStopped"]).await;

    tamper(&app, "UPDATE card SET balance = balance - 100").await.expect("put back");
    let watch = Watch::begin(&app).await;
    assert!(app.report().await.expect("a report").is_resumed);
    verify::check_all(app.app.clone()).await.expect("all is right");
    watch.expect(&app, &[]).await;
}

#[tokio::test]
async fn books_broken_fires_alone_until_the_reports_are_rebuilt() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    app.hands.advance(DAY);
    reports::roll_up(app.app.clone()).await.expect("rolled up");
    verify::check_all(app.app.clone()).await.expect("all is right");
    tamper(&app, "UPDATE daily_total SET raised = raised + 100").await.expect("a mishap");
    app.hands.advance(HOUR);
    let watch = Watch::begin(&app).await;
    verify::check_all(app.app.clone()).await.expect("the check itself works");
    watch.expect(&app, &["BooksBroken"]).await;

    let (is_fine, said) = app.command("rebuild-reports", &[]);
    assert!(is_fine, "{said}");
    let watch = Watch::begin(&app).await;
    verify::check_all(app.app.clone()).await.expect("all is right");
    watch.expect(&app, &[]).await;
}

#[tokio::test]
async fn checks_overdue_fires_until_the_checks_run_again() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    verify::check_all(app.app.clone()).await.expect("all is right");
    let watch = Watch::begin(&app).await;
    // The rows of the sale wait for their seals.
    app.hands.advance(HOUR);
    watch.expect(&app, &["ChecksOverdue"]).await;
    verify::seal(app.app.clone()).await.expect("sealed");
    let watch = Watch::begin(&app).await;
    app.hands.advance(3 * DAY);
    watch.expect(&app, &["ChecksOverdue"]).await;
    verify::check(app.app.clone()).await.expect("checked");
    verify::check_all(app.app.clone()).await.expect("checked");
    Watch::begin(&app).await.expect(&app, &[]).await;
}

#[tokio::test]
async fn mail_stuck_fires_until_the_mail_is_sent() {
    let app = TestApp::new().await;
    app.post_mail("ann@shop.example").await;
    let watch = Watch::begin(&app).await;
    app.hands.advance(15 * MINUTE);
    watch.expect(&app, &["MailStuck"]).await;
    app.run_jobs().await;
    Watch::begin(&app).await.expect(&app, &[]).await;
}

#[tokio::test]
async fn jobs_dead_fires_for_each_class_but_mail() {
    let app = TestApp::new().await;
    app.post_mail("ann@shop.example").await;
    tamper(&app, "UPDATE job SET state = 'dead'").await.expect("given up");
    let watch = Watch::begin(&app).await;
    watch.expect(&app, &["JobsDead"]).await;
    tamper(&app, "UPDATE job SET state = 'waiting'").await.expect("revived");
    app.run_jobs().await;
    Watch::begin(&app).await.expect(&app, &[]).await;
}

#[tokio::test]
async fn error_rate_fires_when_requests_fail() {
    let broken =
        Router::new().route("/probe/broken", get(|| async { StatusCode::INTERNAL_SERVER_ERROR }));
    let app = TestApp::with_routes("", broken).await;
    let watch = Watch::begin(&app).await;
    for _ in 0..3 {
        assert_eq!(app.get("/probe/broken").send().await.status, 500);
    }
    watch.expect(&app, &["ErrorRate"]).await;
}

#[tokio::test]
async fn latency_fires_when_requests_take_seconds() {
    let app = TestApp::new().await;
    let watch = Watch::begin(&app).await;
    for _ in 0..5 {
        app.app.metrics.answered("GET", "/api/v1/Cards", 200, 3.5);
    }
    watch.expect(&app, &["LatencyP99"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn database_queue_fires_when_calls_are_refused() {
    let place = Place::migrated();
    let db = place.open_narrow();
    let app = TestApp::on(db.clone()).await;
    let watch = Watch::begin(&app).await;
    let (enters, entered) = tokio::sync::oneshot::channel();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let held = std::sync::Mutex::new(Some((enters, released)));
    let busy = db.clone();
    let holding = tokio::spawn(async move {
        let hold = move |_: &mut db::Tx<'_>| {
            if let Some((enters, released)) = held.lock().expect("one").take() {
                enters.send(()).expect("the test waits");
                released.recv().expect("the test says when");
            }
            Ok::<_, Error>(())
        };
        busy.write(hold).await
    });
    entered.await.expect("it runs");
    let queued = db.clone();
    let waiting = tokio::spawn(async move { queued.write(|_| Ok::<_, Error>(())).await });
    while db.stats().queued == 0 {
        tokio::task::yield_now().await;
    }
    let refused = db.write(|_| Ok::<_, Error>(())).await;
    assert!(matches!(refused, Err(Error::Database(db::Error::Busy))), "{refused:?}");
    release.send(()).expect("it waits");
    holding.await.expect("no panic").expect("held");
    waiting.await.expect("no panic").expect("waited");
    watch.expect(&app, &["DatabaseQueue"]).await;
    Watch::begin(&app).await.expect(&app, &[]).await;
}

#[tokio::test]
async fn backup_old_fires_until_a_backup_is_made() {
    let app = TestApp::new().await;
    Watch::begin(&app).await.expect(&app, &["BackupOld"]).await;
    Watch::begin(&app).await.expect(&app, &[]).await;
}
