//! SQL for rows of invitations. An invitation offers a role to an email address.

use db::{Conditions, Tx, Value, params};

use access::{auth::Role, open_cases::OpenCases};
use kernel::{
    brand::Brand,
    contact::Email,
    ids::{InvitationId, PersonId, TenantId, UserRoleId},
    language::Language,
    paging::PageRequest,
    timestamp::Timestamp,
};
use platform::{error::Result, secrets::Hashes};

use crate::{codes::Purpose, invitations::InvitationState, users::UserScope};

db::row! {
    #[derive(Clone, Debug)]
    pub struct InvitationRow {
        pub id: InvitationId,
        pub email: Email,
        pub first_name: String,
        pub last_name: String,
        pub role: Role,
        pub tenant_id: Option<TenantId>,
        pub replaces_id: Option<UserRoleId>,
        pub purpose: Purpose,
        pub state: InvitationState,
        pub invited_by: Option<PersonId>,
        /// Administrator who approved the tenant, if the offer is to its contact person, or super
        /// administrator who agreed to the proposal.
        pub approved_by: Option<PersonId>,
        /// Whether a super administrator must agree before the recipient can accept the offer.
        pub awaits_agreement: bool,
        pub success_url: String,
        pub failed_url: String,
        pub brand: Brand,
        pub language: Language,
        pub created_at: Timestamp,
        pub sent_at: Timestamp,
        pub expires_at: Timestamp,
    }
}

impl InvitationRow {
    /// Returns the people who count as having appointed the recipient.
    pub fn appointers(&self) -> Vec<PersonId> {
        self.invited_by.into_iter().chain(self.approved_by).collect()
    }
}

db::row! {
    /// Invitation as shown to people who manage users. Contains only data that was typed by the
    /// inviter.
    #[derive(Clone, Debug)]
    pub struct ListedInvitation {
        pub id: InvitationId,
        pub email: String,
        pub role: Role,
        pub tenant_id: Option<TenantId>,
        pub tenant_name: Option<String>,
        pub state: InvitationState,
        pub awaits_agreement: bool,
        pub proposed_by: Option<PersonId>,
        pub proposer_first_name: Option<String>,
        pub proposer_last_name: Option<String>,
        pub sent_at: Timestamp,
        pub expires_at: Timestamp,
    }
}

db::row! {
    /// Offer of a role that a person received or made.
    pub struct InvitationOfPerson {
        pub email: String,
        pub role: Role,
        pub tenant_name: Option<String>,
        pub state: InvitationState,
        pub sent_at: Timestamp,
        pub expires_at: Timestamp,
        pub decided_at: Option<Timestamp>,
    }
}

/// Lists the offers sent to an address and the offers made by a person, oldest first.
pub fn list_of_person(
    tx: &mut Tx<'_>,
    email: &str,
    person: PersonId,
    page: PageRequest,
) -> Result<Vec<InvitationOfPerson>> {
    Ok(tx.rows(
        "SELECT i.email, i.role, t.display_name, i.state, i.sent_at, i.expires_at, i.decided_at
         FROM invitation i LEFT JOIN tenant t ON t.id = i.tenant_id
         WHERE i.email = $1 OR i.invited_by = $2 ORDER BY i.sent_at, i.id LIMIT $3 OFFSET $4",
        params![email, person, page.limit(), page.offset()],
    )?)
}

/// Inserts an offer under the hash of its code. Returns false if the same role is already on offer
/// to this address.
pub fn insert(tx: &mut Tx<'_>, row: &InvitationRow, code_hash: &str) -> Result<bool> {
    let inserted = tx.execute(
        "INSERT INTO invitation (id, email, first_name, last_name, role, tenant_id, replaces_id, purpose, state,
             invited_by, approved_by, awaits_agreement, code_hash, success_url, failed_url, brand, language, created_at, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         ON CONFLICT DO NOTHING",
        params![
            row.id,
            row.email,
            row.first_name,
            row.last_name,
            row.role,
            row.tenant_id,
            row.replaces_id,
            row.purpose,
            row.state,
            row.invited_by,
            row.approved_by,
            row.awaits_agreement,
            code_hash,
            row.success_url,
            row.failed_url,
            row.brand,
            row.language,
            row.created_at,
            row.sent_at,
            row.expires_at
        ],
    )?;
    Ok(inserted == 1)
}

pub fn find_by_code(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<InvitationRow>> {
    by_code(tx, hashes, "")
}

/// Like [`find_by_code`], but locks the row, so that an offer can't be answered twice.
pub fn lock_by_code(tx: &mut Tx<'_>, hashes: &Hashes) -> Result<Option<InvitationRow>> {
    let lock = tx.engine().for_update();
    by_code(tx, hashes, lock)
}

fn by_code(tx: &mut Tx<'_>, hashes: &Hashes, lock: &str) -> Result<Option<InvitationRow>> {
    let (list, values) = hashes.listed_after(&[]);
    let columns = InvitationRow::COLUMNS;
    let sql = format!("SELECT {columns} FROM invitation WHERE code_hash IN {list}{lock}");
    Ok(tx.first(&sql, &values)?)
}

pub fn lock(tx: &mut Tx<'_>, id: InvitationId) -> Result<Option<InvitationRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM invitation WHERE id = $1{lock}", InvitationRow::COLUMNS);
    Ok(tx.first(&sql, params![id])?)
}

/// Locks and returns the open offers to an address, newest first.
pub fn lock_open(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<InvitationRow>> {
    let lock = tx.engine().for_update();
    let sql = format!(
        "SELECT {} FROM invitation WHERE email = $1 AND state = 'OFFERED' ORDER BY sent_at DESC, id DESC{lock}",
        InvitationRow::COLUMNS
    );
    Ok(tx.rows(&sql, params![email])?)
}

/// Stores a new code for an offer that is emailed again. The link in the earlier email stops
/// working.
pub fn renew(
    tx: &mut Tx<'_>,
    id: InvitationId,
    code_hash: &str,
    sent_at: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE invitation SET code_hash = $1, sent_at = $2, expires_at = $3 WHERE id = $4",
        params![code_hash, sent_at, expires_at, id],
    )?;
    Ok(())
}

/// Records that a super administrator agreed to a proposal. The recipient can then accept the
/// offer.
pub fn agree(tx: &mut Tx<'_>, id: InvitationId, agreed_by: PersonId) -> Result<()> {
    tx.later(
        "UPDATE invitation SET awaits_agreement = FALSE, approved_by = $1 WHERE id = $2",
        params![agreed_by, id],
    )?;
    Ok(())
}

pub fn decide(
    tx: &mut Tx<'_>,
    id: InvitationId,
    state: InvitationState,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "UPDATE invitation SET state = $1, decided_at = $2 WHERE id = $3 AND state = 'OFFERED'",
        params![state, now, id],
    )?;
    Ok(())
}

/// Withdraws the unanswered offers that a person made, in one tenant or everywhere.
pub fn withdraw_of(
    tx: &mut Tx<'_>,
    inviter: PersonId,
    tenant: Option<TenantId>,
    now: Timestamp,
) -> Result<()> {
    let mut sql = "UPDATE invitation SET state = 'WITHDRAWN', decided_at = $1
                   WHERE invited_by = $2 AND state = 'OFFERED'"
        .to_owned();
    let (inviter, tenant) = (inviter.to_string(), tenant.map(|id| id.to_string()));
    let mut parameters = vec![Value::Int(now.as_micros()), Value::Text(inviter.into())];
    if let Some(tenant) = tenant {
        sql.push_str(" AND tenant_id = $3");
        parameters.push(Value::Text(tenant.into()));
    }
    tx.later(&sql, &parameters)?;
    Ok(())
}

/// Withdraws the open offers to the address of a closed account.
pub fn withdraw_to(tx: &mut Tx<'_>, email: &Email, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE invitation SET state = 'WITHDRAWN', decided_at = $1 WHERE email = $2 AND state = 'OFFERED'",
        params![now, email],
    )?;
    Ok(())
}

/// Builds the SQL conditions for the list of invitations: open and declined offers within the
/// caller's scope.
fn conditions(scope: &UserScope, tenant: Option<TenantId>) -> Conditions {
    let mut conditions = Conditions::default();
    conditions.and("i.state IN ('OFFERED', 'DECLINED')");
    if let UserScope::Tenants(tenants) = scope {
        conditions.only_among("i.tenant_id", tenants);
    }
    if let Some(tenant) = tenant {
        conditions.only("i.tenant_id", tenant);
    }
    conditions
}

pub fn list(
    tx: &mut Tx<'_>,
    scope: &UserScope,
    tenant: Option<TenantId>,
    page: PageRequest,
) -> Result<Vec<ListedInvitation>> {
    let mut conditions = conditions(scope, tenant);
    let page = conditions.page(page.limit(), page.offset());
    let sql = format!(
        "SELECT i.id, i.email, i.role, i.tenant_id, t.display_name, i.state,
             i.awaits_agreement, p.id, p.first_name, p.last_name, i.sent_at, i.expires_at
         FROM invitation i LEFT JOIN tenant t ON t.id = i.tenant_id
             LEFT JOIN person p ON p.id = i.invited_by AND i.awaits_agreement = TRUE
         WHERE {} ORDER BY i.sent_at DESC, i.id DESC{page}",
        conditions.sql()
    );
    Ok(tx.rows(&sql, conditions.parameters())?)
}

pub fn count(tx: &mut Tx<'_>, scope: &UserScope, tenant: Option<TenantId>) -> Result<u64> {
    let conditions = conditions(scope, tenant);
    let sql = format!("SELECT count(*) FROM invitation i WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

/// Offers that wait for the agreement of a super administrator.
pub const PROPOSED: OpenCases =
    OpenCases::new("invitation", "i", "i.awaits_agreement = TRUE AND i.state = 'OFFERED'");

/// Deletes the oldest offers that expired before `over_before`. Returns the number deleted.
pub fn delete_over(tx: &mut Tx<'_>, over_before: Timestamp, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "DELETE FROM invitation WHERE id IN
             (SELECT id FROM invitation WHERE expires_at < $1 ORDER BY expires_at, id LIMIT $2)",
        params![over_before, limit],
    )?)
}
