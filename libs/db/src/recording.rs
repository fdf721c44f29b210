//! Records statements with their parameters, for tests that count them or inspect their plans.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Value;
use crate::engine::Access;

/// Statement as a transaction issued it.
#[derive(Clone, Debug)]
pub struct Statement {
    pub sql: String,
    pub params: Vec<Value<'static>>,
    /// True for a closure of `write`, which on the embedded database all others wait for.
    pub is_write: bool,
}

#[derive(Clone, Default)]
pub(crate) struct Recorder(Arc<Tape>);

#[derive(Default)]
struct Tape {
    is_running: AtomicBool,
    cost_micros: AtomicU64,
    read_cost_micros: AtomicU64,
    statements: Mutex<Vec<Statement>>,
}

impl Recorder {
    pub fn start(&self) {
        self.statements().clear();
        self.0.is_running.store(true, Relaxed);
    }

    pub fn stop(&self) -> Vec<Statement> {
        self.0.is_running.store(false, Relaxed);
        std::mem::take(&mut *self.statements())
    }

    pub fn note(&self, sql: &str, params: &[Value<'_>], access: Access) {
        if self.0.is_running.load(Relaxed) {
            let params = params.iter().map(Value::owned).collect();
            let is_write = access == Access::Write;
            self.statements().push(Statement { sql: sql.to_owned(), params, is_write });
        }
    }

    /// Sets the simulated cost of each statement, or of reads only if `access` is `Read`.
    pub fn set_cost(&self, access: Option<Access>, cost: Duration) {
        let micros = u64::try_from(cost.as_micros()).unwrap_or(u64::MAX);
        if access != Some(Access::Read) {
            self.0.cost_micros.store(micros, Relaxed);
        }
        self.0.read_cost_micros.store(micros, Relaxed);
    }

    /// Returns the part of a closure's time limit that a statement costs.
    pub fn cost(&self, access: Access) -> Duration {
        let micros = match access {
            Access::Write => &self.0.cost_micros,
            Access::Read => &self.0.read_cost_micros,
        };
        Duration::from_micros(micros.load(Relaxed))
    }

    fn statements(&self) -> MutexGuard<'_, Vec<Statement>> {
        self.0.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
