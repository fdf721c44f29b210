//! Metrics for operators in Prometheus format. Each running program has a registry of its own, and
//! no global registry exists.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use db::{Stats, Waits};
use prometheus_client::{
    encoding::{EncodeLabelSet, EncodeMetric, MetricEncoder, NoLabelSet, text::encode},
    metrics::{
        MetricType,
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
        info::Info,
    },
    registry::Registry,
};

use kernel::timestamp::Timestamp;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Request {
    method: String,
    route: String,
    status: u32,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    method: String,
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobOutcome {
    kind: String,
    outcome: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct GatewayCall {
    operation: &'static str,
    outcome: &'static str,
}

/// Returns a histogram of seconds, with buckets from 1 ms to 16 s in powers of two.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 15))
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ClientError {
    kind: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobKind {
    kind: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobsOfClass {
    class: &'static str,
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

/// Histograms of how long calls waited for the database. The database layer measures the waits.
#[derive(Clone, Debug, Default)]
struct DatabaseWaits(Arc<Mutex<[(&'static str, Waits); 3]>>);

impl EncodeMetric for DatabaseWaits {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> Result<(), fmt::Error> {
        for (access, waits) in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let bounds = Waits::BOUNDS.into_iter().chain([f64::INFINITY]);
            let buckets: Vec<(f64, u64)> = bounds.zip(waits.counts).collect();
            let count = waits.counts.iter().sum();
            encoder.encode_family(&[("access", *access)])?.encode_histogram::<NoLabelSet>(
                waits.seconds,
                count,
                &buckets,
                None,
            )?;
        }
        Ok(())
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

/// Time for which metrics from database rows are reused; more frequent scrapes do not query the
/// database.
const SAMPLE_LASTS: Duration = Duration::from_secs(5);

/// Function that reads a counter from the database's statistics.
type ReadTotal = fn(&Stats) -> u64;

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
    /// Number of reversed charges that are not closed, read from the database at most a few seconds
    /// ago.
    pub charges_reversed_open: Gauge,
    /// Number of open differences with the gateway, read from the database at most a few seconds
    /// ago.
    pub gateway_differences_open: Gauge,
    /// Number of open payouts, read from the database at most a few seconds ago.
    pub payouts_open: Gauge,
    /// Number of orders held for review, read from the database at most a few seconds ago.
    pub orders_in_review: Gauge,
    /// Number of overdue checks of the books, read from the database at most a few seconds ago.
    pub checks_overdue: Gauge,
    /// Longest delay of a check whether a charge was reversed, in seconds, read from the database
    /// at most a few seconds ago.
    pub charges_longest_unasked: Gauge,
    database_waiting: Gauge,
    database_running: Gauge,
    database_waits: DatabaseWaits,
    database_totals: [(Counter, ReadTotal); 9],
    clock_lead: Gauge<f64, AtomicU64>,
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
        let requests = Family::default();
        registry.register("http_requests", "Requests answered", requests.clone());
        let durations = Family::<Route, Histogram>::new_with_constructor(seconds);
        registry.register("http_request_seconds", "Time to answer", durations.clone());
        let in_flight = Gauge::default();
        registry.register("http_in_flight", "Requests being answered", in_flight.clone());
        let jobs = Family::default();
        registry.register("jobs", "Jobs run, by outcome", jobs.clone());
        let job_lags = Family::default();
        registry.register(
            "job_lag_seconds",
            "For how long the oldest job of a kind has been due",
            job_lags.clone(),
        );
        let oldest_mail = Gauge::default();
        registry.register(
            "mail_oldest_unsent_seconds",
            "Age of the oldest mail that is still to be sent",
            oldest_mail.clone(),
        );
        let ledger_stopped = Gauge::default();
        registry.register(
            "ledger_stopped",
            "1 while a breach of the books stops all movements of money",
            ledger_stopped.clone(),
        );
        let checks_failed = Gauge::default();
        registry.register(
            "books_checks_failed",
            "Checks of the books that last found a breach",
            checks_failed.clone(),
        );
        let jobs_dead = Family::default();
        registry.register("jobs_dead", "Jobs that were given up, by class", jobs_dead.clone());
        let oldest_unsealed = Gauge::default();
        registry.register(
            "seals_oldest_unsealed_seconds",
            "Age of the oldest row of the books that waits for its seal",
            oldest_unsealed.clone(),
        );
        registry.register("build", "Version of the running program", build_info());
        let gateway_calls = Family::<GatewayCall, Histogram>::new_with_constructor(seconds);
        registry.register(
            "gateway_call_seconds",
            "Time that the card gateway took",
            gateway_calls.clone(),
        );
        let payments_overdue = Gauge::default();
        registry.register(
            "payments_overdue",
            "Payments that need a person's attention",
            payments_overdue.clone(),
        );
        let client_errors = Family::default();
        registry.register(
            "client_errors",
            "Errors that pages reported, by kind, including reports beyond the limits",
            client_errors.clone(),
        );
        let connections_refused = Counter::default();
        registry.register(
            "connections_refused",
            "Connections refused because their address had reached its limit",
            connections_refused.clone(),
        );
        let password_hashes = Counter::default();
        registry.register("password_hashes", "Password hashes made", password_hashes.clone());
        let log_lines_dropped = Counter::default();
        registry.register(
            "log_lines_dropped",
            "Log lines dropped because the reader of the log stalled",
            log_lines_dropped.clone(),
        );
        let charges_reversed_open = Gauge::default();
        registry.register(
            "charges_reversed_open",
            "Charges reversed at the gateway and not reviewed yet",
            charges_reversed_open.clone(),
        );
        let gateway_differences_open = Gauge::default();
        registry.register(
            "gateway_differences_open",
            "Transactions that differ at the gateway and were not reviewed yet",
            gateway_differences_open.clone(),
        );
        let payouts_open = Gauge::default();
        registry.register(
            "payouts_open",
            "Payouts that are drafted or approved and not known to be paid",
            payouts_open.clone(),
        );
        let orders_in_review = Gauge::default();
        registry.register(
            "orders_in_review",
            "Charged orders that wait for an administrator's decision",
            orders_in_review.clone(),
        );
        let checks_overdue = Gauge::default();
        registry.register(
            "checks_overdue",
            "Checks of the books that could not run for a day",
            checks_overdue.clone(),
        );
        let charges_longest_unasked = Gauge::default();
        registry.register(
            "charges_longest_unasked_seconds",
            "Longest delay of a check whether an issued charge was reversed",
            charges_longest_unasked.clone(),
        );
        let database_waiting = Gauge::default();
        registry.register("database_waiting", "Calls in the queue", database_waiting.clone());
        let database_waits = DatabaseWaits::default();
        registry.register(
            "database_wait_seconds",
            "Time that calls waited for the writer or for a connection",
            database_waits.clone(),
        );
        let database_running = Gauge::default();
        registry.register("database_running", "Calls being run", database_running.clone());
        let mut total = |name: &str, help: &str, read: ReadTotal| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            (counter, read)
        };
        let database_totals = [
            total("database_commits", "Durable commits of writes", |stats| stats.commits),
            total("database_refused", "Calls refused because the queue was full", |stats| {
                stats.refused
            }),
            total("database_timed_out", "Calls that waited too long", |stats| stats.timed_out),
            total("database_failed", "Calls that were rolled back", |stats| stats.failed),
            total("database_retried", "Calls that were run again", |stats| stats.retried),
            total("database_connects", "Connections opened", |stats| stats.connects),
            total("database_round_trips", "Waits for the database's answer", |stats| {
                stats.round_trips
            }),
            total("database_replica_reads", "Reads that the replica answered", |stats| {
                stats.replica_reads
            }),
            total(
                "database_replica_misses",
                "Reads that the replica was too far behind or not there to answer",
                |stats| stats.replica_misses,
            ),
        ];
        let clock_lead = Gauge::default();
        registry.register(
            "clock_lead_seconds",
            "Time by which this machine's clock is ahead of the database's",
            clock_lead.clone(),
        );
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
            charges_reversed_open,
            gateway_differences_open,
            payouts_open,
            orders_in_review,
            checks_overdue,
            charges_longest_unasked,
            database_waiting,
            database_running,
            database_waits,
            database_totals,
            clock_lead,
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

    /// Sets the age of the oldest due job of each kind and of the oldest waiting email.
    pub fn set_job_ages(
        &self,
        now: Timestamp,
        due: Vec<(String, Timestamp)>,
        oldest_mail: Option<Timestamp>,
    ) {
        let seconds = |since| i64::try_from(now.since(since).as_secs()).unwrap_or(i64::MAX);
        self.job_lags.clear();
        for (kind, since) in due {
            self.job_lags.get_or_create(&JobKind { kind }).set(seconds(since));
        }
        self.oldest_mail.set(oldest_mail.map_or(0, seconds));
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
        let age = alarms.oldest_unsealed.map_or(0, |made_at| now.since(made_at).as_secs());
        self.oldest_unsealed.set(i64::try_from(age).unwrap_or(i64::MAX));
    }

    /// Returns the metrics as a Prometheus page, with the current state of the database.
    pub fn page(&self, db: &db::Db, password_hashes: u64, log_lines_dropped: u64) -> String {
        let stats = db.stats();
        self.password_hashes.inner().store(password_hashes, Relaxed);
        self.log_lines_dropped.inner().store(log_lines_dropped, Relaxed);
        let gauge = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        self.database_waiting.set(gauge(stats.queued));
        self.database_running.set(gauge(stats.running));
        *self.database_waits.0.lock().unwrap_or_else(PoisonError::into_inner) =
            [("write", stats.write_waits), ("read", stats.read_waits), ("slow", stats.slow_waits)];
        for (counter, read) in &self.database_totals {
            counter.inner().store(read(&stats), Relaxed);
        }
        let mut page = String::new();
        // Writing to a `String` can't fail.
        let _ = encode(&mut page, &self.registry);
        page
    }
}
