//! Tests of overload: requests wait or are refused, but none is carried out partly.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering::SeqCst},
    mpsc,
};

use axum::{Router, routing::get};
use platform::{error::Error, web::server};
use serde_json::json;
use tokio::sync::{Notify, oneshot};

use crate::support::{
    Place, TestApp,
    people::PASSWORD,
    wire::{answer, ask},
};

#[tokio::test]
async fn serve_queues_connections_beyond_max_connections() {
    let (arrived, may_finish) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (arrives, finish) = (arrived.clone(), may_finish.clone());
    let slow = get(move || async move {
        arrives.notify_one();
        finish.notified().await;
        "finished"
    });
    let has_come = Arc::new(AtomicBool::new(false));
    let comes = has_come.clone();
    let quick = get(move || async move {
        comes.store(true, SeqCst);
        "quick"
    });
    let probes = Router::new().route("/probe/slow", slow).route("/probe/quick", quick);
    let app = TestApp::with_routes("http.max_connections = 1", probes).await;
    let listener = server::bind("127.0.0.1:0", "--listen").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let forever = std::future::pending();
    let serving = tokio::spawn(server::serve(listener, app.router(), app.app.clone(), forever));

    let first = ask(address, "/probe/slow").await;
    arrived.notified().await;
    let second = ask(address, "/probe/quick").await;
    // The server runs during these yields. It would accept the second connection and reply to its
    // request if its limit of one connection allowed it.
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
    assert!(!has_come.load(SeqCst), "there is place for one");
    may_finish.notify_one();
    assert!(answer(first).await.ends_with("finished"));
    assert!(answer(second).await.ends_with("quick"), "it is served when there is place again");
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_in_is_busy_and_changes_nothing_when_the_queue_is_full() {
    let place = Place::migrated();
    let db = place.open_narrow();
    let app = TestApp::on(db.clone()).await;
    let ann = app.consumer("ann").await;
    let sign_in = || {
        let form = json!({ "email": ann.email, "password": PASSWORD });
        app.post("/api/v1/OAuth/login").json(form.to_string())
    };
    // One write occupies the only writing connection and another waits for it, so there is no room
    // for a third.
    let (enters, entered) = oneshot::channel();
    let (release, released) = mpsc::channel::<()>();
    let (enters, released) = (Mutex::new(Some(enters)), Mutex::new(released));
    let busy = db.clone();
    let holding = tokio::spawn(async move {
        let hold = move |_: &mut db::Tx<'_>| {
            if let Some(enters) = enters.lock().expect("one").take() {
                enters.send(()).expect("the test waits");
                released.lock().expect("one").recv().expect("the test says when");
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

    let turned_away = sign_in().send().await;
    let body = turned_away.error(503, "BUSY");
    assert!(body["errorMessage"].as_str().is_some_and(|text| text.contains("try again")), "{body}");
    assert_eq!(turned_away.header("retry-after"), "1");

    release.send(()).expect("it waits");
    holding.await.expect("no panic").expect("held");
    waiting.await.expect("no panic").expect("waited");
    assert_eq!(app.count("SELECT count(*) FROM session").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM token_bucket").await, 0, "it was no try");
    assert_eq!(sign_in().send().await.status, 200, "and later it is served");
}
