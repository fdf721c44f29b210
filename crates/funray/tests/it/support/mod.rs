//! Runs the program for a test, with an empty database, a clock that the test sets, and a mailbox
//! that it reads.

pub mod captcha;
pub mod cards;
pub mod citus;
pub mod client;
pub mod crowd;
pub mod documents;
mod ending;
pub mod interleaving;
pub mod live;
pub mod partitions;
pub mod people;
pub mod pictures;
pub mod place;
mod planner;
pub mod program;
pub mod proxy;
pub mod recaptcha;
pub mod shops;
pub mod smtp;
pub mod till;
pub mod wire;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use art::PictureCache;
use axum::Router;
use db::{Db, Statement};
use finance::verify;
use funray::{
    demo::Demo,
    features,
    router::{self, WebFiles},
    work,
};
use kernel::{
    clock::{Clock, ManualClock},
    ids::JobId,
    timestamp::Timestamp,
};
use platform::{
    app::{App, Parts},
    config::{Config, Layers, Origin},
    error::Error,
    fail_points::FailPoints,
    jobs::{self, Handlers},
    passwords::Passwords,
    secrets::Secrets,
    services::{files::Files, gateway::Gateway, mailer::Transport},
};

pub use client::{Call, Reply};
pub use people::{PASSWORD, Person, Visitor};
pub use place::Place;
use proxy::Proxy;

/// Secret key of the program in all tests.
pub const KEY: &str = "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f";

/// Settings of all tests: cheap password hashes and captchas, and the key in [`KEY`], which all
/// nodes share.
pub const CHEAP_AND_FIXED: &str = r#"
    demo = true
    secret_key = "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"
    passwords = { memory_kib = 64, iterations = 1 }
    captcha = { altcha_cost = 1, altcha_counter_min = 1, altcha_counter_max = 20 }
"#;

pub struct TestApp {
    pub app: Arc<App>,
    pub hands: ManualClock,
    pub handlers: Arc<Handlers>,
    router: Router,
    /// Whether the test may end with jobs in the queue.
    leftovers: bool,
    // Must be the last field: the database is dropped after everything that may still use it.
    pub place: Place,
}

impl TestApp {
    pub async fn new() -> TestApp {
        TestApp::with("").await
    }

    /// Starts the program with additional settings, in TOML.
    pub async fn with(settings: &str) -> TestApp {
        TestApp::with_routes(settings, Router::new()).await
    }

    /// Starts the program with additional routes, which run behind the same middleware as its own.
    pub async fn with_routes(settings: &str, extra: Router<Arc<App>>) -> TestApp {
        let place = Place::migrated();
        let db = place.open();
        TestApp::build(settings, extra, place, db)
    }

    /// Starts the program with additional settings and this time limit for database transactions.
    pub async fn limited(settings: &str, time_limit: Duration) -> TestApp {
        let place = Place::migrated();
        let db = place.open_limited(time_limit);
        TestApp::build(settings, Router::new(), place, db)
    }

    /// Starts the program with a database time limit of one minute, for example to fill the demo on
    /// a busy machine.
    pub async fn patient() -> TestApp {
        TestApp::limited("", Duration::from_secs(60)).await
    }

    /// Starts the program with one database connection, for tests that count statements and round
    /// trips.
    pub async fn on_one_connection(settings: &str) -> TestApp {
        let place = Place::migrated();
        let db = place.open_single();
        TestApp::build(settings, Router::new(), place, db)
    }

    /// Starts the program on PostgreSQL behind a proxy that can cut connections. Returns `None` on
    /// the embedded engine.
    pub async fn behind_proxy() -> Option<(TestApp, Proxy)> {
        let place = Place::migrated();
        let proxy = Proxy::before(place.url()?);
        let db = place.open_through(&proxy);
        Some((TestApp::build("", Router::new(), place, db), proxy))
    }

    /// Starts the program on a database that the test has opened.
    pub async fn on(db: Db) -> TestApp {
        TestApp::build("", Router::new(), Place::new(), db)
    }

    /// Starts the program without pictures that other tests have drawn, for tests of drawing.
    pub async fn drawing_itself() -> TestApp {
        let place = Place::migrated();
        let db = place.open();
        TestApp::build_with(PictureCache::default(), "", Router::new(), place, db)
    }

    fn build(settings: &str, extra: Router<Arc<App>>, place: Place, db: Db) -> TestApp {
        TestApp::build_with(PICTURES.clone(), settings, extra, place, db)
    }

    fn build_with(
        pictures: PictureCache,
        settings: &str,
        extra: Router<Arc<App>>,
        place: Place,
        db: Db,
    ) -> TestApp {
        let config = configuration(&place, settings);
        let hands =
            ManualClock::starting_at(Timestamp::parse("2026-03-10T15:00:00Z").expect("a moment"));
        let app = node(config, db, hands.clock(), pictures);
        let router = router(app.clone()).merge(router::layered(extra, app.clone()));
        TestApp {
            router,
            app,
            hands,
            handlers: Arc::new(work::handlers()),
            leftovers: false,
            place,
        }
    }

    /// Restarts the program on the same database, with these additional settings.
    pub fn restart(&mut self, settings: &str) {
        let config = configuration(&self.place, settings);
        self.app.db.close();
        let pictures = self.app.shared.get::<PictureCache>().clone();
        self.app = node(config, self.place.open(), self.hands.clock(), pictures);
        self.router = router(self.app.clone());
    }

    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub fn get(&self, path: &str) -> Call {
        Call::new(self.router.clone(), "GET", path)
    }

    pub fn post(&self, path: &str) -> Call {
        Call::new(self.router.clone(), "POST", path)
    }

    pub fn call(&self, method: &str, path: &str) -> Call {
        Call::new(self.router.clone(), method, path)
    }

    /// Queues a test email to this address.
    pub async fn post_mail(&self, to: &str) -> JobId {
        let now = self.app.clock.now();
        let mail = mail(to);
        self.app.db.write(move |tx| mail::post(tx, now, &mail)).await.expect("the mail is posted")
    }

    /// Runs all jobs that are due and returns their number.
    pub async fn run_jobs(&self) -> usize {
        jobs::run_due(&self.app, &self.handlers).await.expect("the queue")
    }

    /// Returns the emails to an address, newest first.
    pub async fn mails_to(&self, address: &str) -> Vec<serde_json::Value> {
        let reply = self.get(&format!("/sandbox/mail.json?to={address}")).send().await;
        reply.json().as_array().expect("a list").clone()
    }

    /// Starts another node of the program, with its own connections to the same database, and the
    /// same key and clock.
    pub fn another_node(&self) -> Arc<App> {
        let pictures = self.app.shared.get::<PictureCache>().clone();
        node(self.app.config.clone(), self.place.open(), self.app.clock.clone(), pictures)
    }

    /// Runs a `SELECT count(*)` statement and returns the count.
    pub async fn count(&self, sql: &'static str) -> i64 {
        self.app.db.read(move |tx| tx.one::<(i64,)>(sql, &[])).await.expect("a count").0
    }

    /// Sends a call. Returns the reply and all SQL statements that ran for it.
    pub async fn recorded(&self, call: Call) -> (Reply, Vec<Statement>) {
        self.app.db.record();
        let reply = call.send().await;
        (reply, self.app.db.recorded())
    }

    /// Returns the number of files in the folder of uploaded pictures.
    pub fn stored_files(&self) -> usize {
        let mut folders = vec![self.place.folder.path().join("files")];
        let mut count = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                if path.is_dir() { folders.push(path) } else { count += 1 }
            }
        }
        count
    }

    /// Returns the report of `funray verify`, without the check of anchors.
    pub async fn report(&self) -> Result<verify::Report, Error> {
        let keys = verify::Keys::of(&self.app.secrets);
        verify::report(&self.app.db, features::rules(), &keys, Vec::new()).await
    }

    /// Runs `funray verify` with these additional arguments. Returns whether the command succeeded,
    /// and its output.
    pub fn verify_command(&self, more: &[&str]) -> (bool, String) {
        self.command("verify", more)
    }

    /// Runs a command of the program on the test's database. Returns whether the command succeeded,
    /// and its output.
    pub fn command(&self, name: &str, more: &[&str]) -> (bool, String) {
        let arguments = self.command_line(name, more);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (is_fine, out, complaint) = program::run(&arguments);
        (is_fine, out + &complaint)
    }

    /// Returns the arguments that run a command of the program on the test's database.
    pub fn command_line(&self, name: &str, more: &[&str]) -> Vec<String> {
        let file = self.place.folder.path().join("command.toml");
        let files = self.place.folder.path().join("files");
        let config = &self.app.config;
        let settings = format!(
            "{}\nprevious_keys = {:?}\nretired_keys = {:?}\nfiles.store = \"dir:{}\"",
            CHEAP_AND_FIXED.replace(KEY, &config.secret_key),
            config.previous_keys,
            config.retired_keys,
            files.display()
        );
        std::fs::write(&file, settings).expect("a file");
        let mut arguments =
            vec![name.to_owned(), "--config".to_owned(), file.display().to_string()];
        arguments.extend(more.iter().map(|word| (*word).to_owned()));
        arguments.extend(self.place.flags());
        arguments
    }

    /// Allows this test to end with jobs in the queue.
    pub fn expect_leftover_jobs(&mut self) {
        self.leftovers = true;
    }
}

/// Environment variable with the folder of the one brand under which this process runs its tests.
pub const ONLY_BRAND: &str = "TEST_BRAND";

/// Uses only the brand that the environment names, if it names one.
fn choose_brand() {
    static CHOSEN: LazyLock<()> = LazyLock::new(|| {
        if let Some(folder) = std::env::var_os(ONLY_BRAND) {
            kernel::brand::Brand::read_folders(&[folder.into()]).expect("a brand");
        }
    });
    LazyLock::force(&CHOSEN);
}

fn configuration(place: &Place, settings: &str) -> Config {
    choose_brand();
    let mut layers = Layers::defaults();
    layers.add_toml(CHEAP_AND_FIXED, Origin::File).expect("settings");
    let files = place.folder.path().join("files");
    let store = format!("files.store = \"dir:{}\"", files.display());
    layers.add_toml(&store, Origin::File).expect("settings");
    layers.add_toml(settings, Origin::File).expect("settings");
    Config::from_layers(&layers).expect("a configuration")
}

fn node(config: Config, db: Db, clock: Clock, pictures: PictureCache) -> Arc<App> {
    let listening_on = "127.0.0.1:8080";
    App::new(Parts {
        mailer: Transport::from_config(&config).and_then(Transport::prepared).expect("a mailer"),
        files: Files::from_config(&config).expect("a folder"),
        gateway: Gateway::from_config(&config, listening_on, clock.now()).expect("a gateway"),
        db,
        clock,
        secrets: Secrets::load(&config).expect("the key"),
        passwords: Passwords::new(&config.passwords).expect("cheap hashes"),
        fail_points: FailPoints::default(),
        listening_on: listening_on.to_owned(),
        shared: features::shared().with(pictures),
        config,
    })
}

/// Pictures of all programs of a test run, because drawing them takes a sixth of its time.
static PICTURES: LazyLock<PictureCache> = LazyLock::new(PictureCache::default);

/// Returns the router of a program. All programs of a test run share the web app's files, because a
/// test build loads thousands of them.
pub fn router(app: Arc<App>) -> Router {
    static FILES: LazyLock<Arc<WebFiles>> = LazyLock::new(|| Arc::new(WebFiles::embedded()));
    let demo = Demo::new(&app);
    router::router_with(app, FILES.clone(), &demo)
}

pub fn mail(to: &str) -> mail::Mail<mail::TestLetter> {
    mail::Mail {
        to: to.to_owned(),
        brand: kernel::brand::Brand::DEFAULT,
        lang: kernel::language::Language::En,
        letter: mail::TestLetter::Test,
    }
}
