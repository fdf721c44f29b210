//! Empties `cash_out`, to which cash-outs were booked before shops were owed them: one transfer for each vendor moves its sum to
//! what the vendor is owed. A week after it was found empty the account is retired, and nothing may be booked to it.

use std::{sync::Arc, time::Duration};

use db::Tx;
use serde_json::json;

use super::store::retired_accounts as store;
use access::audit::{self, Author, Entry, Subject};
use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use ledger::{Account, Books, Entries, LATE, PostedBy, Transfer, TransferKind};
use platform::{app::App, error::Result};

use crate::books::actions;

const PROGRAM: &str = "correct cash-outs";
const REASON: &str = "Cash that the shop paid out is owed to it";
/// Programs of the release before may still book to the account.
const ROLL_OUT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Maximum vendors per query.
const LOOKED_AT: i64 = 1000;
/// Maximum vendors corrected in one transaction, so that other writers don't wait long.
const BATCH: usize = 50;

/// The scheduled task. It corrects again what a program of the release before has booked meanwhile.
pub async fn correct_cash_outs(app: Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let state = app.db.read(|tx| store::find(tx, Account::CashOut)).await?;
    if state.and_then(|state| state.retired_at).is_some_and(|at| at <= now) {
        return Ok(());
    }
    app.db.write(|tx| store::begin(tx, Account::CashOut)).await?;
    let (mut after, mut corrected, mut is_quiet) = (String::new(), 0, true);
    loop {
        let from = after.clone();
        let some = app.db.read(move |tx| store::vendors_after(tx, &from, LOOKED_AT)).await?;
        let Some(last) = some.last() else { break };
        after = last.to_string();
        let sums = app.db.read(move |tx| store::sums_of(tx, Account::CashOut, &some)).await?;
        is_quiet &= sums.iter().all(|sum| sum.newest < now.minus(LATE));
        let wrong: Vec<TenantId> =
            sums.iter().filter(|sum| sum.amount != Cents::ZERO).map(|sum| sum.vendor).collect();
        for some in wrong.chunks(BATCH) {
            let some = some.to_vec();
            corrected += app.db.write(move |tx| correct(tx, now, &some)).await?;
        }
    }
    if corrected > 0 {
        tracing::info!(vendors = corrected, "cash-outs are owed to their shops");
    } else if is_quiet {
        let (until, retired_at) = (now.minus(LATE), now.plus(ROLL_OUT));
        app.db.write(move |tx| store::set_empty(tx, Account::CashOut, until, retired_at)).await?;
    }
    Ok(())
}

/// Moves what these vendors have on the account to what they are owed; how many had anything on it.
fn correct(tx: &mut Tx<'_>, now: Timestamp, vendors: &[TenantId]) -> Result<u64> {
    // Nodes correct one after the other: the second finds nothing left.
    store::lock(tx, Account::CashOut)?;
    let mut corrected = 0;
    for sum in store::sums_of(tx, Account::CashOut, vendors)? {
        if sum.amount == Cents::ZERO {
            continue;
        }
        let payable = Account::VendorPayable(sum.vendor);
        let entries = match sum.amount.checked_neg().filter(|back| back.is_positive()) {
            Some(back) => Entries::default().moving(back, payable, Account::CashOut),
            None => Entries::default().moving(sum.amount, Account::CashOut, payable),
        };
        let transfer = Transfer {
            books: Books::Vendor(sum.vendor),
            kind: TransferKind::CashOut,
            entries,
            order: None,
            card: None,
            reason: Some(REASON.to_owned()),
        };
        let recorded = ledger::record(tx, now, PostedBy::Program(PROGRAM), &transfer)?;
        let told = json!({ "amount": sum.amount, "transactionId": recorded.id.to_string() });
        let entry = Entry::new(actions::CASH_OUTS_CORRECTED, Subject::tenant(sum.vendor))
            .tenant(sum.vendor)
            .after(told)
            .reason(Some(REASON));
        audit::record(tx, now, &Author::system(PROGRAM), entry)?;
        corrected += 1;
    }
    Ok(corrected)
}
