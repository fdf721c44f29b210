//! Tests of the scheduled task that deletes personal data after a year.

use std::time::Duration;

use accounts::upkeep;
use platform::error::Error;

use crate::support::TestApp;

#[tokio::test]
async fn forget_old_deletes_clients_devices_and_codes_after_a_year() {
    let app = TestApp::new().await;
    let ann = app.consumer("ann").await;
    let (now, id) = (app.app.clock.now(), ann.id);
    let days_ago = move |days: u64| now.minus(Duration::from_secs(days * 24 * 3600));
    let add = move |tx: &mut db::Tx<'_>| {
        let mut add = |name: &str, days: u64, is_used: bool| {
            tx.execute(
                "INSERT INTO known_client (person_id, client, seen_at) VALUES ($1, $2, $3)",
                db::params![id, name, days_ago(days)],
            )?;
            tx.execute(
                "INSERT INTO known_device (person_id, device, seen_at, networks) VALUES ($1, $2, $3, '')",
                db::params![id, name, days_ago(days)],
            )?;
            tx.execute(
                "INSERT INTO end_sessions_link (hash, person_id, expires_at) VALUES ($2, $1, $3)",
                db::params![id, name, days_ago(days)],
            )?;
            tx.execute(
                "INSERT INTO mailed_code (hash, person_id, purpose, success_url, failed_url, expires_at, used_at)
                 VALUES ($1, $2, 'Register', '', '', $3, $4)",
                db::params![name, id, days_ago(days), is_used.then(|| days_ago(days + 1))],
            )
        };
        add("keep: lately", 0, false)?;
        add("keep: not for long", 364, true)?;
        add("go: unused", 366, false)?;
        // More rows than a single batch of the cleanup deletes.
        for number in 0..1100 {
            add(&format!("go: {number}"), 400, true)?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(add).await.expect("clients and codes");
    upkeep::forget_old(app.app.clone()).await.expect("the scheduled task");
    for (kept, gone) in [
        (
            "SELECT count(*) FROM known_client WHERE client LIKE 'keep%'",
            "SELECT count(*) FROM known_client WHERE client LIKE 'go%'",
        ),
        (
            "SELECT count(*) FROM known_device WHERE device LIKE 'keep%'",
            "SELECT count(*) FROM known_device WHERE device LIKE 'go%'",
        ),
        (
            "SELECT count(*) FROM end_sessions_link WHERE hash LIKE 'keep%'",
            "SELECT count(*) FROM end_sessions_link WHERE hash LIKE 'go%'",
        ),
        (
            "SELECT count(*) FROM mailed_code WHERE hash LIKE 'keep%'",
            "SELECT count(*) FROM mailed_code WHERE hash LIKE 'go%'",
        ),
    ] {
        assert_eq!((app.count(kept).await, app.count(gone).await), (2, 0), "{kept}");
    }
}

#[tokio::test]
async fn scheduled_tasks_run_forget_old_every_day() {
    let app = TestApp::new().await;
    app.sign_in(&app.consumer("ann").await).await;
    let known = "SELECT count(*) FROM known_client";
    let tasks = funray::work::scheduled_tasks();
    tasks.run_due(&app.app).await.expect("the scheduled tasks");
    assert_eq!(app.count(known).await, 1);
    app.hands.advance(Duration::from_secs(366 * 24 * 3600));
    tasks.run_due(&app.app).await.expect("the scheduled tasks");
    assert_eq!(app.count(known).await, 0);
}
