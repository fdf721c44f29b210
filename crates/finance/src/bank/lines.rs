//! Matches lines of bank statements with what they pay. Each matched line is a transfer. A wrong
//! match is reversed and the line waits again.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{
    actions::{self, BANK_LINE},
    entries::entries,
    errors::{BANK_LINE_STATE, BANK_TARGET_TAKEN},
    rules::{self, MAX_APART, Resolution, Target},
    store::{
        lines::{self as store, Filter, LineRow, Resolved},
        targets::{self, Targets},
    },
};
use access::{
    audit::{self, Action, Author, Entry, SUBJECT_NAME, Subject},
    auth::Actor,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{
        BankAccountId, BankLineId, BankStatementId, GatewayDepositId, PayoutExportId, PayoutId,
        PersonId,
    },
    language::Language,
    messages::{self, Message},
    money::Cents,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use ledger::{Books, PostedBy, Transfer, TransferKind};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::books::bank_accounts;

/// Maximum number of deposits that one line can pay.
pub const MAX_DEPOSITS: usize = 100;

/// Meaning of a line, as an administrator says.
#[derive(Clone, Debug)]
pub struct Matching {
    pub resolution: Resolution,
    /// Deposits that arrived with the line.
    pub deposits: Vec<GatewayDepositId>,
    pub export: Option<PayoutExportId>,
    pub payout: Option<PayoutId>,
    /// Fee that was deducted from the deposits.
    pub fee: Cents,
    pub reason: Option<String>,
}

impl Matching {
    pub(super) fn of(target: Target) -> Matching {
        let (resolution, deposits, export) = match target {
            Target::Deposit(id) => (Resolution::Deposits, vec![id], None),
            Target::File(id) => (Resolution::PayoutFile, Vec::new(), Some(id)),
        };
        Matching { resolution, deposits, export, payout: None, fee: Cents::ZERO, reason: None }
    }
}

/// Lists lines, the newest first.
pub async fn list(app: &App, filter: Filter, page: PageRequest) -> Result<Page<LineRow>> {
    app.db
        .read(move |tx| {
            let rows = store::list(tx, filter, page)?;
            Page::counted(rows, page, || store::count(tx, filter))
        })
        .await
}

/// Returns what lines can be matched with.
pub async fn targets(app: &App) -> Result<Targets> {
    app.db.read(targets::read).await
}

/// Matches a line. The same match again changes nothing.
pub async fn match_with(
    app: &Arc<App>,
    by: &Actor,
    id: BankLineId,
    matching: Matching,
) -> Result<LineRow> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let line = store::lock(tx, id)?.ok_or(Error::NotFound)?;
        if line.resolution.is_some() {
            let is_same = is_same(tx, &line, &matching)?;
            return if is_same { Ok(line) } else { Err(Error::Refused(BANK_LINE_STATE)) };
        }
        expect_target(tx, &line, &matching)?;
        book(tx, now, &Keeper::of(&by), &line, &matching, false)?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Administrator who imports a statement or matches a line.
pub struct Keeper {
    pub person: PersonId,
    pub author: Author,
}

impl Keeper {
    pub fn of(by: &Actor) -> Keeper {
        Keeper { person: by.person, author: Author::of(by) }
    }
}

/// Books a line that is matched. Its target is locked.
pub(super) fn book(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Keeper,
    line: &LineRow,
    matching: &Matching,
    is_automatic: bool,
) -> Result<()> {
    let Matching { resolution, deposits, export, payout, fee, reason } = matching;
    let transfer = Transfer {
        books: Books::Platform,
        kind: TransferKind::BankLine,
        entries: entries(line.account_id, *resolution, line.amount, *fee)?,
        order: None,
        card: None,
        reason: Some(reason.clone().unwrap_or_else(|| line.text.clone())),
    };
    let posted = ledger::record(tx, now, PostedBy::Person(by.person), &transfer)?;
    let resolved = Resolved {
        resolution: *resolution,
        export: *export,
        payout: *payout,
        fee: *fee,
        reason: reason.as_deref(),
        by: by.person,
        at: now,
        transfer: posted.id,
        is_automatic,
    };
    store::resolve(tx, line.id, &resolved)?;
    targets::take_deposits(tx, line.id, deposits)?;
    let told = json!({
        (SUBJECT_NAME): line.text, "amount": line.amount, "resolution": resolution, "fee": fee,
        "isAutomatic": is_automatic
    });
    record(tx, now, &by.author, actions::BANK_LINE_MATCHED, line.id, told, reason.clone())
}

/// Matches the lines of a statement that fit exactly one deposit or bank file of its account. All others
/// wait for an administrator.
pub fn match_sure(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Keeper,
    (statement, account): (BankStatementId, BankAccountId),
    (first, last): (BusinessDate, BusinessDate),
) -> Result<()> {
    let around = |days: i32| (first.plus_days(-days), last.plus_days(days));
    let mut awaited = targets::list_awaited_between(tx, around(MAX_APART), account)?;
    if !bank_accounts::takes_deposits(tx, account)? {
        awaited.retain(|one| matches!(one.target, Target::File(_)));
    }
    if awaited.is_empty() {
        return Ok(());
    }
    // A line of an earlier statement may fit a target as well.
    let lines = store::list_open_between(tx, around(2 * MAX_APART), (statement, account))?;
    for (id, target) in rules::sure_matches(&lines, &awaited) {
        let Some(line) = store::lock(tx, id)? else { continue };
        let matching = Matching::of(target);
        match expect_target(tx, &line, &matching) {
            Ok(()) => book(tx, now, by, &line, &matching, true)?,
            // Another administrator has matched the target meanwhile.
            Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn record(
    tx: &mut Tx<'_>,
    now: Timestamp,
    by: &Author,
    action: Action,
    id: BankLineId,
    told: serde_json::Value,
    reason: Option<String>,
) -> Result<()> {
    let entry = Entry::new(action, Subject::of(BANK_LINE, id)).after(told).reason(reason);
    audit::record(tx, now, by, entry)
}

fn is_same(tx: &mut Tx<'_>, line: &LineRow, matching: &Matching) -> Result<bool> {
    let Matching { resolution, deposits, export, payout, fee, .. } = matching;
    let is_same = line.resolution == Some(*resolution)
        && (line.export_id, line.payout_id, line.fee) == (*export, *payout, *fee);
    if !is_same {
        return Ok(false);
    }
    let mut wanted = deposits.clone();
    wanted.sort_unstable();
    Ok(targets::deposits_of(tx, line.id)? == wanted)
}

/// Refuses a match whose target doesn't exist, is taken, or has another amount.
fn expect_target(tx: &mut Tx<'_>, line: &LineRow, matching: &Matching) -> Result<()> {
    let Matching { resolution, deposits, export, payout, fee, .. } = matching;
    let (field, target) = match resolution {
        Resolution::Deposits => {
            let found = targets::lock_deposits(tx, deposits)?;
            if found.len() != deposits.len() {
                return Err(unknown("depositIds"));
            }
            if found.iter().any(|deposit| deposit.line_id.is_some()) {
                return Err(Error::Refused(BANK_TARGET_TAKEN));
            }
            ("depositIds", Cents::sum(found.iter().map(|deposit| deposit.net))?)
        }
        Resolution::PayoutFile => {
            let export = export.ok_or_else(|| unknown("exportId"))?;
            let file = targets::lock_file(tx, export)?.ok_or_else(|| unknown("exportId"))?;
            if file.is_taken {
                return Err(Error::Refused(BANK_TARGET_TAKEN));
            }
            refuse_other_account(line, Some(file.account_id), "exportId")?;
            ("exportId", file.total)
        }
        Resolution::Payout | Resolution::PayoutReturned => {
            let payout = payout.ok_or_else(|| unknown("payoutId"))?;
            let is_return = *resolution == Resolution::PayoutReturned;
            let found = targets::lock_payout(tx, payout, is_return)?;
            let found = found.ok_or_else(|| unknown("payoutId"))?;
            if found.is_taken {
                return Err(Error::Refused(BANK_TARGET_TAKEN));
            }
            if !is_return {
                refuse_other_account(line, found.account_id, "payoutId")?;
            }
            ("payoutId", found.amount)
        }
        Resolution::OwnTransfer => {
            if bank_accounts::are_several(tx)? {
                return Ok(());
            }
            let message = Message::new(
                "There is only one bank account.",
                "Il n’y a qu’un seul compte bancaire.",
            );
            return Err(Fields::one("resolution", message).into());
        }
        Resolution::Refund | Resolution::Chargeback | Resolution::Fee | Resolution::Other => {
            return Ok(());
        }
    };
    let expected = rules::expected(*resolution, target, *fee)?;
    if expected == line.amount {
        return Ok(());
    }
    let (english, french) = (Language::En, Language::Fr);
    let message = Message::of(
        format!(
            "The line is {}, but this is {}.",
            line.amount.format(english),
            expected.format(english)
        ),
        format!(
            "La ligne est de {}, mais ceci est de {}.",
            line.amount.format(french),
            expected.format(french)
        ),
    );
    Err(Fields::one(field, message).into())
}

/// Refuses a line of another account than the one that the payouts left.
fn refuse_other_account(
    line: &LineRow,
    left: Option<BankAccountId>,
    field: &'static str,
) -> Result<()> {
    if left.is_none_or(|account| account == line.account_id) {
        return Ok(());
    }
    let message = Message::new(
        "This leaves another bank account. Please choose a line of that account.",
        "Ceci part d’un autre compte bancaire. Choisissez une ligne de ce compte.",
    );
    Err(Fields::one(field, message).into())
}

fn unknown(field: &'static str) -> Error {
    let message = Message::new(
        "Please choose from the list of open deposits, files and payouts.",
        "Choisissez dans la liste des dépôts, fichiers et versements ouverts.",
    );
    Fields::one(field, message).into()
}

/// Reopens a matched line: its transfer is reversed, and it waits again. An open line stays as it is.
pub async fn reopen(app: &Arc<App>, by: &Actor, id: BankLineId, reason: String) -> Result<LineRow> {
    let by = by.clone();
    app.write(move |tx, _, now| {
        let line = store::lock(tx, id)?.ok_or(Error::NotFound)?;
        let Some(transfer) = line.transfer_id else { return Ok(line) };
        let transfer = ledger::find(tx, Books::Platform, transfer)?
            .ok_or_else(|| Error::Internal(format!("{id} has no transfer")))?;
        let posted_by = PostedBy::Person(by.person);
        ledger::reverse(tx, now, posted_by, &transfer, Some(reason.clone()))?;
        targets::free_deposits(tx, id)?;
        store::reopen(tx, id)?;
        let told = json!({ (SUBJECT_NAME): line.text, "amount": line.amount });
        record(
            tx,
            now,
            &Author::of(&by),
            actions::BANK_LINE_REOPENED,
            id,
            told,
            Some(reason.clone()),
        )?;
        store::find(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Returns the message for a missing reason.
pub fn reason_missing() -> Message {
    messages::required("Reason")
}

/// Counts the lines of an account until a day that are not matched.
pub fn count_open_until(
    tx: &mut Tx<'_>,
    account: BankAccountId,
    last_day: BusinessDate,
) -> Result<u64> {
    let (is_open, last_day) = (Some(true), Some(last_day));
    store::count(tx, Filter { is_open, last_day, account: Some(account) })
}
