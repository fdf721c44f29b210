//! Batches that the gateway has settled, with the sums that it pays for them.

use std::time::Duration;

use authorizenet::Status;

use super::gateway::{call, client};
use kernel::{money::Cents, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Longest period that one look-up of settlements may cover, less than the limit of the gateway.
pub const MAX_SETTLEMENTS_SPAN: Duration = Duration::from_secs(30 * 24 * 3600);

/// Batch that the gateway has settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The gateway's number of the batch.
    pub batch: String,
    pub settled_at: Timestamp,
    pub charges: Cents,
    pub charge_count: i64,
    pub refunds: Cents,
    pub refund_count: i64,
}

/// Lists the batches that were settled between two times, at most [`MAX_SETTLEMENTS_SPAN`] apart.
/// Leaves out batches whose settlement failed or is pending.
pub async fn list_settlements(
    app: &App,
    from: Timestamp,
    until: Timestamp,
) -> Result<Vec<Settlement>> {
    let list = client(app)?.list_settlements(from.as_jiff(), until.as_jiff());
    let listed = call(app, "settlements", list).await.map_err(|failure| {
        Error::Internal(format!("the settlements of the gateway can't be read: {failure}"))
    })?;
    let settled = listed.into_iter().filter(|one| one.batch.is_settled());
    Ok(settled.map(Settlement::from).collect())
}

impl From<authorizenet::Settlement> for Settlement {
    fn from(one: authorizenet::Settlement) -> Settlement {
        Settlement {
            batch: one.batch.id,
            settled_at: Timestamp::from_micros(one.batch.settled_at.as_microsecond()),
            charges: cents(one.charges),
            charge_count: i64::try_from(one.charge_count).unwrap_or(i64::MAX),
            refunds: cents(one.refunds),
            refund_count: i64::try_from(one.refund_count).unwrap_or(i64::MAX),
        }
    }
}

fn cents(amount: authorizenet::Amount) -> Cents {
    Cents::new(i64::try_from(amount.cents()).unwrap_or(i64::MAX))
}

/// Returns the charges of a batch less its refunds, by the list of its transactions. A charge that
/// was disputed after the settlement was paid in its batch.
pub async fn settled_net(app: &App, batch: &str) -> Result<Cents> {
    let list = client(app)?.list_whole_batch(batch);
    let listed = call(app, "batch", list).await.map_err(|failure| {
        Error::Internal(format!("batch {batch} of the gateway can't be read: {failure}"))
    })?;
    let mut net = Cents::ZERO;
    for item in listed {
        match item.status {
            Status::SettledSuccessfully
            | Status::Chargeback
            | Status::ChargebackReversal
            | Status::ReturnedItem => net = net.checked_add(cents(item.amount))?,
            Status::RefundSettledSuccessfully => net = net.checked_sub(cents(item.amount))?,
            _ => {}
        }
    }
    Ok(net)
}
