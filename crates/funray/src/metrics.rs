//! Numbers for operators, in Prometheus text. A registry per program, not a static one.

use std::sync::atomic::Ordering::Relaxed;

use db::Stats;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

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

/// What the database has counted since its start.
type ReadTotal = fn(&Stats) -> u64;

pub struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    durations: Family<Route, Histogram>,
    pub in_flight: Gauge,
    jobs: Family<JobOutcome, Counter>,
    /// As of this moment's page.
    pub payments_overdue: Gauge,
    database_waiting: Gauge,
    database_running: Gauge,
    database_totals: [(Counter, ReadTotal); 6],
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let requests = Family::default();
        registry.register("http_requests", "Requests answered", requests.clone());
        // 1 ms to 16 s in powers of two.
        let durations = Family::<Route, Histogram>::new_with_constructor(|| {
            Histogram::new(exponential_buckets(0.001, 2.0, 15))
        });
        registry.register("http_request_seconds", "Time to answer", durations.clone());
        let in_flight = Gauge::default();
        registry.register("http_in_flight", "Requests being answered", in_flight.clone());
        let jobs = Family::default();
        registry.register("jobs", "Jobs run, by outcome", jobs.clone());
        let payments_overdue = Gauge::default();
        registry.register(
            "payments_overdue",
            "Payments that somebody has to look at",
            payments_overdue.clone(),
        );
        let database_waiting = Gauge::default();
        registry.register("database_waiting", "Calls in the queue", database_waiting.clone());
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
        ];
        Metrics {
            registry,
            requests,
            durations,
            in_flight,
            jobs,
            payments_overdue,
            database_waiting,
            database_running,
            database_totals,
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

    pub fn job_ended(&self, kind: &str, outcome: &'static str) {
        self.jobs
            .get_or_create(&JobOutcome { kind: kind.to_owned(), outcome: outcome.to_owned() })
            .inc();
    }

    /// The Prometheus page, with the database's state as of now.
    pub fn page(&self, db: &db::Db) -> String {
        let stats = db.stats();
        let gauge = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        self.database_waiting.set(gauge(stats.queued));
        self.database_running.set(gauge(stats.running));
        for (counter, read) in &self.database_totals {
            counter.inner().store(read(&stats), Relaxed);
        }
        let mut page = String::new();
        // Writing to a String can't fail.
        let _ = encode(&mut page, &self.registry);
        page
    }
}
