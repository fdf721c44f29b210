//! Audit rows of vendors and charities, and emails to their contact persons about changed bank
//! accounts or contact data.

use std::sync::Arc;

use db::Tx;
use serde_json::{Value, json};

use super::{BankNumbers, Profile, SortedUnder, Tenant};
use access::{
    audit::{self, Action, Author, Entry, Subject, last_digits},
    auth::{Actor, TenantKind},
};
use kernel::{canada, contact::Email, ids::TenantId, time_zones::Zone, timestamp::Timestamp};
use mail::{About, Mail};
use platform::{app::App, error::Result};

use crate::{
    bell,
    tenants::{actions, letters::Letter},
};

/// Creates an audit row about a tenant, which the tenant's managers may read.
pub fn entry(action: Action, id: TenantId) -> Entry {
    Entry::new(action, Subject::tenant(id)).tenant(id)
}

/// Records that an administrator viewed a tenant. Does nothing for other people.
pub async fn record_view(app: &Arc<App>, actor: &Actor, id: TenantId) -> Result<()> {
    if !actor.is_administrator() {
        return Ok(());
    }
    let author = Author::of(actor);
    let entry = entry(actions::TENANT_VIEWED, id);
    app.write(move |tx, _, now| audit::record_view(tx, now, &author, entry.clone())).await
}

pub fn record_created(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    id: TenantId,
    profile: &Profile,
) -> Result<()> {
    let entry = entry(actions::TENANT_CREATED, id).after(described(profile));
    audit::record(tx, now, author, entry)
}

/// Records each kind of change of a tenant, and emails the contact persons about changes that could
/// be fraud.
pub fn record_edited(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    before: &Tenant,
    after: &Profile,
) -> Result<()> {
    let (id, old) = (before.id, &before.profile);
    let changed = entry(actions::TENANT_CHANGED, id).before(described(old)).after(described(after));
    audit::record_change(tx, now, author, changed)?;
    let rates = entry(actions::RATES_CHANGED, id).before(rates(old)).after(rates(after));
    audit::record_change(tx, now, author, rates)?;
    // `after.bank` is `None` if no bank numbers were sent, and none are stored or the stored ones
    // can't be decrypted. The stored numbers then stay unchanged.
    if after.bank.is_some() && after.bank != old.bank {
        let mut changed = entry(actions::BANK_ACCOUNT_CHANGED, id).after(bank(after.bank.as_ref()));
        let replaced = bank(old.bank.as_ref());
        if old.bank.is_some() && replaced != bank(after.bank.as_ref()) {
            changed = changed.before(replaced);
        }
        audit::record(tx, now, author, changed)?;
        bell::notify_of_bank_change(tx, now, id)?;
    }
    notify_contacts(tx, now, before, after)
}

/// Records that the contact person of a registration has answered a question about missing fields.
pub fn record_answered(
    tx: &mut Tx<'_>,
    now: Timestamp,
    author: &Author,
    before: &Tenant,
    after: &Profile,
) -> Result<()> {
    let entry = entry(actions::REGISTRATION_ANSWERED, before.id)
        .before(described(&before.profile))
        .after(described(after));
    audit::record(tx, now, author, entry)
}

fn described(profile: &Profile) -> Value {
    let (address, contact) = (&profile.address, &profile.contact);
    let sorted_under = match profile.sorted_under {
        Some(SortedUnder::Category(id)) => Some(id.to_string()),
        Some(SortedUnder::Organization(id)) => Some(id.to_string()),
        None => None,
    };
    let mut described = json!({
        "legalName": profile.legal_name,
        "displayName": profile.display_name,
        "businessNumber": profile.business_number,
        "sortedUnder": sorted_under,
        "region": profile.region.map(|id| id.to_string()),
        "address": address_line(profile, &address.province),
        "postalCode": address.postal_code,
        "contactName": format!("{} {}", contact.first_name, contact.last_name),
        "contactEmail": contact.email.to_string(),
        "workPhone": contact.work_phone,
        "mobilePhone": contact.mobile_phone,
        "logo": profile.logo.as_ref().map(|logo| logo.key.to_string()),
        "photo": profile.photo.map(|key| key.to_string()),
        "cardAmounts": profile.card_amounts.to_string(),
        "customAmounts": profile.card_amounts.custom_setting().map(|custom| custom.to_string()),
        "timeZone": profile.time_zone.map(Zone::name),
    });
    if let (Value::Object(all), Value::Object(facts)) = (&mut described, json!(profile.facts)) {
        all.extend(facts);
    }
    described
}

fn rates(profile: &Profile) -> Value {
    json!({
        "charityRate": profile.charity_rate.percent(),
        "sharePercentage": profile.share_percentage.percent(),
    })
}

/// Returns only the last digits of the bank numbers, because audit rows can't be erased and many
/// people read them.
fn bank(numbers: Option<&BankNumbers>) -> Value {
    match numbers {
        Some(bank) => json!({
            // The institution number is complete, because it is public and its last digits would
            // not identify an institution.
            "institution": bank.institution,
            "transit": last_digits(&bank.transit),
            "account": last_digits(&bank.account),
        }),
        None => Value::Null,
    }
}

fn address_line(profile: &Profile, province: &str) -> String {
    let address = &profile.address;
    let parts = [Some(&address.line1), address.line2.as_ref(), Some(&address.city)];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    format!("{}, {province}", parts.join(", "))
}

/// Emails the contact persons about a changed bank account, contact person or address. The previous
/// contact person is notified too. Otherwise an attacker who took over the tenant's page would only
/// notify themselves.
fn notify_contacts(
    tx: &mut Tx<'_>,
    now: Timestamp,
    before: &Tenant,
    after: &Profile,
) -> Result<()> {
    let old = &before.profile;
    if after.contact.email != old.contact.email {
        mail::close_bounces_to(tx, now, before.id, old.contact.email.as_ref())?;
    }
    let new_bank = after.bank.as_ref().filter(|bank| Some(*bank) != old.bank.as_ref());
    let contact = (after.contact != old.contact)
        .then(|| format!("{} {}", after.contact.first_name, after.contact.last_name));
    let is_moved = after.address != old.address;
    let is_told = new_bank.is_some() || contact.is_some() || is_moved;
    if !is_told || before.approved_at.is_none() {
        return Ok(());
    }
    let mut readers: Vec<(&Email, &str)> =
        vec![(&old.contact.email, old.contact.first_name.as_str())];
    if after.contact.email != old.contact.email {
        readers.push((&after.contact.email, &after.contact.first_name));
    }
    for (email, first_name) in readers {
        let (lang, brand) = people::way_of_writing(tx, email)?;
        let address = is_moved.then(|| {
            let province = canada::province_name(&after.address.province, lang);
            format!("{} {}", address_line(after, province), after.address.postal_code)
        });
        let letter = Letter::OrganizationChanged {
            first_name: first_name.to_owned(),
            organization: after.display_name.clone(),
            bank_account: new_bank.map(|bank| last_digits(&bank.account)),
            contact: contact.clone(),
            address,
        };
        let mail = Mail { to: email.to_string(), brand, lang, letter };
        mail::post_about(tx, now, mail, About::of(&[&before.id]))?;
    }
    Ok(())
}

/// Emails a tenant's managers that the tenant was deactivated or activated again.
pub fn notify_switched(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    tenant: &Tenant,
    is_on: bool,
) -> Result<()> {
    let area = match tenant.kind {
        TenantKind::Vendor => "vendor",
        TenantKind::Charity => "charity",
    };
    for reader in people::managers_of(tx, tenant.id)? {
        let letter = Letter::SaleSwitched {
            first_name: reader.first_name,
            organization: tenant.profile.display_name.clone(),
            kind: tenant.kind,
            is_on,
            link: format!("{}/admin/{area}/summary", app.public_url(reader.brand)),
        };
        let (to, brand, lang) = (reader.email, reader.brand, reader.language);
        let about = About::of(&[&reader.id, &tenant.id]);
        mail::post_about(tx, now, Mail { to, brand, lang, letter }, about)?;
    }
    Ok(())
}

/// Emails the contact person that the registration was rejected, with the reason.
pub fn notify_rejected(
    tx: &mut Tx<'_>,
    now: Timestamp,
    tenant: &Tenant,
    reason: Option<String>,
) -> Result<()> {
    let contact = &tenant.profile.contact;
    let (lang, brand) = super::contact_look(tx, tenant.id)?;
    let letter = Letter::Rejected {
        first_name: contact.first_name.clone(),
        organization: tenant.profile.display_name.clone(),
        reason,
    };
    let mail = Mail { to: contact.email.to_string(), brand, lang, letter };
    mail::post_about(tx, now, mail, About::of(&[&tenant.id]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bank_shows_the_whole_institution_and_last_digits_of_the_others() {
        let numbers = BankNumbers {
            institution: "003".to_owned(),
            transit: "12345".to_owned(),
            account: "7654321".to_owned(),
        };
        let shown = json!({ "institution": "003", "transit": "…45", "account": "…321" });
        assert_eq!(bank(Some(&numbers)), shown);
        assert_eq!(bank(None), Value::Null);
    }
}
