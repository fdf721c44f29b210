//! Reads and writes one vendor or charity with all its data.

use std::collections::BTreeMap;

use db::{ToValue, Tx, Value, params};

use access::auth::TenantKind;
use kernel::{
    brand::Brand,
    contact::Email,
    fold::search_key,
    ids::{CategoryId, FileKey, OrganizationId, RegionId, TenantId},
    language::Language,
    postal_areas::Place,
    rates::{CharityRate, PlatformRate},
    time_zones::Zone,
    timestamp::Timestamp,
};
use platform::{
    error::Result,
    lists::{self, Depth, Indexed, Texts},
    secrets::Secrets,
};

use crate::tenants::{
    Address, CardAmounts, ContactPerson, CustomAmounts, Facts, Logo, Profile, SortedUnder, Tenant,
    TenantScope, TenantState, bank::BankNumbers,
};

db::row! {
    struct TenantRecord {
        id: TenantId,
        kind: TenantKind,
        state: TenantState,
        legal_name: String,
        display_name: String,
        business_number: String,
        category_id: Option<CategoryId>,
        organization_id: Option<OrganizationId>,
        region_id: Option<RegionId>,
        address_line1: String,
        address_line2: Option<String>,
        city: String,
        province: String,
        postal_code: String,
        contact_first_name: String,
        contact_last_name: String,
        contact_email: Email,
        work_phone: String,
        mobile_phone: String,
        logo_key: Option<FileKey>,
        logo_hue: Option<u32>,
        photo_key: Option<FileKey>,
        sealed_bank: Option<String>,
        gives_bank: bool,
        charity_rate: CharityRate,
        share_percentage: PlatformRate,
        card_amounts: CardAmounts,
        custom_amounts: Option<CustomAmounts>,
        time_zone: Option<Zone>,
        approved_at: Option<Timestamp>,
        closed_at: Option<Timestamp>,
        rejection_reason: Option<String>,
        created_at: Timestamp,
        updated_at: Timestamp,
        ..facts: Facts,
    }
}

impl TenantRecord {
    fn opened(self, secrets: &Secrets) -> Tenant {
        let category = self.category_id.map(SortedUnder::Category);
        let sealed = self.sealed_bank.as_deref();
        Tenant {
            id: self.id,
            kind: self.kind,
            state: self.state,
            profile: Profile {
                bank: sealed.and_then(|sealed| BankNumbers::open(secrets, self.id, sealed)),
                // Stored bank numbers are not missing, even if they can't be decrypted.
                gives_bank: self.gives_bank && sealed.is_none(),
                legal_name: self.legal_name,
                display_name: self.display_name,
                business_number: self.business_number,
                sorted_under: category.or(self.organization_id.map(SortedUnder::Organization)),
                region: self.region_id,
                address: Address {
                    line1: self.address_line1,
                    line2: self.address_line2,
                    city: self.city,
                    province: self.province,
                    postal_code: self.postal_code,
                },
                contact: ContactPerson {
                    first_name: self.contact_first_name,
                    last_name: self.contact_last_name,
                    email: self.contact_email,
                    work_phone: self.work_phone,
                    mobile_phone: self.mobile_phone,
                },
                facts: self.facts,
                logo: self.logo_key.map(|key| Logo { key, hue: self.logo_hue }),
                photo: self.photo_key,
                charity_rate: self.charity_rate,
                share_percentage: self.share_percentage,
                card_amounts: self.card_amounts.with_custom(self.custom_amounts),
                time_zone: self.time_zone,
            },
            approved_at: self.approved_at,
            closed_at: self.closed_at,
            rejection_reason: self.rejection_reason,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

fn select(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    scope: &TenantScope,
    (kind, id): (TenantKind, TenantId),
    lock: &str,
) -> Result<Option<Tenant>> {
    if !scope.reaches(id) {
        return Ok(None);
    }
    let (columns, facts) = (TenantRecord::COLUMNS, Facts::selected("tenant"));
    let sql = format!("SELECT {columns}, {facts} FROM tenant WHERE id = $1 AND kind = $2{lock}");
    let record: Option<TenantRecord> = tx.first(&sql, params![id, kind])?;
    Ok(record.map(|record| record.opened(secrets)))
}

/// Finds a tenant of this kind within the scope.
pub fn find(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    scope: &TenantScope,
    kind: TenantKind,
    id: TenantId,
) -> Result<Option<Tenant>> {
    select(tx, secrets, scope, (kind, id), "")
}

/// Like [`find`], but locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    scope: &TenantScope,
    kind: TenantKind,
    id: TenantId,
) -> Result<Option<Tenant>> {
    let lock = tx.engine().for_update();
    select(tx, secrets, scope, (kind, id), lock)
}

/// Reads the tenants of this kind with these ids. If `locks`, their rows stay locked until the
/// transaction ends.
pub fn find_all(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    kind: TenantKind,
    ids: &[TenantId],
    locks: bool,
) -> Result<BTreeMap<TenantId, Tenant>> {
    let (columns, facts) = (TenantRecord::COLUMNS, Facts::selected("tenant"));
    let lock = if locks { tx.engine().for_update() } else { "" };
    let mut found = BTreeMap::new();
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    for some in db::pieces(&ids) {
        let mut values = vec![kind.to_value()];
        values.extend(some.iter().map(ToValue::to_value));
        let places = db::places(2..=values.len());
        let sql = format!(
            "SELECT {columns}, {facts} FROM tenant WHERE kind = $1 AND id IN ({places}) ORDER BY id{lock}"
        );
        let records: Vec<TenantRecord> = tx.rows(&sql, &values)?;
        found.extend(records.into_iter().map(|record| (record.id, record.opened(secrets))));
    }
    Ok(found)
}

/// Returns the columns to store for a profile. Bank numbers that can't be decrypted are left
/// unchanged.
fn columns<'a>(
    secrets: &Secrets,
    id: TenantId,
    profile: &'a Profile,
) -> Vec<(&'static str, Value<'a>)> {
    let (category, organization) = match profile.sorted_under {
        Some(SortedUnder::Category(id)) => (Some(id), None),
        Some(SortedUnder::Organization(id)) => (None, Some(id)),
        None => (None, None),
    };
    let (address, contact, logo) = (&profile.address, &profile.contact, profile.logo.as_ref());
    let place = Place::of(&address.postal_code);
    let text = |text: String| Value::Text(text.into());
    let id_text = |id: Option<String>| id.map_or(Value::Null, text);
    let mut columns = vec![
        ("legal_name", profile.legal_name.to_value()),
        ("legal_key", text(search_key(&profile.legal_name))),
        ("display_name", profile.display_name.to_value()),
        ("search_key", text(search_key(&profile.display_name))),
        ("business_number", profile.business_number.to_value()),
        ("category_id", id_text(category.map(|id| id.to_string()))),
        ("organization_id", id_text(organization.map(|id| id.to_string()))),
        ("region_id", id_text(profile.region.map(|id| id.to_string()))),
        ("address_line1", address.line1.to_value()),
        ("address_line2", address.line2.to_value()),
        ("city", address.city.to_value()),
        ("province", address.province.to_value()),
        ("postal_code", address.postal_code.to_value()),
        ("contact_first_name", contact.first_name.to_value()),
        ("contact_last_name", contact.last_name.to_value()),
        ("contact_email", contact.email.to_value()),
        ("work_phone", contact.work_phone.to_value()),
        ("mobile_phone", contact.mobile_phone.to_value()),
        ("logo_key", id_text(logo.map(|logo| logo.key.to_string()))),
        (
            "logo_hue",
            logo.and_then(|logo| logo.hue).map_or(Value::Null, |hue| Value::Int(hue.into())),
        ),
        ("photo_key", id_text(profile.photo.map(|key| key.to_string()))),
        ("latitude", place.map_or(Value::Null, |place| Value::Int(place.latitude))),
        ("longitude", place.map_or(Value::Null, |place| Value::Int(place.longitude))),
        ("charity_rate", Value::Int(profile.charity_rate.percent().into())),
        ("share_percentage", Value::Int(profile.share_percentage.percent().into())),
        ("card_amounts", text(profile.card_amounts.to_string())),
        (
            "custom_amounts",
            id_text(profile.card_amounts.custom_setting().map(|custom| custom.to_string())),
        ),
        ("time_zone", profile.time_zone.map_or(Value::Null, |zone| text(zone.name().to_owned()))),
        ("gives_bank", profile.gives_bank.to_value()),
    ];
    columns.extend(profile.facts.columns());
    if let Some(bank) = &profile.bank {
        columns.push(("sealed_bank", text(bank.seal(secrets, id))));
    }
    columns
}

/// Inserts a pending tenant.
pub fn insert(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: TenantKind,
    profile: &Profile,
) -> Result<TenantId> {
    let id = TenantId::new(now);
    insert_rows(tx, secrets, now, kind, &[(id, profile)], &[])?;
    index(tx, kind, &[(id, profile)])?;
    Ok(id)
}

/// Inserts pending tenants without bank numbers. Their contact persons get emails in this language
/// and brand.
pub fn insert_all(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: TenantKind,
    profiles: &[&Profile],
    (language, brand): (Language, Brand),
) -> Result<Vec<TenantId>> {
    let new: Vec<(TenantId, &Profile)> =
        profiles.iter().map(|profile| (TenantId::new(now), *profile)).collect();
    let look = [("contact_language", language.to_value()), ("contact_brand", brand.to_value())];
    for some in db::pieces(&new) {
        insert_rows(tx, secrets, now, kind, some, &look)?;
    }
    index(tx, kind, &new)?;
    Ok(new.into_iter().map(|(id, _)| id).collect())
}

/// Inserts the rows in one statement. They have the same columns: either all or none have bank
/// numbers.
fn insert_rows(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: TenantKind,
    new: &[(TenantId, &Profile)],
    more: &[(&'static str, Value<'_>)],
) -> Result<()> {
    let (mut names, mut values, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for (id, profile) in new {
        let mut columns = columns(secrets, *id, profile);
        columns.extend([
            ("id", Value::Text(id.to_string().into())),
            ("kind", Value::Text(kind.word().into())),
            ("state", Value::Text(TenantState::Pending.word().into())),
            ("created_at", Value::Int(now.as_micros())),
            ("updated_at", Value::Int(now.as_micros())),
        ]);
        columns.extend(more.iter().cloned());
        let first = values.len() + 1;
        let (own_names, own_values): (Vec<&str>, Vec<Value<'_>>) = columns.into_iter().unzip();
        names = own_names;
        values.extend(own_values);
        rows.push(format!("({})", db::places(first..=values.len())));
    }
    let sql = format!("INSERT INTO tenant ({}) VALUES {}", names.join(", "), rows.join(", "));
    tx.execute(&sql, &values)?;
    Ok(())
}

pub fn update(tx: &mut Tx<'_>, secrets: &Secrets, now: Timestamp, tenant: &Tenant) -> Result<()> {
    let mut columns = columns(secrets, tenant.id, &tenant.profile);
    columns.push(("updated_at", Value::Int(now.as_micros())));
    let (names, mut values): (Vec<&str>, Vec<Value<'_>>) = columns.into_iter().unzip();
    let settings: Vec<String> =
        names.iter().enumerate().map(|(at, name)| format!("{name} = ${}", at + 1)).collect();
    let id = tenant.id.to_string();
    values.push(Value::Text(id.into()));
    let sql = format!("UPDATE tenant SET {} WHERE id = ${}", settings.join(", "), values.len());
    tx.execute(&sql, &values)?;
    index(tx, tenant.kind, &[(tenant.id, &tenant.profile)])
}

fn index(tx: &mut Tx<'_>, kind: TenantKind, tenants: &[(TenantId, &Profile)]) -> Result<()> {
    let texts: Vec<Texts> = tenants.iter().map(|(id, profile)| texts_of(*id, profile)).collect();
    lists::index_all(tx, indexed(kind), &texts)
}

/// Returns the texts by which searches find a tenant.
fn texts_of(id: TenantId, profile: &Profile) -> Texts {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (contact, facts) = (&profile.contact, &profile.facts);
    let products = text(&facts.vendor.products);
    // The postal code is indexed as one word, so that a search for its first half finds it.
    let postal_code = profile.address.postal_code.replace(' ', "");
    let (display_name, legal_name) = (&profile.display_name, &profile.legal_name);
    let city = &profile.address.city;
    Texts {
        owner: id.to_string(),
        spelt: vec![display_name.clone(), legal_name.clone(), city.clone(), products.clone()],
        texts: vec![
            (Depth::Name, display_name.clone()),
            (Depth::Name, legal_name.clone()),
            (Depth::Text, text(&facts.charity.introduction)),
            (Depth::Text, text(&facts.shared.description)),
            (Depth::Text, products),
            (Depth::Text, city.clone()),
            (Depth::Text, postal_code),
            (Depth::Private, profile.business_number.clone()),
            (Depth::Private, contact.first_name.clone()),
            (Depth::Private, contact.last_name.clone()),
            (Depth::Private, contact.email.to_string()),
        ],
    }
}

pub fn indexed(kind: TenantKind) -> Indexed {
    match kind {
        TenantKind::Vendor => Indexed::Vendor,
        TenantKind::Charity => Indexed::Charity,
    }
}

/// Sets the state of a tenant. The first activation sets the time of approval. Activating a closed
/// shop reopens it.
pub fn set_state(tx: &mut Tx<'_>, id: TenantId, now: Timestamp, state: TenantState) -> Result<()> {
    let approved_at = (state == TenantState::Active).then_some(now);
    tx.execute(
        "UPDATE tenant SET state = $1, approved_at = COALESCE(approved_at, $2), closed_at = NULL, updated_at = $3
         WHERE id = $4",
        params![state, approved_at, now, id],
    )?;
    lists::changed(tx)
}

pub fn close(tx: &mut Tx<'_>, id: TenantId, now: Timestamp) -> Result<()> {
    tx.later("UPDATE tenant SET closed_at = $1, updated_at = $1 WHERE id = $2", params![now, id])?;
    Ok(())
}

pub fn set_rejection_reason(tx: &mut Tx<'_>, id: TenantId, reason: Option<&str>) -> Result<()> {
    tx.later("UPDATE tenant SET rejection_reason = $1 WHERE id = $2", params![reason, id])?;
    Ok(())
}
