//! Metrics of the database layer, copied from its statistics when the page is read.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering::Relaxed},
};

use super::register;
use db::{Stats, Waits};
use prometheus_client::{
    encoding::{EncodeMetric, MetricEncoder, NoLabelSet},
    metrics::{MetricType, counter::Counter, gauge::Gauge},
    registry::Registry,
};

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

/// Function that reads a counter from the database's statistics.
type ReadTotal = fn(&Stats) -> u64;

pub struct Database {
    waiting: Gauge,
    running: Gauge,
    waits: DatabaseWaits,
    totals: [(Counter, ReadTotal); 9],
}

impl Database {
    pub fn register(registry: &mut Registry) -> Database {
        let waiting = register(registry, "database_waiting", "Calls in the queue");
        let waits = register(
            registry,
            "database_wait_seconds",
            "Time that calls waited for the writer or for a connection",
        );
        let running = register(registry, "database_running", "Calls being run");
        let mut total =
            |name: &str, help: &str, read: ReadTotal| (register(registry, name, help), read);
        let totals = [
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
        Database { waiting, running, waits, totals }
    }

    pub fn show(&self, stats: &Stats) {
        let gauge = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
        self.waiting.set(gauge(stats.queued));
        self.running.set(gauge(stats.running));
        *self.waits.0.lock().unwrap_or_else(PoisonError::into_inner) =
            [("write", stats.write_waits), ("read", stats.read_waits), ("slow", stats.slow_waits)];
        for (counter, read) in &self.totals {
            counter.inner().store(read(stats), Relaxed);
        }
    }
}
