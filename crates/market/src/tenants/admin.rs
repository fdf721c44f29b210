//! Administration of vendors and charities: lists, creation, changes, approval and rejection.

use std::sync::Arc;

use db::Tx;

use super::{
    Profile, SortedUnder, Tenant, TenantScope, TenantState,
    change::{Change, WholeChange, edited},
    recorded,
    rules::{self, Decision, NotPending},
    store,
};
use access::{
    audit::{self, Author},
    auth::{Actor, TenantKind, errors::PROOF_REQUIRED},
    idempotency::Named,
};
use kernel::{
    brand::Brand,
    fields::Fields,
    ids::{PersonId, TenantId},
    language::Language,
    messages,
    paging::{Page, PageRequest},
    sort::Sort,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Code, Error, Result},
    lists::{Depth, Searchable},
    secrets::Secrets,
    web::versions::IfMatch,
};

use crate::{
    bell,
    directory::{self, CategoryRow, OrganizationRow, RegionRow},
    files::{self, FileKind},
    tenants::{
        actions,
        errors::{NOT_PENDING, SHOP_STILL_SELLS},
    },
};

pub use store::{TenantFilter, TenantItem, TenantOrder};

/// Fields of a tenant that an administrator's search can name.
pub struct TenantSearch;

impl Searchable for TenantSearch {
    const FIELDS: &'static [(&'static str, Depth)] = &[
        ("name", Depth::Name),
        ("displayName", Depth::Name),
        ("legalName", Depth::Name),
        ("introduction", Depth::Text),
        ("description", Depth::Text),
        ("city", Depth::Text),
        ("businessNumber", Depth::Private),
        ("primaryContact", Depth::Private),
        ("email", Depth::Private),
    ];
}

pub async fn list(
    app: &Arc<App>,
    filter: TenantFilter,
    sort: Sort<TenantOrder>,
    page: PageRequest,
) -> Result<Page<TenantItem>> {
    let shared = app.clone();
    app.db.bulk().read(move |tx| store::items(tx, &shared.totals, &filter, sort, page)).await
}

pub async fn find(
    app: &Arc<App>,
    scope: TenantScope,
    kind: TenantKind,
    id: TenantId,
) -> Result<Tenant> {
    let found = app.read(move |tx, app, _| store::find(tx, &app.secrets, &scope, kind, id)).await?;
    found.ok_or(Error::NotFound)
}

/// Returns the fields that a tenant must fill in before it can be activated, each with a message.
pub fn missing(tenant: &Tenant) -> Fields {
    rules::missing(tenant.kind, &tenant.profile)
}

/// Adds a tenant as an administrator. If no required field is missing, the tenant is active at
/// once, and its contact person is invited as a manager. If a required field is missing, the tenant
/// is pending.
pub async fn create<C: ContactPersons>(
    app: &Arc<App>,
    author: Author,
    call: Named,
    kind: TenantKind,
    change: &WholeChange,
    (language, brand): (Language, Brand),
) -> Result<Tenant> {
    let profile = rules::added(change, kind)?;
    app.write(move |tx, app, now| {
        let id = call.once(tx, now, |tx| {
            let profile = check_references(tx, kind, None, profile.clone())?;
            let id = store::insert(tx, &app.secrets, now, kind, &profile)?;
            store::set_contact_look(tx, id, language, brand)?;
            recorded::record_created(tx, now, &author, id, &profile)?;
            if profile.bank.is_some() {
                store::note_bank_change(tx, id, now, author.person())?;
            }
            let added = find_any(tx, &app.secrets, kind, id)?;
            if missing(&added).is_empty() {
                open::<C>(tx, app, now, &author, &added)?;
            }
            Ok(id)
        })?;
        find_any(tx, &app.secrets, kind, id)
    })
    .await
}

fn find_any(tx: &mut Tx<'_>, secrets: &Secrets, kind: TenantKind, id: TenantId) -> Result<Tenant> {
    store::find(tx, secrets, &TenantScope::All, kind, id)?.ok_or(Error::NotFound)
}

/// Change of a tenant, with the version of the tenant that the editor saw.
pub struct Edit {
    pub kind: TenantKind,
    pub id: TenantId,
    pub began: IfMatch,
    pub change: Change,
    /// Whether the editor re-authenticated a short time ago.
    pub is_proven: bool,
}

/// Changes a tenant. Fails if the change is not valid for the stored tenant.
pub async fn edit(app: &Arc<App>, editor: Actor, scope: TenantScope, edit: Edit) -> Result<()> {
    let author = Author::of(&editor);
    app.write(move |tx, app, now| {
        let secrets = &app.secrets;
        let (kind, id) = (edit.kind, edit.id);
        let before = store::lock(tx, secrets, &scope, kind, id)?.ok_or(Error::NotFound)?;
        edit.began.check(secrets, &edited(&before.profile, &editor))?;
        let profile = rules::changed(&edit.change, &before)?;
        if !edit.is_proven && profile.moves_money_or_mail(&before.profile) {
            return Err(Error::Refused(PROOF_REQUIRED));
        }
        let profile = check_references(tx, kind, Some(&before.profile), profile)?;
        recorded::record_edited(tx, now, &author, &before, &profile)?;
        let (old, new) = (before.profile.charity_rate, profile.charity_rate);
        if old != new && !matches!(scope, TenantScope::All) {
            bell::notify_of_rate(tx, now, id, old, new)?;
        }
        // `profile.bank` is `None` if no bank numbers were sent, and none are stored or the
        // stored ones can't be decrypted. The stored numbers then stay unchanged.
        if profile.bank.is_some() && profile.bank != before.profile.bank {
            store::note_bank_change(tx, id, now, author.person())?;
        }
        store::update(tx, secrets, now, &Tenant { profile, ..before })
    })
    .await
}

/// Checks the references that the change sets: the region, category or kind of organization must
/// exist. Marks a new photo and a new logo as used.
pub(super) fn check_references(
    tx: &mut Tx<'_>,
    kind: TenantKind,
    before: Option<&Profile>,
    mut profile: Profile,
) -> Result<Profile> {
    let mut fields = Fields::default();
    let mut check = |path: &str, is_known: bool| {
        if !is_known {
            fields.add(path, messages::NOT_IN_LIST);
        }
    };
    let old_region = before.and_then(|before| before.region);
    if let Some(region) = profile.region.filter(|region| Some(*region) != old_region) {
        check("regionId", directory::exists::<RegionRow>(tx, &region)?);
    }
    let old_sort = before.and_then(|before| before.sorted_under);
    match profile.sorted_under.filter(|sort| Some(*sort) != old_sort) {
        Some(SortedUnder::Category(id)) => {
            check("categoryId", directory::exists::<CategoryRow>(tx, &id)?)
        }
        Some(SortedUnder::Organization(id)) => {
            check("organizationId", directory::exists::<OrganizationRow>(tx, &id)?);
        }
        None => {}
    }
    let old_photo = before.and_then(|before| before.photo);
    if let Some(photo) = profile.photo.filter(|photo| Some(*photo) != old_photo) {
        files::attach_field(tx, "photoPath", FileKind::Vendor, photo)?;
    }
    let old_logo = before.and_then(|before| before.logo.as_ref());
    if let Some(logo) = profile.logo.as_mut().filter(|logo| Some(&**logo) != old_logo) {
        let kind = match kind {
            TenantKind::Vendor => FileKind::Vendor,
            TenantKind::Charity => FileKind::Charity,
        };
        logo.hue = files::attach(tx, kind, logo.key)?;
    }
    fields.finish(|| Some(profile)).map_err(Error::Invalid)
}

/// Creates or invites the account of a tenant's contact person when the tenant is approved. The
/// accounts crate implements this trait.
pub trait ContactPersons: Send + Sync + 'static {
    /// Invites the contact person to manage the tenant. `approver` is the administrator who
    /// approves the tenant.
    fn welcome(
        tx: &mut Tx<'_>,
        app: &App,
        now: Timestamp,
        tenant: &Tenant,
        approver: Option<PersonId>,
    ) -> Result<()>;
}

/// Activates or deactivates a tenant. The contact person is invited at the first activation.
pub async fn set_active<C: ContactPersons>(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    kind: TenantKind,
    id: TenantId,
    is_on: bool,
) -> Result<()> {
    let decision = if is_on { Decision::Activate } else { Decision::Deactivate };
    app.write(move |tx, app, now| {
        let tenant = store::lock(tx, &app.secrets, &scope, kind, id)?;
        let tenant = tenant.ok_or(Error::NotFound)?;
        let Some(state) = decided(tenant.state, decision)? else { return Ok(()) };
        if state == TenantState::Active {
            let missing = missing(&tenant);
            if !missing.is_empty() {
                return Err(Error::Invalid(missing));
            }
            return open::<C>(tx, app, now, &author, &tenant);
        }
        store::set_state(tx, id, now, state)?;
        audit::record(tx, now, &author, recorded::entry(actions::TENANT_DEACTIVATED, id))?;
        if tenant.approved_at.is_some() {
            recorded::notify_switched(tx, app, now, &tenant, false)?;
        }
        Ok(())
    })
    .await
}

/// Activates a tenant and invites its contact person if the tenant is approved for the first time.
fn open<C: ContactPersons>(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    author: &Author,
    tenant: &Tenant,
) -> Result<()> {
    let (id, is_first) = (tenant.id, tenant.approved_at.is_none());
    store::set_rejection_reason(tx, id, None)?;
    store::set_state(tx, id, now, TenantState::Active)?;
    let action = if is_first { actions::TENANT_APPROVED } else { actions::TENANT_ACTIVATED };
    audit::record(tx, now, author, recorded::entry(action, id))?;
    if is_first {
        C::welcome(tx, app, now, tenant, author.person())
    } else {
        recorded::notify_switched(tx, app, now, tenant, true)
    }
}

/// Rejects a registration and emails the reason to its contact person.
pub async fn reject(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    kind: TenantKind,
    id: TenantId,
    reason: Option<String>,
) -> Result<()> {
    app.write(move |tx, app, now| {
        let tenant = store::lock(tx, &app.secrets, &scope, kind, id)?;
        let tenant = tenant.ok_or(Error::NotFound)?;
        let Some(state) = decided(tenant.state, Decision::Reject)? else { return Ok(()) };
        store::set_state(tx, id, now, state)?;
        store::set_rejection_reason(tx, id, reason.as_deref())?;
        let entry = recorded::entry(actions::TENANT_REJECTED, id).reason(reason.clone());
        audit::record(tx, now, &author, entry)?;
        recorded::notify_rejected(tx, now, &tenant, reason.clone())
    })
    .await
}

/// Locks a shop that is inactive and not closed. Refuses any other shop.
pub fn lock_stopped(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    scope: &TenantScope,
    id: TenantId,
) -> Result<Tenant> {
    let shop = store::lock(tx, secrets, scope, TenantKind::Vendor, id)?.ok_or(Error::NotFound)?;
    let has_stopped = shop.state == TenantState::Inactive && shop.closed_at.is_none();
    if has_stopped { Ok(shop) } else { Err(Error::Refused(SHOP_STILL_SELLS)) }
}

/// Check that may prevent the closing of a shop. It is implemented by crates that know the shop's
/// cards and payments.
pub trait ClosingCheck: Send + Sync + 'static {
    /// Error codes with which the check may refuse.
    const CODES: &'static [Code];

    /// Refuses while this shop still needs its counter, for example to redeem cards.
    fn check(tx: &mut Tx<'_>, shop: TenantId) -> Result<()>;
}

/// Closes an inactive shop that no longer needs its counter, and ends the sessions of its staff.
pub async fn close<O: ClosingCheck>(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    id: TenantId,
) -> Result<()> {
    app.write(move |tx, app, now| {
        close_stopped(tx, &app.secrets, now, &author, &scope, id)?;
        // Checked last, because a caller without the right to close the shop must not learn
        // about its card balances.
        O::check(tx, id)
    })
    .await
}

/// Closes an inactive shop. The caller must have checked that the shop no longer needs its counter.
pub fn close_stopped(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    author: &Author,
    scope: &TenantScope,
    id: TenantId,
) -> Result<()> {
    let shop = store::lock(tx, secrets, scope, TenantKind::Vendor, id)?.ok_or(Error::NotFound)?;
    if shop.state != TenantState::Inactive {
        return Err(Error::Refused(SHOP_STILL_SELLS));
    }
    if shop.closed_at.is_some() {
        return Ok(());
    }
    store::close(tx, id, now)?;
    audit::record(tx, now, author, recorded::entry(actions::SHOP_CLOSED, id))
}

fn decided(state: TenantState, decision: Decision) -> Result<Option<TenantState>> {
    rules::next(state, decision).map_err(|NotPending| Error::Refused(NOT_PENDING))
}
