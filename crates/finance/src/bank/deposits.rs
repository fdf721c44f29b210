//! Reads the gateway's settlements and books each batch: its net amount is no longer at the gateway,
//! but in transit to the bank account. Nothing is dated back: a batch is booked when it is read.
//!
//! The gateway reports sums of a batch, and a list of its transactions. A batch is booked once both
//! agree. Until then it is stored with both amounts and is read again.

use std::{sync::Arc, time::Duration};

use db::Tx;

use super::store::deposits::{self as store, DepositRow};
use checkout::payments::{self, Settlement};
use kernel::{
    date_range::DateRange,
    ids::GatewayDepositId,
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::{Account, Books, Entries, PostedBy, Transfer, TransferKind};
use platform::{app::App, error::Result};

use crate::books;

/// Author of the transfers of settlements.
const BANK: PostedBy = PostedBy::Program("bank");

/// Period before the newest known settlement that is read again, because a settlement may be listed
/// late.
const LOOK_BACK: Duration = Duration::from_secs(8 * 24 * 3600);

/// Period before the first transfer that the first run reads, because the gateway's clock may differ.
const EDGE: Duration = Duration::from_secs(24 * 3600);

/// Scheduled task: books the batches that the gateway has settled since the last run. The first run
/// begins with the first transfer of the ledger. Does nothing on a server without a gateway.
pub async fn read_deposits(app: Arc<App>) -> Result<()> {
    if app.gateway.is_none() {
        return Ok(());
    }
    let now = app.clock.now();
    let Some(mut from) = app.db.read(first_to_read).await? else { return Ok(()) };
    let (mut booked, mut differing) = (0, 0);
    while from < now {
        let until = from.plus(payments::MAX_SETTLEMENTS_SPAN).min(now);
        for settlement in payments::list_settlements(&app, from, until).await? {
            let batch = settlement.batch.clone();
            let is_booked = app.db.read(move |tx| store::is_booked(tx, &batch)).await?;
            if is_booked {
                continue;
            }
            let listed = payments::settled_net(&app, &settlement.batch).await?;
            let record = move |tx: &mut Tx<'_>| record(tx, now, &settlement, listed);
            match app.db.write(record).await? {
                true => booked += 1,
                false => differing += 1,
            }
        }
        from = until;
    }
    if booked > 0 {
        tracing::info!(booked, "deposits of the gateway were booked");
    }
    if differing > 0 {
        tracing::error!(differing, "the gateway's sums of batches differ from their transactions");
    }
    Ok(())
}

/// Returns the time from which settlements are read. `None` while the ledger is empty.
fn first_to_read(tx: &mut Tx<'_>) -> Result<Option<Timestamp>> {
    if let Some(newest) = store::newest(tx)? {
        let from = newest.minus(LOOK_BACK);
        let differing = store::first_differing(tx)?;
        return Ok(Some(differing.map_or(from, |first| first.min(from))));
    }
    Ok(books::first_moment(tx)?.map(|first| first.minus(EDGE)))
}

/// Stores a batch, and books it if both of its amounts agree. Returns false if they don't.
pub(super) fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    batch: &Settlement,
    listed: Cents,
) -> Result<bool> {
    let net = batch.charges.checked_sub(batch.refunds)?;
    store::insert(tx, GatewayDepositId::new(now), now, batch, net)?;
    // Another node may have booked it meanwhile.
    if store::lock(tx, &batch.batch)? {
        return Ok(true);
    }
    store::set_sums(tx, batch, net, listed)?;
    if net != listed {
        return Ok(false);
    }
    let posted = match entries(net)? {
        Some(entries) => {
            let transfer = Transfer {
                books: Books::Platform,
                kind: TransferKind::Settlement,
                entries,
                order: None,
                card: None,
                reason: Some(batch.batch.clone()),
            };
            Some(ledger::record(tx, now, BANK, &transfer)?.id)
        }
        None => None,
    };
    store::set_booked(tx, &batch.batch, now, posted)?;
    Ok(true)
}

/// Returns the entries that move the net amount of a batch from the gateway on its way to the bank
/// account. Refunds may exceed charges: then we owe the difference. `None` if nothing is paid.
fn entries(net: Cents) -> Result<Option<Entries>> {
    let (gateway, transit) = (Account::GatewayClearing, Account::GatewayTransit);
    let entries = if net.is_negative() {
        Entries::default().moving(net.checked_neg()?, gateway, transit)
    } else {
        Entries::default().moving(net, transit, gateway)
    };
    Ok((entries != Entries::default()).then_some(entries))
}

/// Counts the batches that are not booked, because their sums differ.
pub fn count_differing(tx: &mut Tx<'_>) -> Result<u64> {
    store::count_differing(tx)
}

/// Lists deposits of a period by the day of their settlement, the newest first.
pub async fn list(app: &App, days: DateRange, page: PageRequest) -> Result<Page<DepositRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, days, page)?;
            Page::counted(rows, page, || store::count(tx, days))
        })
        .await
}
