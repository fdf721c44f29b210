//! Tests of the job queue: a committed job runs on one worker at a time until it is done.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use kernel::{brand::Brand, clock::Clock, ids::JobId, language::Language, timestamp::Timestamp};
use mail::{Letter, Mail};
use platform::{
    app::App,
    error::Error,
    jobs::{self, Handlers, Job, JobClass, JobError, JobReason, ScheduledTasks, Worker},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{mpsc, watch};

use crate::support::TestApp;

#[derive(Serialize, Deserialize)]
struct Note(u32);

impl Job for Note {
    const KIND: &'static str = "note";
    const CLASS: JobClass = JobClass::Mail;
}

#[derive(Serialize, Deserialize)]
struct Foreign;

impl Job for Foreign {
    const KIND: &'static str = "foreign";
    const CLASS: JobClass = JobClass::Upkeep;
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

/// Returns a handler that records each note in `seen` and returns the result of `answer`.
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
async fn enqueue_runs_the_job_only_after_commit() {
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
async fn job_is_retried_with_growing_pauses() {
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
async fn job_becomes_a_dead_letter_after_30_attempts_or_a_permanent_error() {
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
        noting(&Arc::default(), |_| Err(JobError::Permanent("no such person".to_owned())));
    enqueue(&app.app, 2..3).await;
    assert_eq!(jobs::run_due(&app.app, &hopeless).await.expect("the queue"), 1);
    app.hands.advance(Duration::from_secs(100 * 3600));
    assert_eq!(jobs::run_due(&app.app, &hopeless).await.expect("the queue"), 0);
    let refused = || JobError::Outside(JobReason::MailRefused, "550 no such user".to_owned());
    let refusing = noting(&Arc::default(), move |_| Err(refused()));
    enqueue(&app.app, 3..4).await;
    assert_eq!(jobs::run_due(&app.app, &refusing).await.expect("the queue"), 1);
    let code = "SELECT count(*) FROM job WHERE state = 'dead' AND error_code = 'MAIL_REFUSED'";
    assert_eq!(app.count(code).await, 1);
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

/// Returns the path of the file with the stored data of jobs of a kind, as earlier releases wrote
/// them.
fn stored(kind: &str) -> PathBuf {
    let name = format!("{}.json", kind.replace(' ', "-"));
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stored/jobs").join(name)
}

#[tokio::test]
async fn handlers_read_jobs_that_were_stored_by_earlier_programs() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    for kind in app.handlers.kinds() {
        let file = stored(kind);
        let payloads = fs::read_to_string(&file).unwrap_or_else(|_| {
            panic!(
                "{} is missing: put a list of what such jobs store there, as serde writes their data, and leave what \
                 is in such a file as it is when the data changes",
                file.display()
            )
        });
        let payloads: Vec<Value> = serde_json::from_str(&payloads).expect("a list");
        assert!(!payloads.is_empty(), "{} is empty", file.display());
        for payload in payloads {
            let id = JobId::new(app.app.clock.now());
            let done = app.handlers.run(app.app.clone(), id, kind, &payload.to_string()).await;
            let is_read =
                !matches!(&done, Err(error) if error.to_string().contains("can't be read"));
            assert!(is_read, "{kind} {payload}: {done:?}");
        }
    }
}

#[tokio::test]
async fn job_that_panics_or_is_malformed_spares_the_others() {
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
    assert_eq!(app.count("SELECT count(*) FROM job WHERE state = 'waiting'").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM job WHERE state = 'dead'").await, 0);
}

/// A job to void a payment, with a field that only a newer program knows.
#[derive(Serialize, Deserialize)]
struct NewVoid {
    reason: String,
}

impl Job for NewVoid {
    const KIND: &'static str = "void";
    const CLASS: JobClass = JobClass::Money;
}

#[tokio::test]
async fn job_of_a_newer_program_is_left_for_one_that_can_read_it() {
    let app = TestApp::new().await;
    let now = app.app.clock.now();
    let newer = NewVoid { reason: "the buyer asked for it".to_owned() };
    let enqueue = move |tx: &mut db::Tx<'_>| jobs::enqueue(tx, now, &newer);
    app.app.db.write(enqueue).await.expect("queued");
    let old = Handlers::default().on(|_: Arc<App>, _: JobId, Void| async { Ok(()) });
    assert_eq!(jobs::run_due(&app.app, &Arc::new(old)).await.expect("the queue"), 1);
    app.hands.advance(Duration::from_secs(60));
    let (done, mut voided) = mpsc::unbounded_channel();
    let new = Handlers::default().on(move |_: Arc<App>, _: JobId, job: NewVoid| {
        done.send(job.reason).expect("the test listens");
        async { Ok(()) }
    });
    assert_eq!(jobs::run_due(&app.app, &Arc::new(new)).await.expect("the queue"), 1);
    assert_eq!(voided.recv().await.as_deref(), Some("the buyer asked for it"));
}

#[tokio::test]
async fn job_of_an_unknown_kind_is_left_untouched() {
    let mut app = TestApp::new().await;
    app.expect_leftover_jobs();
    let now = app.app.clock.now();
    app.app.db.write(move |tx| jobs::enqueue(tx, now, &Foreign)).await.expect("queued");
    let handlers = noting(&Arc::default(), |_| Ok(()));
    assert_eq!(jobs::run_due(&app.app, &handlers).await.expect("the queue"), 0);
    assert_eq!(app.count("SELECT count(*) FROM job WHERE attempts = 0").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_on_several_nodes_run_each_job_once() {
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
    // Enqueue the jobs in two halves. Idle workers must be notified of the second half, because the
    // polling interval is an hour.
    for half in [0..JOBS as u32 / 2, JOBS as u32 / 2..JOBS as u32] {
        enqueue(&app.app, half).await;
        for _ in 0..JOBS / 2 {
            let next = tokio::time::timeout(Duration::from_secs(600), finished.recv());
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

#[derive(Serialize, Deserialize)]
struct Void;

impl Job for Void {
    const KIND: &'static str = "void";
    const CLASS: JobClass = JobClass::Money;
}

async fn enqueue_void(app: &Arc<App>) {
    let now = app.clock.now();
    app.db.write(move |tx| jobs::enqueue(tx, now, &Void)).await.expect("queued");
}

#[tokio::test]
async fn claim_takes_payments_before_mails_that_have_waited_longer() {
    let app = TestApp::new().await;
    let (done, mut order) = mpsc::unbounded_channel();
    let voids = done.clone();
    let handlers = Handlers::default()
        .on(move |_: Arc<App>, _: JobId, Note(number)| {
            done.send(number).expect("the test listens");
            async { Ok(()) }
        })
        .on(move |_: Arc<App>, _: JobId, Void| {
            voids.send(0).expect("the test listens");
            async { Ok(()) }
        });
    enqueue(&app.app, 1..4).await;
    app.hands.advance(Duration::from_secs(60));
    enqueue_void(&app.app).await;
    assert_eq!(jobs::run_due(&app.app, &Arc::new(handlers)).await.expect("the queue"), 4);
    assert_eq!(order.recv().await, Some(0));
}

#[tokio::test]
async fn worker_has_a_place_for_payments_while_mails_hang() {
    let mut app = TestApp::with("jobs.concurrency = 4").await;
    app.expect_leftover_jobs();
    let (voided, mut voids) = mpsc::unbounded_channel();
    let (begins, mut begun) = mpsc::unbounded_channel();
    let handlers = Handlers::default()
        .on(move |_: Arc<App>, _: JobId, Note(_)| {
            begins.send(()).expect("the test listens");
            std::future::pending::<Result<(), JobError>>()
        })
        .on(move |_: Arc<App>, _: JobId, Void| {
            voided.send(()).expect("the test listens");
            async { Ok(()) }
        });
    enqueue(&app.app, 0..100).await;
    let (_stop, stopping) = watch::channel(false);
    let working = tokio::spawn(Worker::new(app.app.clone(), Arc::new(handlers)).run(stopping));
    for _ in 0..2 {
        begun.recv().await.expect("mails take all places but two");
    }
    enqueue_void(&app.app).await;
    voids.recv().await.expect("a place is for payments");
    assert!(begun.try_recv().is_err(), "no mail took it");
    working.abort();
}

fn mail_to<L: Letter>(name: &str, letter: L) -> Mail<L> {
    Mail { to: format!("{name}@funray.test"), brand: Brand::DEFAULT, lang: Language::En, letter }
}

async fn post<L: Letter>(app: &Arc<App>, mails: Vec<Mail<L>>) {
    let now = app.clock.now();
    app.db
        .write(move |tx| mails.iter().try_for_each(|mail| mail::post(tx, now, mail).map(drop)))
        .await
        .expect("posted");
}

/// An email job, whose letter can belong to any feature.
#[derive(Serialize, Deserialize)]
struct QueuedMail {
    to: String,
    letter: Value,
}

impl Job for QueuedMail {
    const KIND: &'static str = "mail";
    const CLASS: JobClass = JobClass::Mail;
}

fn gift_moved() -> cards::letters::Letter {
    let [to, from, vendor] = ["Bob", "Ann", "Bakery"].map(str::to_owned);
    cards::letters::Letter::GiftMoved { to, from, vendor }
}

fn code() -> accounts::letters::Letter {
    accounts::letters::Letter::EmailCode { code: "123456".to_owned() }
}

#[tokio::test]
async fn worker_has_a_place_for_awaited_mails_while_others_hang() {
    let mut app = TestApp::with("jobs.concurrency = 4").await;
    app.expect_leftover_jobs();
    let (begins, mut begun) = mpsc::unbounded_channel();
    let handlers = Handlers::default().on(move |_: Arc<App>, _: JobId, mail: QueuedMail| {
        let is_code = mail.letter["letter"] == "emailCode";
        begins.send(mail.to).expect("the test listens");
        async move {
            if !is_code {
                std::future::pending::<()>().await;
            }
            Ok(())
        }
    });
    post(&app.app, (0..100).map(|_| mail_to("patient", gift_moved())).collect()).await;
    let (_stop, stopping) = watch::channel(false);
    let working = tokio::spawn(Worker::new(app.app.clone(), Arc::new(handlers)).run(stopping));
    for _ in 0..2 {
        assert_eq!(begun.recv().await.as_deref(), Some("patient@funray.test"));
    }
    for name in ["ann", "bob", "cleo"] {
        post(&app.app, vec![mail_to(name, code())]).await;
        assert_eq!(begun.recv().await, Some(format!("{name}@funray.test")));
    }
    working.abort();
}

#[tokio::test]
async fn claim_takes_awaited_mails_before_others_that_have_waited_longer() {
    let app = TestApp::new().await;
    let (done, mut order) = mpsc::unbounded_channel();
    let handlers = Handlers::default().on(move |_: Arc<App>, _: JobId, mail: QueuedMail| {
        done.send(mail.to).expect("the test listens");
        async { Ok(()) }
    });
    post(&app.app, vec![mail_to("patient", gift_moved())]).await;
    app.hands.advance(Duration::from_secs(60));
    post(&app.app, vec![mail_to("ann", code())]).await;
    assert_eq!(jobs::run_due(&app.app, &Arc::new(handlers)).await.expect("the queue"), 2);
    assert_eq!(order.recv().await.as_deref(), Some("ann@funray.test"));
}

/// Returns how often a worker queries for due jobs while 300 other queries run.
async fn questions(app: &TestApp) -> usize {
    app.app.db.record();
    for _ in 0..300 {
        app.count("SELECT count(*) FROM job").await;
    }
    claims(app)
}

/// Returns the number of recorded queries for due jobs.
fn claims(app: &TestApp) -> usize {
    let asked = app.app.db.recorded();
    asked.iter().filter(|statement| statement.sql.contains("ORDER BY due_at")).count()
}

#[tokio::test]
async fn worker_at_its_concurrency_limit_does_not_poll() {
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
async fn worker_without_a_place_for_mails_does_not_look_for_each_that_comes() {
    let mut app = TestApp::with("jobs.concurrency = 4").await;
    app.expect_leftover_jobs();
    let (begins, mut begun) = mpsc::unbounded_channel();
    let hanging = Handlers::default().on(move |_: Arc<App>, _: JobId, Note(_)| {
        begins.send(()).expect("the test listens");
        std::future::pending::<Result<(), JobError>>()
    });
    enqueue(&app.app, 0..2).await;
    let (_stop, stopping) = watch::channel(false);
    let working = tokio::spawn(Worker::new(app.app.clone(), Arc::new(hanging)).run(stopping));
    for _ in 0..2 {
        begun.recv().await.expect("mails take all places but two");
    }
    app.app.db.record();
    for number in 2..102 {
        enqueue(&app.app, number..number + 1).await;
    }
    let asked = claims(&app);
    assert!(asked < 10, "{asked}: what it was woken for by the first two, and polling");
    working.abort();
}

#[tokio::test]
async fn worker_claims_once_for_the_jobs_that_it_starts() {
    let mut app = TestApp::with("jobs.concurrency = 4\njobs.poll_seconds = 3600").await;
    app.expect_leftover_jobs();
    let (begins, mut begun) = mpsc::unbounded_channel();
    let voids = begins.clone();
    let hanging = Handlers::default()
        .on(move |_: Arc<App>, _: JobId, Note(_)| {
            begins.send(()).expect("the test listens");
            std::future::pending::<Result<(), JobError>>()
        })
        .on(move |_: Arc<App>, _: JobId, Void| {
            voids.send(()).expect("the test listens");
            std::future::pending::<Result<(), JobError>>()
        });
    enqueue(&app.app, 0..3).await;
    app.app.db.record();
    let (_stop, stopping) = watch::channel(false);
    let working = tokio::spawn(Worker::new(app.app.clone(), Arc::new(hanging)).run(stopping));
    for _ in 0..2 {
        begun.recv().await.expect("mails take all places but two");
    }
    enqueue_void(&app.app).await;
    begun.recv().await.expect("the payment is next");
    assert_eq!(claims(&app), 2, "one for the mails and one for the payment");
    working.abort();
}

#[tokio::test]
async fn worker_pauses_after_a_failed_claim() {
    let mut app = TestApp::with("jobs.poll_seconds = 3600").await;
    app.expect_leftover_jobs();
    let seen = Arc::default();
    enqueue(&app.app, 0..1).await;
    app.app
        .db
        // Rename a column that only claiming a job uses, so that workers can read the queue but not
        // claim jobs.
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
async fn lease_expiry_gives_a_job_to_another_worker() {
    let app = TestApp::with("jobs.lease_seconds = 60").await;
    enqueue(&app.app, 5..6).await;
    // The first worker claims the job and hangs.
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
async fn job_ids_sort_by_creation_time() {
    let early = JobId::new(Timestamp::UNIX_EPOCH);
    assert!(early < JobId::new(Clock::system().now()));
}

#[tokio::test]
async fn scheduled_tasks_keep_no_other_waiting() {
    let app = TestApp::new().await;
    let second = Arc::new(tokio::sync::Notify::new());
    let (awaited, told) = (second.clone(), second);
    let hour = Duration::from_secs(3600);
    let tasks = ScheduledTasks::default()
        .every(hour, "the first", move |_| {
            let awaited = awaited.clone();
            async move {
                awaited.notified().await;
                Ok(())
            }
        })
        .every(hour, "the second", move |_| {
            told.notify_one();
            async { Ok(()) }
        });
    let both = tokio::time::timeout(Duration::from_secs(600), tasks.run_due(&app.app)).await;
    assert_eq!(both.expect("the first does not wait in vain").expect("done"), 2);
}

/// Returns a scheduled task that signals when it begins and then waits until the test lets it end.
fn hanging_task(
    every: Duration,
    begins: mpsc::UnboundedSender<()>,
    go: Arc<tokio::sync::Notify>,
) -> ScheduledTasks {
    ScheduledTasks::default().every(every, "slow", move |_| {
        let (begins, go) = (begins.clone(), go.clone());
        async move {
            begins.send(()).expect("the test listens");
            go.notified().await;
            Ok(())
        }
    })
}

#[tokio::test]
async fn scheduled_task_that_outlasts_its_period_runs_on_one_node() {
    let hour = Duration::from_secs(3600);
    let app = TestApp::with("jobs.lease_seconds = 86400").await;
    let (begins, mut begun) = mpsc::unbounded_channel();
    let go = Arc::new(tokio::sync::Notify::new());
    let (tasks, others) =
        (hanging_task(hour, begins.clone(), go.clone()), hanging_task(hour, begins, go.clone()));
    let (node, other) = (app.app.clone(), app.another_node());
    let working = tokio::spawn(async move { tasks.run_due(&node).await });
    begun.recv().await.expect("it begins");
    app.hands.advance(2 * hour);
    assert_eq!(others.run_due(&other).await.expect("the tasks"), 0, "it is still being done");
    go.notify_one();
    assert_eq!(working.await.expect("no panic").expect("the tasks"), 1);
    go.notify_one();
    assert_eq!(others.run_due(&other).await.expect("the tasks"), 1, "it has been due since");
}

#[tokio::test]
async fn scheduled_task_of_a_node_that_died_is_taken_over_when_its_lease_ends() {
    let day = Duration::from_secs(24 * 3600);
    let app = TestApp::with("jobs.lease_seconds = 60").await;
    let (begins, mut begun) = mpsc::unbounded_channel();
    let tasks = hanging_task(day, begins, Arc::default());
    let others = ScheduledTasks::default().every(day, "slow", |_| async { Ok(()) });
    let (node, other) = (app.app.clone(), app.another_node());
    let working = tokio::spawn(async move { tasks.run_due(&node).await });
    begun.recv().await.expect("it begins");
    working.abort();
    app.hands.advance(Duration::from_secs(30));
    assert_eq!(others.run_due(&other).await.expect("the tasks"), 0, "the node may still be there");
    app.hands.advance(Duration::from_secs(31));
    assert_eq!(others.run_due(&other).await.expect("the tasks"), 1);
    app.hands.advance(Duration::from_secs(3600));
    assert_eq!(others.run_due(&other).await.expect("the tasks"), 0, "it was done");
}
