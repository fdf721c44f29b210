//! Metrics for operators in Prometheus format. Each running program has a registry of its own, and
//! no global registry exists.

mod cases;
mod database;
mod labels;
mod money;

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use prometheus_client::{
    encoding::text::encode,
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
        info::Info,
    },
    registry::{Metric, Registry},
};

use kernel::timestamp::Timestamp;

use database::Database;
use labels::{ClientError, GatewayCall, JobKind, JobOutcome, JobsOfClass, Request, Route};

pub use cases::Cases;
pub use money::{Money, ORDER_OUTCOMES, WEBHOOK_OUTCOMES};

/// Returns a histogram of seconds, with buckets from 1 ms to 16 s in powers of two.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 15))
}

/// Metrics that should alert an operator: stopped money movements, and work that the program could
/// not do.
pub struct Alarms {
    pub is_ledger_stopped: bool,
    pub checks_failed: i64,
    /// Number of dead jobs of each class.
    pub jobs_dead: Vec<(&'static str, i64)>,
    pub oldest_unsealed: Option<Timestamp>,
}

/// Times of the operator's last backup and of the last drill that restored one.
pub struct Safeguarded {
    pub backed_up_at: Option<Timestamp>,
    pub drilled_at: Option<Timestamp>,
}

/// Time for which metrics from database rows are reused; more frequent scrapes do not query the
/// database.
pub const SAMPLE_LASTS: Duration = Duration::from_secs(5);

pub struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    durations: Family<Route, Histogram>,
    pub in_flight: Gauge,
    jobs: Family<JobOutcome, Counter>,
    job_lags: Family<JobKind, Gauge>,
    oldest_mail: Gauge,
    ledger_stopped: Gauge,
    checks_failed: Gauge,
    jobs_dead: Family<JobsOfClass, Gauge>,
    oldest_unsealed: Gauge,
    sampled_at: Mutex<Option<Timestamp>>,
    gateway_calls: Family<GatewayCall, Histogram>,
    /// Number of overdue payments, at most a few seconds old like the other values that are read
    /// from the database.
    pub payments_overdue: Gauge,
    client_errors: Family<ClientError, Counter>,
    pub connections_refused: Counter,
    password_hashes: Counter,
    log_lines_dropped: Counter,
    /// Reversed charges that are not closed.
    pub charges_reversed: Cases,
    /// Open differences with the gateway.
    pub gateway_differences: Cases,
    /// Number of open payouts, read from the database at most a few seconds ago.
    pub payouts_open: Gauge,
    /// Orders held for review.
    pub orders_in_review: Cases,
    /// Number of overdue checks of the books, read from the database at most a few seconds ago.
    pub checks_overdue: Gauge,
    /// Longest delay of a check whether a charge was reversed, in seconds, read from the database
    /// at most a few seconds ago.
    pub charges_longest_unasked: Gauge,
    pub money: Money,
    oldest_webhook: Gauge,
    backup_age: Gauge,
    backup_drilled: Gauge,
    disk_free: Gauge<f64, AtomicU64>,
    clock_lead: Gauge<f64, AtomicU64>,
    database: Database,
}

/// Registers a new metric and returns it.
fn register<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// Returns the program's version and commit. The commit comes from `FUNRAY_COMMIT` at build time.
fn build_info() -> Info<Vec<(&'static str, &'static str)>> {
    Info::new(vec![
        ("version", env!("CARGO_PKG_VERSION")),
        ("commit", option_env!("FUNRAY_COMMIT").unwrap_or("unknown")),
        ("edition", if cfg!(feature = "demo") { "demo" } else { "production" }),
    ])
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let requests = register(&mut registry, "http_requests", "Requests answered");
        let durations = Family::<Route, Histogram>::new_with_constructor(seconds);
        registry.register("http_request_seconds", "Time to answer", durations.clone());
        let in_flight = register(&mut registry, "http_in_flight", "Requests being answered");
        let jobs = register(&mut registry, "jobs", "Jobs run, by outcome");
        let job_lags = register(
            &mut registry,
            "job_lag_seconds",
            "For how long the oldest job of a kind has been due",
        );
        let oldest_mail = register(
            &mut registry,
            "mail_oldest_unsent_seconds",
            "Age of the oldest mail that is still to be sent",
        );
        let ledger_stopped = register(
            &mut registry,
            "ledger_stopped",
            "1 while a breach of the books stops all movements of money",
        );
        let checks_failed = register(
            &mut registry,
            "books_checks_failed",
            "Checks of the books that last found a breach",
        );
        let jobs_dead = register(&mut registry, "jobs_dead", "Jobs that were given up, by class");
        let oldest_unsealed = register(
            &mut registry,
            "seals_oldest_unsealed_seconds",
            "Age of the oldest row of the books that waits for its seal",
        );
        registry.register("build", "Version of the running program", build_info());
        let gateway_calls = Family::<GatewayCall, Histogram>::new_with_constructor(seconds);
        registry.register(
            "gateway_call_seconds",
            "Time that the card gateway took",
            gateway_calls.clone(),
        );
        let payments_overdue =
            register(&mut registry, "payments_overdue", "Payments that need a person's attention");
        let client_errors = register(
            &mut registry,
            "client_errors",
            "Errors that pages reported, by kind, including reports beyond the limits",
        );
        let connections_refused = register(
            &mut registry,
            "connections_refused",
            "Connections refused because their address had reached its limit",
        );
        let password_hashes = register(&mut registry, "password_hashes", "Password hashes made");
        let log_lines_dropped = register(
            &mut registry,
            "log_lines_dropped",
            "Log lines dropped because the reader of the log stalled",
        );
        let charges_reversed = Cases::register(
            &mut registry,
            ["charges_reversed_open", "charges_reversed_oldest_seconds"],
            "Charges reversed at the gateway and not reviewed yet",
        );
        let gateway_differences = Cases::register(
            &mut registry,
            ["gateway_differences_open", "gateway_differences_oldest_seconds"],
            "Transactions that differ at the gateway and were not reviewed yet",
        );
        let payouts_open = register(
            &mut registry,
            "payouts_open",
            "Payouts that are drafted or approved and not known to be paid",
        );
        let orders_in_review = Cases::register(
            &mut registry,
            ["orders_in_review", "orders_in_review_oldest_seconds"],
            "Charged orders that wait for an administrator's decision",
        );
        let checks_overdue = register(
            &mut registry,
            "checks_overdue",
            "Checks of the books that could not run for a day",
        );
        let charges_longest_unasked = register(
            &mut registry,
            "charges_longest_unasked_seconds",
            "Longest delay of a check whether an issued charge was reversed",
        );
        let money = Money::register(&mut registry);
        let oldest_webhook = register(
            &mut registry,
            "webhook_oldest_pending_seconds",
            "For how long the oldest job that follows notices of the gateway has been due",
        );
        let backup_age = register(
            &mut registry,
            "backup_age_seconds",
            "Time since the last backup, or since 1970 without one",
        );
        let backup_drilled = register(
            &mut registry,
            "backup_drilled_timestamp",
            "Unix time at which a backup was last restored and verified, 0 if never",
        );
        let disk_free = register(
            &mut registry,
            "disk_free_bytes",
            "Free space of the disk with the data folder",
        );
        let clock_lead = register(
            &mut registry,
            "clock_lead_seconds",
            "Time by which this machine's clock is ahead of the database's",
        );
        let database = Database::register(&mut registry);
        Metrics {
            registry,
            requests,
            durations,
            in_flight,
            jobs,
            job_lags,
            oldest_mail,
            ledger_stopped,
            checks_failed,
            jobs_dead,
            oldest_unsealed,
            sampled_at: Mutex::default(),
            gateway_calls,
            payments_overdue,
            client_errors,
            connections_refused,
            password_hashes,
            log_lines_dropped,
            charges_reversed,
            gateway_differences,
            payouts_open,
            orders_in_review,
            checks_overdue,
            charges_longest_unasked,
            money,
            oldest_webhook,
            backup_age,
            backup_drilled,
            disk_free,
            clock_lead,
            database,
        }
    }
}

impl Metrics {
    pub fn answered(&self, method: &str, route: &str, status: u16, seconds: f64) {
        let (method, route) = (method.to_owned(), route.to_owned());
        self.durations
            .get_or_create(&Route { method: method.clone(), route: route.clone() })
            .observe(seconds);
        self.requests.get_or_create(&Request { method, route, status: u32::from(status) }).inc();
    }

    pub fn gateway_called(
        &self,
        operation: &'static str,
        outcome: &'static str,
        elapsed: Duration,
    ) {
        let call = GatewayCall { operation, outcome };
        self.gateway_calls.get_or_create(&call).observe(elapsed.as_secs_f64());
    }

    pub fn job_ended(&self, kind: &str, outcome: &'static str) {
        self.jobs
            .get_or_create(&JobOutcome { kind: kind.to_owned(), outcome: outcome.to_owned() })
            .inc();
    }

    /// Counts a report of an error in a browser.
    pub fn client_failed(&self, kind: &'static str) {
        self.client_errors.get_or_create(&ClientError { kind }).inc();
    }

    /// Returns true if the metrics from database rows must be read again. The caller that gets true
    /// must read them.
    pub fn is_sample_due(&self, now: Timestamp) -> bool {
        let mut sampled_at = self.sampled_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = sampled_at.is_none_or(|then| now.since(then) >= SAMPLE_LASTS);
        if is_due {
            *sampled_at = Some(now);
        }
        is_due
    }

    /// Sets the age of the oldest due job of each kind and of the oldest waiting email. Jobs of the
    /// kinds in `of_webhooks` follow notices of the gateway.
    pub fn set_job_ages(
        &self,
        now: Timestamp,
        due: Vec<(String, Timestamp)>,
        of_webhooks: &[&str],
        oldest_mail: Option<Timestamp>,
    ) {
        let age = |since: Option<Timestamp>| since.map_or(0, |at| whole_seconds(now.since(at)));
        let of_webhooks = due.iter().filter(|(kind, _)| of_webhooks.contains(&kind.as_str()));
        self.oldest_webhook.set(age(of_webhooks.map(|(_, since)| *since).min()));
        self.job_lags.clear();
        for (kind, since) in due {
            self.job_lags.get_or_create(&JobKind { kind }).set(age(Some(since)));
        }
        self.oldest_mail.set(age(oldest_mail));
    }

    pub fn set_safeguards(&self, now: Timestamp, safeguarded: &Safeguarded) {
        let never = Timestamp::from_micros(0);
        let backed_up_at = safeguarded.backed_up_at.unwrap_or(never);
        self.backup_age.set(whole_seconds(now.since(backed_up_at)));
        let drilled_at = safeguarded.drilled_at.unwrap_or(never);
        self.backup_drilled.set(drilled_at.as_micros() / 1_000_000);
    }

    pub fn set_disk_free(&self, bytes: u64) {
        self.disk_free.set(bytes as f64);
    }

    pub fn set_clock_lead(&self, seconds: f64) {
        self.clock_lead.set(seconds);
    }

    pub fn set_alarms(&self, now: Timestamp, alarms: Alarms) {
        self.ledger_stopped.set(i64::from(alarms.is_ledger_stopped));
        self.checks_failed.set(alarms.checks_failed);
        for (class, count) in alarms.jobs_dead {
            self.jobs_dead.get_or_create(&JobsOfClass { class }).set(count);
        }
        let age = alarms.oldest_unsealed.map_or(0, |made_at| whole_seconds(now.since(made_at)));
        self.oldest_unsealed.set(age);
    }

    /// Returns the metrics as a Prometheus page, with the current state of the database.
    pub fn page(&self, db: &db::Db, password_hashes: u64, log_lines_dropped: u64) -> String {
        self.password_hashes.inner().store(password_hashes, Relaxed);
        self.log_lines_dropped.inner().store(log_lines_dropped, Relaxed);
        self.database.show(&db.stats());
        let mut page = String::new();
        // Writing to a `String` can't fail.
        let _ = encode(&mut page, &self.registry);
        page
    }
}

fn whole_seconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}
