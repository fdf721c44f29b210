//! Questions about missing fields to the contact person of a registration. A registration has no
//! account, so the email contains a link to a form with only these fields. Bank numbers are never
//! requested by email; the organization enters them after approval.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{
    CardAmounts, Profile, SortedUnder, Tenant, TenantScope, TenantState, admin, recorded,
    store::{self, questions::QuestionRow},
};
use access::{
    audit::{self, Author},
    auth::{Actor, Client, TenantKind},
};
use kernel::{
    crockford,
    fields::Fields,
    ids::{CategoryId, OrganizationId, RegionId, TenantId},
    messages::{self, Message},
    random::random_bytes,
    timestamp::Timestamp,
};
use mail::{About, Mail, lifetimes};
use platform::{
    app::App,
    error::{Error, Result},
    limits::{
        acquire,
        mails::{Asker, MailKind, count_address},
    },
    secrets::{Hashes, Secrets},
};

use crate::{
    bell,
    tenants::{actions, errors::NOT_PENDING, letters::Letter, secret_uses::REGISTRATION_LINK},
};

/// Form fields that only the organization itself fills in, after approval.
const BANK: [&str; 3] = ["institutionNumber", "transitNumber", "accountNumber"];

/// The last question sent about a registration.
pub struct Question {
    pub fields: Vec<String>,
    pub note: Option<String>,
    pub asked_at: Timestamp,
    /// Name of the administrator who asked; `None` once their account is closed.
    pub asked_by: Option<String>,
    pub answered_at: Option<Timestamp>,
}

/// Fields and note of an administrator's question.
pub struct Wanted {
    /// Names of the requested fields; empty to request all missing fields.
    pub fields: Vec<String>,
    pub note: Option<String>,
}

fn hashes(secrets: &Secrets, code: &str) -> Hashes {
    secrets.hashes(REGISTRATION_LINK, &[code.trim().as_bytes()])
}

fn names_of(row: &QuestionRow) -> Vec<String> {
    row.fields.split(',').map(str::to_owned).collect()
}

/// Finds the last question sent about a registration. Returns `None` if no question was sent.
pub async fn find(app: &App, tenant: TenantId) -> Result<Option<Question>> {
    app.db
        .read(move |tx| {
            let Some(row) = store::questions::find(tx, tenant)? else { return Ok(None) };
            let names = people::names_of(tx, &[row.asked_by])?;
            let name = names.get(&row.asked_by).map(|(first, last)| format!("{first} {last}"));
            Ok(Some(Question {
                fields: names_of(&row),
                note: row.note,
                asked_at: row.asked_at,
                asked_by: name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
                answered_at: row.answered_at,
            }))
        })
        .await
}

/// Emails the contact person of a registration a list of missing fields and a link to fill them in.
pub async fn ask(
    app: &Arc<App>,
    actor: Actor,
    scope: TenantScope,
    kind: TenantKind,
    id: TenantId,
    wanted: Wanted,
) -> Result<()> {
    app.write(move |tx, app, now| {
        let tenant = store::lock(tx, &app.secrets, &scope, kind, id)?;
        let tenant = tenant.ok_or(Error::NotFound)?;
        if tenant.state != TenantState::Pending {
            return Err(Error::Refused(NOT_PENDING));
        }
        let fields = asked_fields(&tenant, &wanted.fields)?;
        count_mail(tx, &app.secrets, now, &actor, &tenant)?;
        leave_bank_to_owner(tx, &app.secrets, now, &tenant, &fields)?;
        let entry = recorded::entry(actions::REGISTRATION_ASKED, id)
            .after(json!({ "fields": fields }))
            .reason(wanted.note.clone());
        audit::record(tx, now, &Author::of(&actor), entry)?;
        send(tx, app, now, &actor, &tenant, &fields, wanted.note.as_deref())
    })
    .await
}

/// Returns the fields to request. Fails if any requested field is not missing.
fn asked_fields(tenant: &Tenant, wanted: &[String]) -> Result<Vec<String>> {
    let missing: Vec<String> = admin::missing(tenant).paths().map(str::to_owned).collect();
    if missing.is_empty() {
        let message = Message::new(
            "Nothing is missing: you can approve the registration.",
            "Il ne manque rien\u{a0}: vous pouvez approuver l’inscription.",
        );
        return Err(Error::Invalid(Fields::one("fields", message)));
    }
    if wanted.is_empty() {
        return Ok(missing);
    }
    if wanted.iter().any(|field| !missing.contains(field)) {
        let message = messages::one_of(&missing.join(", "));
        return Err(Error::Invalid(Fields::one("fields", message)));
    }
    Ok(missing.into_iter().filter(|field| wanted.contains(field)).collect())
}

/// Counts an email against the limits of its registration and recipient. The limit per registration
/// is two at once, then one every half day.
fn count_mail(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    actor: &Actor,
    tenant: &Tenant,
) -> Result<()> {
    let bucket = MailKind::Question.bucket_of(&tenant.id.to_string());
    acquire(tx, now, &bucket.name, bucket.limit)?.or_refuse()?;
    let (email, asker) = (&tenant.profile.contact.email, Asker::colleague(actor.person));
    count_address(tx, secrets, now, MailKind::Question, email, &asker)
}

fn leave_bank_to_owner(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    tenant: &Tenant,
    fields: &[String],
) -> Result<()> {
    if !fields.iter().any(|field| BANK.contains(&field.as_str())) {
        return Ok(());
    }
    let profile = Profile { gives_bank: true, ..tenant.profile.clone() };
    store::update(tx, secrets, now, &Tenant { profile, ..tenant.clone() })
}

fn send(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    tenant: &Tenant,
    fields: &[String],
    note: Option<&str>,
) -> Result<()> {
    let code = crockford::encode(&random_bytes::<20>());
    let row = QuestionRow {
        tenant_id: tenant.id,
        fields: fields.join(","),
        note: note.map(str::to_owned),
        asked_by: actor.person,
        asked_at: now,
        code_hash: hashes(&app.secrets, &code).current().to_owned(),
        expires_at: now.plus(lifetimes::REGISTRATION),
        answered_at: None,
    };
    store::questions::put(tx, &row)?;
    let (lang, brand) = super::contact_look(tx, tenant.id)?;
    let contact = &tenant.profile.contact;
    let letter = Letter::RegistrationAsked {
        first_name: contact.first_name.clone(),
        organization: tenant.profile.display_name.clone(),
        fields: fields.to_vec(),
        note: row.note,
        // The code follows the #, so that browsers don't send it to a server as part of the page's
        // URL.
        link: format!("{}/registration#code={code}", app.public_url(brand)),
    };
    let mail = Mail { to: contact.email.to_string(), brand, lang, letter };
    mail::post_about(tx, now, mail, About::of(&[&tenant.id]))
}

/// Registration as shown to a person who opens the emailed link.
pub struct Opened {
    pub kind: TenantKind,
    pub name: String,
    pub fields: Vec<String>,
    pub note: Option<String>,
    pub answered_at: Option<Timestamp>,
    pub profile: Profile,
}

/// Returns the registration behind an emailed link. The link works for a month, or until the
/// registration is decided.
pub async fn open(app: &Arc<App>, code: &str) -> Result<Opened> {
    let hashes = hashes(&app.secrets, code);
    app.read(move |tx, app, now| {
        let row = store::questions::find_by_code(tx, &hashes, now)?.ok_or(Error::DeadLink)?;
        let tenant = find_pending(tx, &app.secrets, &row, store::find)?;
        Ok(Opened {
            kind: tenant.kind,
            name: tenant.profile.display_name.clone(),
            fields: names_of(&row),
            note: row.note,
            answered_at: row.answered_at,
            profile: tenant.profile,
        })
    })
    .await
}

type Find = fn(&mut Tx<'_>, &Secrets, &TenantScope, TenantKind, TenantId) -> Result<Option<Tenant>>;

/// Finds the registration that a question is about. Fails if the registration is no longer pending.
fn find_pending(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    row: &QuestionRow,
    find: Find,
) -> Result<Tenant> {
    let kind = store::kind_of(tx, row.tenant_id)?.ok_or(Error::DeadLink)?;
    let tenant = find(tx, secrets, &TenantScope::All, kind, row.tenant_id)?;
    tenant.filter(|tenant| tenant.state == TenantState::Pending).ok_or(Error::DeadLink)
}

/// Answers of the contact person. Fields that were not requested are ignored.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub region: Option<RegionId>,
    pub category: Option<CategoryId>,
    pub organization: Option<OrganizationId>,
    pub card_amounts: Option<CardAmounts>,
}

impl Answer {
    /// Adds the answers to the profile. Each requested field is required, except bank numbers.
    fn complete(&self, asked: &[String], before: &Profile) -> Result<Profile, Fields> {
        let mut profile = before.clone();
        let mut fields = Fields::default();
        for field in asked {
            let label = match field.as_str() {
                "regionId" => {
                    profile.region = self.region;
                    ("Region/Territory", self.region.is_some())
                }
                "categoryId" => {
                    profile.sorted_under = self.category.map(SortedUnder::Category);
                    ("Category", self.category.is_some())
                }
                "organizationId" => {
                    profile.sorted_under = self.organization.map(SortedUnder::Organization);
                    ("Organization Type", self.organization.is_some())
                }
                "cardAmount" => {
                    let amounts = self.card_amounts.clone().unwrap_or_default();
                    let has_any = !amounts.is_empty();
                    let custom = before.card_amounts.custom_setting();
                    profile.card_amounts = amounts.with_custom(custom);
                    ("Card Amount", has_any)
                }
                _ => continue,
            };
            if let (label, false) = label {
                fields.add(field, messages::required(label));
            }
        }
        fields.finish(|| Some(profile))
    }
}

/// Stores the contact person's answers. Answers may be sent again until the registration is
/// decided, and replace earlier ones.
pub async fn answer(app: &Arc<App>, client: Client, code: &str, answer: Answer) -> Result<()> {
    let hashes = hashes(&app.secrets, code);
    app.write(move |tx, app, now| {
        let row = store::questions::find_by_code(tx, &hashes, now)?.ok_or(Error::DeadLink)?;
        let before = find_pending(tx, &app.secrets, &row, store::lock)?;
        let profile = answer.complete(&names_of(&row), &before.profile)?;
        let profile = admin::check_references(tx, before.kind, Some(&before.profile), profile)?;
        recorded::record_answered(tx, now, &Author::stranger(&client), &before, &profile)?;
        store::questions::set_answered(tx, before.id, now)?;
        // Notifies the administrators only of the first answer to a question.
        if row.answered_at.is_none() {
            bell::notify_of_answer(tx, now, before.id)?;
        }
        store::update(tx, &app.secrets, now, &Tenant { profile, ..before })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::contact::Email;

    use crate::tenants::{Address, ContactPerson, Registration};

    fn registered() -> Profile {
        let text = String::from;
        Profile::of(&Registration {
            kind: TenantKind::Vendor,
            legal_name: text("Maple Leaf Books"),
            business_number: text("800000000"),
            sorted_under: SortedUnder::Category(CategoryId::new(Timestamp::UNIX_EPOCH)),
            address: Address {
                line1: text("1 Main Street"),
                line2: None,
                city: text("Ottawa"),
                province: text("Ontario"),
                postal_code: text("K1P 1J1"),
            },
            contact: ContactPerson {
                first_name: text("Ann"),
                last_name: text("Roy"),
                email: Email::parse("ann@shop.example").expect("an address"),
                work_phone: text("6135550100"),
                mobile_phone: text("6135550101"),
            },
            card_amounts: CardAmounts::default(),
            charity_rate: kernel::rates::CharityRate::default(),
        })
    }

    #[test]
    fn complete_changes_only_requested_fields() {
        let before = registered();
        let answer = Answer {
            region: Some(RegionId::new(Timestamp::UNIX_EPOCH)),
            organization: Some(OrganizationId::new(Timestamp::UNIX_EPOCH)),
            card_amounts: Some(CardAmounts::all()),
            ..Answer::default()
        };
        let asked = ["regionId", "accountNumber"].map(str::to_owned);
        let profile = answer.complete(&asked, &before).expect("a complete answer");
        assert_eq!(profile, Profile { region: answer.region, ..before });
    }

    #[test]
    fn complete_names_asked_fields_without_an_answer() {
        let asked = ["regionId", "cardAmount", "accountNumber"].map(str::to_owned);
        let wrong = Answer::default().complete(&asked, &registered()).expect_err("no answer");
        assert_eq!(wrong.paths().collect::<Vec<_>>(), ["cardAmount", "regionId"]);
    }
}
