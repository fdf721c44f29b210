//! Judges each statement that the tests send by the rules of a Citus cluster, on every database.
//! Statements that are put together from parts are only whole here.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use crate::scale::{Fault, fault};

static JUDGED: LazyLock<Mutex<HashMap<String, Option<Fault>>>> = LazyLock::new(Mutex::default);

/// Fails each test that sends a statement which a cluster refuses. A join with a table of the
/// coordinator is left to the guard of the source, because a cluster copies one side of most.
pub fn judge_statements() {
    db::testing::observe_statements(judge);
}

fn judge(sql: &str) {
    let known = JUDGED.lock().unwrap_or_else(PoisonError::into_inner).get(sql).copied();
    let found = known.unwrap_or_else(|| {
        let found = fault(sql).filter(|fault| *fault != Fault::WithLocal);
        JUDGED.lock().unwrap_or_else(PoisonError::into_inner).insert(sql.to_owned(), found);
        found
    });
    assert!(found.is_none(), "a cluster refuses this statement ({found:?}):\n{sql}");
}
