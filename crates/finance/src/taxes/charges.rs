//! Charges tax: makes a statement of each vendor's commission and posts the tax to the ledger.
//!
//! Statements are made when a month is over, and before payouts are drafted for the days that these
//! cover. Many vendors are charged in few statements.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use db::Tx;

use super::{
    planning::{Plan, plans},
    rules::{Scheme, Settings},
    store::{
        charges::{self as store, NewStatement, Position},
        settings,
    },
};
use kernel::{
    dates::BusinessDate,
    ids::{CommissionStatementId, TenantId, TransferId},
    money::Cents,
    months::BusinessMonth,
    timestamp::Timestamp,
};
use ledger::{Account, Books, Entries, LATE, MoneyMoves, PostedBy, Transfer, TransferKind};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Author of the transfers that charge tax.
const TAXES: PostedBy = PostedBy::Program("taxes");

/// Maximum number of vendors that are charged in one transaction, so that sales don't wait for long.
const AT_ONCE: usize = 128;

/// Scheduled task: charges tax until the end of the last month that is over.
pub async fn charge_months(app: Arc<App>) -> Result<()> {
    let this_month = BusinessMonth::of(app.clock.now().minus(LATE)).first_day();
    match charge_until(&app, this_month.plus_days(-1)).await? {
        0 => {}
        statements => tracing::info!(statements, "tax was charged on commission"),
    }
    Ok(())
}

/// Charges all vendors until the end of a day, or of an earlier day if transfers of that day may
/// still be recorded. Returns the number of statements.
pub async fn charge_until(app: &App, last_day: BusinessDate) -> Result<u64> {
    let now = app.clock.now();
    let last_over = BusinessDate::of(now.minus(LATE)).plus_days(-1);
    let last_day = last_day.min(last_over);
    let mut statements = 0;
    // A statement may return tax of the one before, so each round makes one for each vendor.
    loop {
        let read = move |tx: &mut Tx<'_>| {
            let all = settings::all(tx)?;
            let is_taxed = all.first_day().is_some_and(|first| first <= last_day);
            let vendors = if is_taxed { store::uncharged(tx, last_day)? } else { Vec::new() };
            Ok::<_, Error>((all, vendors))
        };
        let (all, vendors) = app.db.bulk().read(read).await?;
        let (all, mut is_over) = (Arc::new(all), true);
        for some in vendors.chunks(AT_ONCE) {
            let (known, some) = (all.clone(), some.to_vec());
            let read = move |tx: &mut Tx<'_>| plans(tx, &known, &some, last_day);
            let planned = app.db.bulk().read(read).await?;
            if planned.is_empty() {
                continue;
            }
            is_over = false;
            let known = all.clone();
            statements += app.db.write(move |tx| charge(tx, now, &planned, &known)).await?;
        }
        if is_over {
            return Ok(statements);
        }
    }
}

/// Makes the planned statements and returns their number. Leaves out vendors that another node has
/// charged since the plans were made, and all vendors if the settings have changed.
fn charge(tx: &mut Tx<'_>, now: Timestamp, plans: &[Plan], settings: &Settings) -> Result<u64> {
    settings::lock(tx)?;
    let vendors: BTreeSet<TenantId> = plans.iter().map(|plan| plan.vendor).collect();
    let positions = store::lock_positions(tx, &vendors)?;
    if settings::all(tx)? != *settings {
        return Ok(0);
    }
    let moves = MoneyMoves::ask(tx)?;
    let (mut made, mut charged) = (0, Vec::new());
    tx.batched(|tx| {
        for plan in plans {
            let position = positions.get(&plan.vendor).copied().unwrap_or_default();
            if position.charged_until != plan.after {
                continue;
            }
            let mut statements = position.statements;
            if let Some(new) = &plan.statement {
                statements = statements.saturating_add(1);
                insert(tx, now, moves, plan.vendor, (statements, new))?;
                made += 1;
            }
            let charged_until = Some(plan.charged_until);
            charged.push((plan.vendor, Position { charged_until, statements }));
        }
        Ok::<_, Error>(())
    })?;
    store::set_positions(tx, &charged)?;
    Ok(made)
}

/// Queues a statement with its number and its transfer.
fn insert(
    tx: &mut Tx<'_>,
    now: Timestamp,
    moves: MoneyMoves,
    vendor: TenantId,
    (number, new): (i64, &NewStatement),
) -> Result<()> {
    let mut posted: Option<TransferId> = None;
    if let Some(entries) = entries(vendor, new)? {
        let transfer = Transfer {
            books: Books::Vendor(vendor),
            kind: TransferKind::CommissionTax,
            entries,
            order: None,
            card: None,
            reason: Some(format!("{} – {}", new.first_day, new.last_day)),
        };
        let recorded = ledger::record_without_card(tx, now, TAXES, &transfer, moves)?;
        posted = Some(recorded.id);
    }
    let (id, now) = (CommissionStatementId::new(now), moves.moment(now));
    store::insert(tx, vendor, id, number, posted, new, now)
}

fn account_of(scheme: Scheme) -> Account {
    match scheme {
        Scheme::GstHst => Account::GstHstPayable,
        Scheme::Qst => Account::QstPayable,
    }
}

/// Returns the entries that charge the taxes of a statement. `None` if they cancel out.
fn entries(vendor: TenantId, new: &NewStatement) -> Result<Option<Entries>> {
    let mut sums: BTreeMap<Scheme, Cents> = BTreeMap::new();
    for line in &new.lines {
        let sum = sums.entry(line.of.tax.scheme()).or_default();
        *sum = sum.checked_add(line.amount)?;
    }
    let payable = Account::VendorPayable(vendor);
    let mut entries = Entries::default();
    for (scheme, sum) in sums {
        entries = if sum.is_negative() {
            entries.moving(sum.checked_neg()?, account_of(scheme), payable)
        } else {
            entries.moving(sum, payable, account_of(scheme))
        };
    }
    Ok((entries != Entries::default()).then_some(entries))
}
