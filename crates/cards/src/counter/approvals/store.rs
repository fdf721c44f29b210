//! Rows of redemptions that wait, or waited, for a manager's approval.

use db::{Conditions, Tx, params};

use kernel::{
    ids::{ApprovalId, CardId, PersonId, TenantId, TillId, TransferId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use market::tenants::TenantScope;
use people::identity::{join_then, name_then};
use platform::error::Result;

use super::{PaceLimit, Request, State};

db::row! {
    /// A request with its card, its clerk, and who decided about it.
    #[derive(Clone, Debug)]
    pub struct ApprovalRow {
        pub id: ApprovalId,
        pub vendor_id: TenantId,
        pub card_id: CardId,
        pub code_hash: String,
        pub last_four: String,
        pub card_balance: Cents,
        pub gift_to: Option<String>,
        pub owner_name: Option<String>,
        pub clerk_id: PersonId,
        pub clerk_name: String,
        /// Till at which the redemption was requested; `None` if the clerk was not at a till.
        pub till_id: Option<TillId>,
        pub till_name: Option<String>,
        pub kind: TransferKind,
        pub value: Cents,
        pub cause: PaceLimit,
        pub is_by_name: bool,
        pub state: State,
        pub created_at: Timestamp,
        pub expires_at: Timestamp,
        pub decided_at: Option<Timestamp>,
        pub decided_by_name: Option<String>,
        pub reason: Option<String>,
        pub transfer_id: Option<TransferId>,
        pub balance_after: Option<Cents>,
        pub moved_at: Option<Timestamp>,
    }
}

const SELECT: &str = concat!(
    "SELECT r.id, r.vendor_id, r.card_id, r.code_hash, k.last_four, k.balance, k.gift_to,
    o.first_name || ' ' || o.last_name, r.clerk_id, ",
    name_then!("c"),
    ", r.till_id, l.name, r.kind, r.value, r.cause, r.is_by_name, r.state, r.created_at, r.expires_at, r.decided_at, ",
    name_then!("d"),
    ", r.reason, r.transfer_id, e.balance, e.created_at
FROM redemption_request r
JOIN card k ON k.vendor_id = r.vendor_id AND k.id = r.card_id
LEFT JOIN till l ON l.id = r.till_id
LEFT JOIN person o ON o.id = k.owner_id ",
    join_then!("c", "r.clerk_id", "r.created_at"),
    " ",
    join_then!("d", "r.decided_by", "r.decided_at"),
    " LEFT JOIN entry e ON e.vendor_id = r.vendor_id AND e.transfer_id = r.transfer_id AND e.account = 'card:' || r.card_id"
);

pub fn insert(
    tx: &mut Tx<'_>,
    id: ApprovalId,
    now: Timestamp,
    expires: Timestamp,
    request: &Request<'_>,
) -> Result<()> {
    let card = request.card;
    tx.later(
        "INSERT INTO redemption_request (id, vendor_id, card_id, code_hash, clerk_id, till_id, kind, value, cause,
             is_by_name, state, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            id,
            card.vendor_id,
            card.id,
            card.code_hash,
            request.clerk.person,
            request.clerk.till.as_ref().map(|till| till.id),
            request.kind,
            request.value,
            request.cause,
            request.is_by_name,
            State::Waiting,
            now,
            expires
        ],
    )?;
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: ApprovalId) -> Result<Option<ApprovalRow>> {
    Ok(tx.first(&format!("{SELECT} WHERE r.id = $1"), params![id])?)
}

/// Locks a request and reads its current state, so that concurrent decisions run one after the
/// other.
pub fn lock(tx: &mut Tx<'_>, shop: TenantId, id: ApprovalId) -> Result<Option<ApprovalRow>> {
    let sql = format!(
        "SELECT id FROM redemption_request WHERE vendor_id = $1 AND id = $2{}",
        tx.engine().for_update()
    );
    let locked: Option<(ApprovalId,)> = tx.first(&sql, params![shop, id])?;
    if locked.is_some() { find(tx, id) } else { Ok(None) }
}

/// Finds a clerk's waiting request on a card.
pub fn open_of(
    tx: &mut Tx<'_>,
    now: Timestamp,
    clerk: PersonId,
    card: CardId,
) -> Result<Option<ApprovalRow>> {
    let sql = format!(
        "{SELECT} WHERE r.card_id = $1 AND r.clerk_id = $2 AND r.state = $3 AND r.expires_at > $4
         ORDER BY r.created_at DESC, r.id DESC LIMIT 1"
    );
    Ok(tx.first(&sql, params![card, clerk, State::Waiting, now])?)
}

/// Decision about a request.
pub struct Verdict<'a> {
    pub state: State,
    pub by: Option<PersonId>,
    pub reason: Option<&'a str>,
    pub transfer: Option<TransferId>,
}

pub fn decide(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (shop, id): (TenantId, ApprovalId),
    verdict: &Verdict<'_>,
) -> Result<()> {
    tx.later(
        "UPDATE redemption_request SET state = $1, decided_at = $2, decided_by = $3, reason = $4, transfer_id = $5
         WHERE vendor_id = $6 AND id = $7",
        params![verdict.state, now, verdict.by, verdict.reason, verdict.transfer, shop, id],
    )?;
    Ok(())
}

/// Builds the SQL conditions for waiting requests at the shops in the scope.
fn waiting(scope: &TenantScope, now: Timestamp) -> Conditions {
    let mut conditions = Conditions::with(params![now]);
    conditions.and("r.state = 'WAITING' AND r.expires_at > $1");
    if let TenantScope::Own(shops) = scope {
        conditions.only_among("r.vendor_id", shops);
    }
    conditions
}

/// Lists the requests that wait for a decision, the oldest first.
pub fn list(
    tx: &mut Tx<'_>,
    now: Timestamp,
    scope: &TenantScope,
    page: PageRequest,
) -> Result<Vec<ApprovalRow>> {
    let mut waiting = waiting(scope, now);
    let page = waiting.page(page.limit(), page.offset());
    let sql = format!("{SELECT} WHERE {} ORDER BY r.created_at, r.id{page}", waiting.sql());
    Ok(tx.rows(&sql, waiting.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, now: Timestamp, scope: &TenantScope) -> Result<u64> {
    let waiting = waiting(scope, now);
    let sql = format!("SELECT count(*) FROM redemption_request r WHERE {}", waiting.sql());
    let (count,): (i64,) = tx.one(&sql, waiting.parameters())?;
    Ok(count.unsigned_abs())
}

/// Lists the redemptions of a card that needed approval, each with the name of its approver.
pub fn approvers_of(
    tx: &mut Tx<'_>,
    vendor: TenantId,
    card: CardId,
) -> Result<Vec<(TransferId, String)>> {
    Ok(tx.rows(
        concat!(
            "SELECT r.transfer_id, ",
            name_then!("d"),
            " FROM redemption_request r ",
            join_then!("d", "r.decided_by", "r.decided_at"),
            " WHERE r.vendor_id = $2 AND r.card_id = $1 AND r.transfer_id IS NOT NULL AND r.decided_by IS NOT NULL ORDER BY r.created_at, r.id"
        ),
        params![card, vendor],
    )?)
}
