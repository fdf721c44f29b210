//! Writes that a running job leaves to the transaction that ends it. A job with one transaction less
//! costs a commit less, and its result is stored together with its end or not at all.

use std::{cell::RefCell, future::Future};

use db::Tx;
use tokio::task_local;

use crate::error::Result;

/// Write of a job. The transaction may run it again.
pub(super) type Write = Box<dyn Fn(&mut Tx<'_>) -> Result<()> + Send>;

task_local! {
    static LEFT: RefCell<Vec<Write>>;
}

/// Adds a write to the transaction that ends the running job, whether the job succeeds or fails. If
/// the write fails, the job ends without it: use it only for what may be lost.
///
/// # Panics
/// Panics outside a job.
pub fn write_at_end(write: impl Fn(&mut Tx<'_>) -> Result<()> + Send + 'static) {
    LEFT.with(|left| left.borrow_mut().push(Box::new(write)));
}

/// Runs a job. Returns its outcome and the writes that it left.
pub(super) async fn collect<T>(job: impl Future<Output = T>) -> (T, Vec<Write>) {
    LEFT.scope(RefCell::default(), async {
        let outcome = job.await;
        (outcome, LEFT.with(RefCell::take))
    })
    .await
}
