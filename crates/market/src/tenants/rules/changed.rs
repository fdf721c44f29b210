//! Applies a submitted form to the profile of a vendor or charity. Administrators and managers can
//! each change only their own fields.

use access::auth::TenantKind;
use kernel::{
    fields::Fields,
    ids::FileKey,
    messages::{self, Message},
    sent::Sent,
    time_zones::Zone,
};

use crate::tenants::{
    Address, BankNumbers, CardAmounts, Facts, Logo, Profile, SortedUnder, Tenant, TenantState,
    bank,
    change::{BankChange, BankNumberSent, Change, Claims, ManagersChange, PageChange, WholeChange},
};

/// Returns the profile of a tenant that an administrator adds. If the form is invalid, returns a
/// message for each invalid field.
pub fn added(change: &WholeChange, kind: TenantKind) -> Result<Profile, Fields> {
    by_administrator(change, kind, None)
}

/// Returns the profile of a tenant after a change. If the form is invalid, returns a message for
/// each invalid field.
pub fn changed(change: &Change, before: &Tenant) -> Result<Profile, Fields> {
    match change {
        Change::ByAdministrator(change) => {
            by_administrator(change, before.kind, Some(&before.profile))
        }
        Change::ByManager(change) => by_manager(change, before),
    }
}

/// Returns the profile after an import, which has no bank numbers: stored ones stay, and a new
/// tenant enters its own after approval.
pub fn imported(
    change: &WholeChange,
    kind: TenantKind,
    before: Option<&Profile>,
) -> Result<Profile, Fields> {
    let gives_bank = before.is_none_or(|before| before.gives_bank);
    let stored = before.and_then(|before| before.bank.clone());
    with_bank(change, kind, before, |_| Some((stored, gives_bank)))
}

fn by_administrator(
    change: &WholeChange,
    kind: TenantKind,
    before: Option<&Profile>,
) -> Result<Profile, Fields> {
    let stored = before.and_then(|before| before.bank.as_ref());
    let gives_bank = before.is_some_and(|before| before.gives_bank);
    with_bank(change, kind, before, |fields| {
        let bank = match gives_bank && stored.is_none() && change.bank.is_empty() {
            true => None,
            false => Some(bank_after(fields, &change.bank, stored)?),
        };
        Some((bank, gives_bank))
    })
}

/// Returns the profile after an administrator's change, with these bank numbers and whether the
/// tenant must still enter them.
fn with_bank(
    change: &WholeChange,
    kind: TenantKind,
    before: Option<&Profile>,
    bank: impl FnOnce(&mut Fields) -> Option<(Option<BankNumbers>, bool)>,
) -> Result<Profile, Fields> {
    let mut fields = change.problems.clone();
    let page = Page::after(&change.page, kind, before);
    let bank = bank(&mut fields);
    let rate = before.map(|before| before.charity_rate).unwrap_or_default();
    let share = before.map(|before| before.share_percentage).unwrap_or_default();
    fields.finish(|| {
        let (page, (bank, gives_bank)) = (page?, bank?);
        Some(Profile {
            display_name: change.display_name.clone()?,
            business_number: change.business_number.clone()?,
            sorted_under: Some(change.sorted_under?),
            region: Some(change.region?),
            contact: change.contact.clone()?,
            bank,
            gives_bank,
            charity_rate: change.charity_rate.over(rate)?,
            share_percentage: change.share_percentage.over(share)?,
            legal_name: page.legal_name,
            address: page.address,
            facts: page.facts,
            logo: page.logo,
            photo: page.photo,
            card_amounts: page.card_amounts,
            time_zone: change.time_zone.over(before.and_then(|before| before.time_zone))?,
        })
    })
}

/// Applies a manager's form: page, charity rate, and bank numbers that are still missing. All other
/// fields must be unchanged.
fn by_manager(change: &ManagersChange, before: &Tenant) -> Result<Profile, Fields> {
    let mut fields = change.problems.clone();
    let profile = &before.profile;
    let page = Page::after(&change.page, before.kind, Some(profile));
    if let Some(page) = &page {
        let mut need = |is_there: bool, path: &str, label: &str| {
            if !is_there {
                fields.add(path, messages::required(label));
            }
        };
        need(page.logo.is_some(), "logoPath", "Logo");
        match before.kind {
            TenantKind::Vendor => need(!page.card_amounts.is_empty(), "cardAmount", "Card Amount"),
            TenantKind::Charity => {
                need(page.facts.charity.introduction.is_some(), "introduction", "Introduction");
            }
        }
    }
    let bank = match profile.bank {
        None if profile.gives_bank && !change.bank.is_empty() => {
            bank_after(&mut fields, &change.bank, None).map(Some)
        }
        _ => Some(profile.bank.clone()),
    };
    refuse_changes(&mut fields, &change.claims, before);
    fields.finish(|| {
        let page = page?;
        let rate = change.charity_rate.over(profile.charity_rate)?;
        Some(Profile {
            bank: bank?,
            charity_rate: match before.kind {
                TenantKind::Vendor => rate,
                TenantKind::Charity => profile.charity_rate,
            },
            legal_name: page.legal_name,
            address: page.address,
            facts: page.facts,
            logo: page.logo,
            photo: page.photo,
            card_amounts: page.card_amounts,
            ..profile.clone()
        })
    })
}

/// Part of a profile that administrators and managers can change.
struct Page {
    legal_name: String,
    address: Address,
    facts: Facts,
    logo: Option<Logo>,
    photo: Option<FileKey>,
    card_amounts: CardAmounts,
}

impl Page {
    /// Returns the page after a change; `None` if a field is invalid.
    fn after(change: &PageChange, kind: TenantKind, before: Option<&Profile>) -> Option<Page> {
        let logo = before.and_then(|before| before.logo.clone());
        let logo = match &change.logo {
            Sent::LeftOut => logo,
            Sent::Value(key) => key
                .map(|key| logo.filter(|logo| logo.key == key).unwrap_or(Logo { key, hue: None })),
            Sent::Invalid => return None,
        };
        let photo = change.photo.over(before.and_then(|before| before.photo))?;
        let facts = before.map(|before| before.facts.clone()).unwrap_or_default();
        let amounts = before.map(|before| before.card_amounts.clone()).unwrap_or_default();
        let custom = change.custom_amounts.over(amounts.custom_setting())?;
        Some(Page {
            legal_name: change.legal_name.clone()?,
            address: change.address.clone()?,
            facts: change.facts.over(facts, kind)?,
            logo,
            photo: photo.filter(|_| kind == TenantKind::Vendor),
            card_amounts: change.card_amounts.over(amounts)?.with_custom(custom),
        })
    }
}

/// Returns the bank numbers after a change. Keeps numbers that are left out, or sent in the masked
/// form used in replies.
fn bank_after(
    fields: &mut Fields,
    change: &BankChange,
    before: Option<&BankNumbers>,
) -> Option<BankNumbers> {
    let mut after =
        |path: &str, sent: &BankNumberSent, old: Option<&String>| match (&sent.text, old) {
            (None, Some(old)) => Some(old.clone()),
            (Some(text), Some(old)) if *text == bank::mask(old) => Some(old.clone()),
            _ => match &sent.number {
                Ok(number) => Some(number.clone()),
                Err(message) => {
                    fields.add(path, message.clone());
                    None
                }
            },
        };
    let old = |pick: fn(&BankNumbers) -> &String| before.map(pick);
    let institution = after("institutionNumber", &change.institution, old(|old| &old.institution));
    let transit = after("transitNumber", &change.transit, old(|old| &old.transit));
    let account = after("accountNumber", &change.account, old(|old| &old.account));
    Some(BankNumbers { institution: institution?, transit: transit?, account: account? })
}

/// Adds a message for each field in which a manager's form differs from the stored value.
fn refuse_changes(fields: &mut Fields, claims: &Claims, before: &Tenant) {
    let (profile, bank) = (&before.profile, before.profile.bank.as_ref());
    let mut must_be = |path: &str, is_same: bool| {
        if !is_same {
            fields.add(
                path,
                Message::new(
                    "Only an administrator can change this.",
                    "Seule l’administration peut changer cela.",
                ),
            );
        }
    };
    let (category, organization) = match profile.sorted_under {
        Some(SortedUnder::Category(id)) => (id.to_string(), String::new()),
        Some(SortedUnder::Organization(id)) => (String::new(), id.to_string()),
        None => (String::new(), String::new()),
    };
    let region = profile.region.map(|id| id.to_string()).unwrap_or_default();
    let zone = profile.time_zone.map(Zone::name).unwrap_or_default();
    for (path, claim, stored) in [
        ("displayName", &claims.display_name, profile.display_name.as_str()),
        ("businessNumber", &claims.business_number, &profile.business_number),
        ("categoryId", &claims.category, &category),
        ("organizationId", &claims.organization, &organization),
        ("regionId", &claims.region, &region),
        ("timeZone", &claims.time_zone, zone),
    ] {
        must_be(path, claim.fits(stored));
    }
    let gives_bank = profile.gives_bank && bank.is_none();
    for (path, claim, stored) in [
        ("institutionNumber", &claims.institution, bank.map(|bank| &bank.institution)),
        ("transitNumber", &claims.transit, bank.map(|bank| &bank.transit)),
        ("accountNumber", &claims.account, bank.map(|bank| &bank.account)),
    ] {
        // Compares the numbers in masked form, as the manager sees them. A comparison with the full
        // number would let a manager guess it digit by digit.
        let shown = bank::mask(&stored.cloned().unwrap_or_default());
        must_be(path, gives_bank || claim.fits(&shown));
    }
    if let Some(claims) = &claims.contact {
        let contact = &profile.contact;
        for (path, claim, stored) in [
            ("primaryContact.firstName", &claims.first_name, contact.first_name.as_str()),
            ("primaryContact.lastName", &claims.last_name, &contact.last_name),
            ("primaryContact.email", &claims.email, contact.email.as_ref()),
            ("primaryContact.workPhoneNumber", &claims.work_phone, &contact.work_phone),
            ("primaryContact.phoneNumber", &claims.mobile_phone, &contact.mobile_phone),
        ] {
            must_be(path, claim.fits(stored));
        }
    }
    let share = claims.share_percentage;
    must_be("sharePercentage", share.is_none_or(|share| share == profile.share_percentage));
    let is_active = before.state == TenantState::Active;
    must_be("isActive", claims.is_active.is_none_or(|given| given == is_active));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{ids::TenantId, timestamp::Timestamp};

    use crate::tenants::{
        change::Claim,
        facts::{FactsForm, FactsSent},
        rules::tests::registered,
    };

    fn shop() -> Tenant {
        let profile = Profile {
            logo: Some(Logo { key: FileKey::new(Timestamp::UNIX_EPOCH), hue: Some(7) }),
            bank: Some(BankNumbers {
                institution: "003".to_owned(),
                transit: "12345".to_owned(),
                account: "7654321".to_owned(),
            }),
            card_amounts: CardAmounts::all(),
            ..registered(TenantKind::Vendor)
        };
        Tenant {
            id: TenantId::new(Timestamp::UNIX_EPOCH),
            kind: TenantKind::Vendor,
            state: TenantState::Active,
            profile,
            approved_at: None,
            closed_at: None,
            rejection_reason: None,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn facts_sent(form: &str) -> FactsSent {
        let form: FactsForm = serde_json::from_str(form).expect("a form");
        form.check(&mut Fields::default(), TenantKind::Vendor)
    }

    fn page_of(profile: &Profile) -> PageChange {
        PageChange {
            legal_name: Some(profile.legal_name.clone()),
            address: Some(profile.address.clone()),
            facts: facts_sent("{}"),
            logo: Sent::LeftOut,
            photo: Sent::LeftOut,
            card_amounts: Sent::LeftOut,
            custom_amounts: Sent::LeftOut,
        }
    }

    fn number(text: Option<&str>) -> BankNumberSent {
        let text = text.map(str::to_owned);
        let number = text.clone().ok_or_else(|| messages::required("Number"));
        BankNumberSent { text, number }
    }

    fn bank_sent(institution: Option<&str>, transit: Option<&str>) -> BankChange {
        BankChange {
            institution: number(institution),
            transit: number(transit),
            account: number(None),
        }
    }

    fn by_manager_of(shop: &Tenant) -> ManagersChange {
        ManagersChange {
            problems: Fields::default(),
            page: page_of(&shop.profile),
            bank: bank_sent(None, None),
            charity_rate: Sent::LeftOut,
            claims: Claims {
                display_name: Claim::Absent,
                business_number: Claim::Absent,
                category: Claim::Absent,
                organization: Claim::Absent,
                region: Claim::Absent,
                institution: Claim::Absent,
                transit: Claim::Absent,
                account: Claim::Absent,
                contact: None,
                share_percentage: None,
                time_zone: Claim::Absent,
                is_active: None,
            },
        }
    }

    #[test]
    fn changed_keeps_what_a_manager_leaves_out_and_clears_what_is_empty() {
        let mut shop = shop();
        shop.profile.facts.shared.website = Some("https://old.example".to_owned());
        shop.profile.facts.shared.public_phone = Some("6135550102".to_owned());
        let mut change = by_manager_of(&shop);
        let after = changed(&Change::ByManager(Box::new(change.clone())), &shop);
        assert_eq!(after.as_ref(), Ok(&shop.profile));
        change.page.facts = facts_sent(r#"{"website": ""}"#);
        let after = changed(&Change::ByManager(Box::new(change)), &shop).expect("in order");
        shop.profile.facts.shared.website = None;
        assert_eq!(after, shop.profile);
    }

    #[test]
    fn changed_collects_messages_of_the_form_and_of_the_rules() {
        let shop = shop();
        let mut change = by_manager_of(&shop);
        change.problems = Fields::one("website", messages::NOT_IN_LIST);
        change.page.logo = Sent::Value(None);
        change.claims.display_name = Claim::Text("Other Books".to_owned());
        change.claims.region = Claim::Invalid;
        change.claims.transit = Claim::Text("12345".to_owned());
        change.claims.account = Claim::Text(bank::mask("7654321"));
        change.claims.is_active = Some(false);
        let refused = changed(&Change::ByManager(Box::new(change)), &shop).expect_err("refused");
        assert_eq!(
            refused.paths().collect::<Vec<_>>(),
            ["displayName", "isActive", "logoPath", "regionId", "transitNumber", "website"]
        );
    }

    #[test]
    fn bank_after_keeps_numbers_that_are_left_out_or_masked() {
        let old = shop().profile.bank.expect("numbers");
        let mut fields = Fields::default();
        let masked = bank::mask(&old.institution);
        let sent = bank_sent(Some(&masked), Some("54321"));
        let after = bank_after(&mut fields, &sent, Some(&old)).expect("numbers");
        assert_eq!(after, BankNumbers { transit: "54321".to_owned(), ..old });
        assert!(bank_after(&mut fields, &sent, None).is_none());
        assert_eq!(fields.paths().collect::<Vec<_>>(), ["accountNumber"]);
    }
}
