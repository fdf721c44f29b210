//! The queue: a job runs once it is committed, by one worker at a time, until it is done.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use funray::{
    app::App,
    error::Error,
    jobs::{self, Handlers, Job, JobError, JobId, Worker},
    kernel::{clock::Clock, timestamp::Timestamp},
};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

use crate::support::TestApp;

#[derive(Serialize, Deserialize)]
struct Note(u32);

impl Job for Note {
    const KIND: &'static str = "note";
}

#[derive(Serialize, Deserialize)]
struct Foreign;

impl Job for Foreign {
    const KIND: &'static str = "foreign";
}

async fn enqueue(app: &Arc<App>, numbers: std::ops::Range<u32>) {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            for number in numbers.clone() {
                jobs::enqueue(tx, now, &Note(number))?;
            }
            Ok::<_, Error>(())
        })
        .await
        .expect("queued");
}

/// Writes down which notes came, and answers with what `answer` says.
fn noting(
    seen: &Arc<Mutex<Vec<u32>>>,
    answer: impl Fn(usize) -> Result<(), JobError> + Send + Sync + 'static,
) -> Arc<Handlers> {
    let seen = seen.clone();
    let handlers = Handlers::default().on(move |_: Arc<App>, _: JobId, Note(number)| {
        let mut seen = seen.lock().expect("no panic");
        seen.push(number);
        let answer = answer(seen.len());
        async move { answer }
    });
    Arc::new(handlers)
}

#[tokio::test]
async fn a_job_runs_when_its_transaction_is_committed_and_never_when_it_is_not() {
    let app = TestApp::new().await;
    let seen = Arc::default();
    let handlers = noting(&seen, |_| Ok(()));
    let now = app.app.clock.now();
    let undone: Result<(), Error> = app
        .app
        .db
        .write(move |tx| {
            jobs::enqueue(tx, now, &Note(1))?;
            Err(Error::NotFound)
        })
        .await;
    assert!(undone.is_err());
    enqueue(&app.app, 2..3).await;
    assert_eq!(jobs::run_due(&app.app, &handlers).await.expect("the queue"), 1);
    assert_eq!(*seen.lock().expect("no panic"), [2]);
    assert_eq!(jobs::run_due(&app.app, &handlers).await.expect("the queue"), 0);
}

#[tokio::test]
async fn what_failed_comes_back_later_until_it_is_done() {
    let app = TestApp::new().await;
    let seen = Arc::default();
    let handlers = noting(&seen, |attempt| match attempt {
        3 => Ok(()),
        _ => Err(JobError::Retry("not yet".to_owned())),
    });
    enqueue(&app.app, 7..8).await;
    let run = || async { jobs::run_due(&app.app, &handlers).await.expect("the queue") };
    assert_eq!(run().await, 1);
    assert_eq!(run().await, 0, "it waits before it tries again");
    app.hands.advance(Duration::from_secs(8));
    assert_eq!(run().await, 1);
    app.hands.advance(Duration::from_secs(8));
    assert_eq!(run().await, 0, "and longer the next time");
    app.hands.advance(Duration::from_secs(8));
    assert_eq!(run().await, 1);
    assert_eq!(*seen.lock().expect("no panic"), [7, 7, 7]);
}

#[tokio::test]
async fn a_job_that_keeps_failing_or_is_hopeless_is_dead_and_stays_to_be_looked_at() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let seen = Arc::default();
    let failing = noting(&seen, |_| Err(JobError::Retry("the server is down".to_owned())));
    enqueue(&app.app, 1..2).await;
    while jobs::run_due(&app.app, &failing).await.expect("the queue") > 0 {
        app.hands.advance(Duration::from_secs(2 * 3600));
    }
    let attempts = seen.lock().expect("no panic").len();
    assert_eq!(attempts, 30);

    let hopeless =
        noting(&Arc::default(), |_| Err(JobError::Hopeless("no such person".to_owned())));
    enqueue(&app.app, 2..3).await;
    assert_eq!(jobs::run_due(&app.app, &hopeless).await.expect("the queue"), 1);
    app.hands.advance(Duration::from_secs(100 * 3600));
    assert_eq!(jobs::run_due(&app.app, &hopeless).await.expect("the queue"), 0);
    let dead: Vec<(String, String)> = app
        .app
        .db
        .read(|tx| tx.rows("SELECT state, last_error FROM job ORDER BY created_at, id", &[]))
        .await
        .expect("rows");
    assert_eq!(dead[0].0, "dead");
    assert!(dead[0].1.contains("the server is down"), "{dead:?}");
    assert_eq!(dead[1], ("dead".to_owned(), "no such person".to_owned()));
}

#[tokio::test]
async fn a_panic_or_an_unreadable_job_is_that_jobs_trouble_alone() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let handlers = Handlers::default().on(|_: Arc<App>, _: JobId, Note(number)| async move {
        assert_ne!(number, 1, "this one panics");
        Ok(())
    });
    enqueue(&app.app, 1..3).await;
    app.app
        .db
        .write(|tx| {
            let id = JobId::new(Timestamp::UNIX_EPOCH);
            tx.execute(
                "INSERT INTO job (id, kind, payload, state, due_at, attempts, created_at)
                 VALUES ($1, 'note', '{]', 'waiting', 0, 0, 0)",
                db::params![id],
            )
        })
        .await
        .expect("a broken job");
    assert_eq!(jobs::run_due(&app.app, &Arc::new(handlers)).await.expect("the queue"), 3);
    assert_eq!(app.count("SELECT count(*) FROM job WHERE state = 'waiting'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM job WHERE state = 'dead'").await, 1);
}

#[tokio::test]
async fn kinds_that_this_program_does_not_know_are_left_to_a_newer_one() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let now = app.app.clock.now();
    app.app.db.write(move |tx| jobs::enqueue(tx, now, &Foreign)).await.expect("queued");
    let handlers = noting(&Arc::default(), |_| Ok(()));
    assert_eq!(jobs::run_due(&app.app, &handlers).await.expect("the queue"), 0);
    assert_eq!(app.count("SELECT count(*) FROM job WHERE attempts = 0").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_of_several_nodes_share_the_queue_and_do_each_job_once() {
    const JOBS: usize = 120;
    let app = TestApp::with("jobs.poll_seconds = 3600\njobs.concurrency = 3").await;
    let nodes = [app.app.clone(), app.another_node(), app.another_node()];
    let counts: Arc<Vec<AtomicUsize>> = Arc::new((0..JOBS).map(|_| AtomicUsize::new(0)).collect());
    let (done, mut finished) = mpsc::unbounded_channel();
    let (stop, stopping) = watch::channel(false);
    let workers: Vec<_> = nodes
        .iter()
        .map(|node| {
            let (counts, done) = (counts.clone(), done.clone());
            let handlers = Handlers::default().on(move |_: Arc<App>, _: JobId, Note(number)| {
                counts[number as usize].fetch_add(1, Ordering::SeqCst);
                done.send(()).expect("the test listens");
                async { Ok(()) }
            });
            tokio::spawn(Worker::new(node.clone(), Arc::new(handlers)).run(stopping.clone()))
        })
        .collect();
    // In two goes, so that workers that rest have to be woken: the polling interval is an hour.
    for half in [0..JOBS as u32 / 2, JOBS as u32 / 2..JOBS as u32] {
        enqueue(&app.app, half).await;
        for _ in 0..JOBS / 2 {
            let next = tokio::time::timeout(Duration::from_secs(60), finished.recv());
            next.await.expect("workers were woken").expect("a job");
        }
    }
    stop.send(true).expect("workers listen");
    for worker in workers {
        worker.await.expect("no panic");
    }
    let counts: Vec<usize> = counts.iter().map(|count| count.load(Ordering::SeqCst)).collect();
    assert_eq!(counts, vec![1; JOBS]);
}

/// How often the queue was asked for what is due while this test asked something else some hundred times.
async fn questions(app: &TestApp) -> usize {
    app.app.db.record();
    for _ in 0..300 {
        app.count("SELECT count(*) FROM job").await;
    }
    let asked = app.app.db.recorded();
    asked.iter().filter(|statement| statement.sql.contains("ORDER BY due_at")).count()
}

#[tokio::test]
async fn a_worker_with_its_hands_full_asks_for_nothing() {
    let mut app = TestApp::with("jobs.concurrency = 1").await;
    app.expect_leftover_jobs();
    let (begins, mut begun) = mpsc::unbounded_channel();
    let hanging = Handlers::default().on(move |_: Arc<App>, _: JobId, Note(_)| {
        begins.send(()).expect("the test listens");
        std::future::pending::<Result<(), JobError>>()
    });
    enqueue(&app.app, 0..2).await;
    let (_stop, stopping) = watch::channel(false);
    let working = tokio::spawn(Worker::new(app.app.clone(), Arc::new(hanging)).run(stopping));
    begun.recv().await.expect("it takes one");
    assert_eq!(questions(&app).await, 0);
    working.abort();
}

#[tokio::test]
async fn a_worker_that_can_not_take_jobs_rests_before_it_tries_again() {
    let mut app = TestApp::with("jobs.poll_seconds = 3600").await;
    app.expect_leftover_jobs();
    let seen = Arc::default();
    enqueue(&app.app, 0..1).await;
    app.app
        .db
        // Reading goes on, taking a job doesn't.
        .write(|tx| tx.execute("ALTER TABLE job RENAME COLUMN lease TO rent", &[]))
        .await
        .expect("renamed");
    let (_stop, stopping) = watch::channel(false);
    let working =
        tokio::spawn(Worker::new(app.app.clone(), noting(&seen, |_| Ok(()))).run(stopping));
    let asked = questions(&app).await;
    assert!(asked < 10, "{asked}: the claim that failed, and what it was woken for");
    working.abort();
}

#[tokio::test]
async fn the_job_of_a_worker_that_died_is_given_to_another() {
    let app = TestApp::with("jobs.lease_seconds = 60").await;
    enqueue(&app.app, 5..6).await;
    // The first worker takes the job and is never heard of again.
    let hanging = Handlers::default()
        .on(|_: Arc<App>, _: JobId, Note(_)| std::future::pending::<Result<(), JobError>>());
    let hanging = Arc::new(hanging);
    let first = tokio::spawn({
        let app = app.app.clone();
        async move { jobs::run_due(&app, &hanging).await }
    });
    while app.count("SELECT count(*) FROM job WHERE lease IS NOT NULL").await == 0 {
        tokio::task::yield_now().await;
    }
    first.abort();
    let seen = Arc::default();
    let handlers = noting(&seen, |_| Ok(()));
    assert_eq!(
        jobs::run_due(&app.app, &handlers).await.expect("the queue"),
        0,
        "it may still be at it"
    );
    app.hands.advance(Duration::from_secs(61));
    assert_eq!(jobs::run_due(&app.app, &handlers).await.expect("the queue"), 1);
    assert_eq!(*seen.lock().expect("no panic"), [5]);
}

#[tokio::test]
async fn ids_of_jobs_tell_their_age() {
    let early = JobId::new(Timestamp::UNIX_EPOCH);
    assert!(early < JobId::new(Clock::system().now()));
}
