//! Payouts as their readers see them, with statements.

use std::{slice, sync::Arc};

use db::Tx;

use super::{
    Filter, PayoutRow, PayoutState,
    approval::{Facts, Known, personal_refusal},
    payee_of, store,
};
use access::auth::Actor;
use kernel::{
    dates::BusinessDate,
    ids::PayoutId,
    messages::Message,
    money::Cents,
    paging::{Page, PageRequest},
};
use ledger::StatementLine;
use market::tenants::{self, BankOnFile, TenantScope};
use platform::{
    app::App,
    error::{Code, Error, Result},
};

/// Payout with its statement: the changes of the balance in the period, and the amount that can be
/// paid now.
pub struct Statement {
    pub payout: PayoutRow,
    pub lines: Vec<StatementLine>,
    /// Change of the payable amount after the period, by payouts and by amounts that stopped being
    /// payable.
    pub since: Cents,
    /// Reason why the caller can't approve the drafted payout, or confirm its reported failure, at
    /// present.
    pub refusal: Option<Refusal>,
    /// Bank account to which a drafted payout will be paid. Only set for administrators.
    pub destination: Option<BankOnFile>,
}

/// Reason why an administrator can't approve a drafted payout or confirm a failure.
pub struct Refusal {
    pub code: Code,
    pub message: Message,
    /// First day on which the administrator can approve the payout, if the only obstacle is a
    /// waiting period.
    pub approvable_from: Option<BusinessDate>,
}

impl Refusal {
    pub fn because(code: Code) -> Option<Refusal> {
        Some(Refusal { code, message: code.message(), approvable_from: None })
    }
}

/// Returns one page of the payouts that the caller may see, the newest first. Tenants see a payout
/// only after its approval.
pub async fn list(
    app: &App,
    scope: TenantScope,
    filter: Filter,
    page: PageRequest,
) -> Result<Page<PayoutRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = store::list(tx, &scope, &filter, page)?;
            Page::counted(rows, page, || store::count(tx, &scope, &filter))
        })
        .await
}

pub async fn find(
    app: &Arc<App>,
    scope: TenantScope,
    by: &Actor,
    id: PayoutId,
) -> Result<Statement> {
    let (shared, by, now) = (app.clone(), by.clone(), app.clock.now());
    app.db
        .bulk()
        .read(move |tx| {
            let payout = store::find(tx, &scope, id)?.ok_or(Error::NotFound)?;
            let (mut refusing, mut destination) = (None, None);
            if payout.state == PayoutState::Draft && by.is_administrator() {
                let payouts = slice::from_ref(&payout);
                let banks = tenants::find_banks(tx, &[payout.tenant_id])?;
                let known = Known::default();
                let facts = Facts::read(tx, &shared, now, &by, payouts, (banks, &known))?;
                refusing = facts.refusal(&shared.secrets, &payout)?;
                destination = facts.bank(payout.tenant_id).cloned();
            }
            if let Some(asked_by) = payout.failure_waits_of().filter(|_| by.is_administrator()) {
                refusing = personal_refusal(tx, &shared, now, &by, asked_by)?;
            }
            let lines = lines_of(tx, &payout)?;
            let due = payout.due()?;
            let since = due.checked_sub(payout.closing)?;
            Ok(Statement { payout, lines, since, refusal: refusing, destination })
        })
        .await
}

fn lines_of(tx: &mut Tx<'_>, payout: &PayoutRow) -> Result<Vec<StatementLine>> {
    let (from, until) = (payout.first_day.start(), payout.last_day.end_exclusive());
    ledger::statement_lines(tx, payee_of(payout.tenant_kind, payout.tenant_id), from, until)
}
