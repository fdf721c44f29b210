//! Records statements with their parameters, for tests that count them or inspect their plans.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::Value;
use crate::engine::Access;

static OBSERVER: OnceLock<fn(&str)> = OnceLock::new();

/// Calls `observer` before each statement of this process, on any database. Only the first call has
/// an effect.
pub fn observe_statements(observer: fn(&str)) {
    OBSERVER.get_or_init(|| observer);
}

/// Statement that a transaction ran, with its parameters.
#[derive(Clone, Debug)]
pub struct Statement {
    pub sql: String,
    pub params: Vec<Value<'static>>,
    /// True if the statement ran in a write. On the embedded database, all other writes wait for
    /// such a statement.
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
        if let Some(observe) = OBSERVER.get() {
            observe(sql);
        }
        if self.0.is_running.load(Relaxed) {
            let params = params.iter().map(Value::owned).collect();
            let is_write = access == Access::Write;
            self.statements().push(Statement { sql: sql.to_owned(), params, is_write });
        }
    }

    /// Sets the simulated running time of each statement, or only of statements in reads if
    /// `access` is `Read`.
    pub fn set_cost(&self, access: Option<Access>, cost: Duration) {
        let micros = u64::try_from(cost.as_micros()).unwrap_or(u64::MAX);
        if access != Some(Access::Read) {
            self.0.cost_micros.store(micros, Relaxed);
        }
        self.0.read_cost_micros.store(micros, Relaxed);
    }

    /// Returns the simulated running time of a statement, which counts against the time limit of
    /// its closure.
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
