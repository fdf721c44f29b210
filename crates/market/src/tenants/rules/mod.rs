//! Rules for the states of vendors and charities, as pure functions.

mod changed;

use super::{Profile, SortedUnder, TenantState};
use access::auth::TenantKind;
use kernel::{fields::Fields, messages};

pub use changed::{added, changed, imported};

/// Decision of an administrator about a tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Activate,
    Deactivate,
    Reject,
}

/// Error for rejecting a tenant that is not pending: only pending registrations can be rejected.
#[derive(Debug, PartialEq, Eq)]
pub struct NotPending;

/// Returns a tenant's state after a decision; `None` if the state does not change. Deactivating a
/// tenant that is not active changes nothing.
pub fn next(state: TenantState, decision: Decision) -> Result<Option<TenantState>, NotPending> {
    use TenantState::{Active, Inactive, Pending, Rejected};
    match (decision, state) {
        (Decision::Activate, Active) => Ok(None),
        (Decision::Activate, _) => Ok(Some(Active)),
        (Decision::Deactivate, Active) => Ok(Some(Inactive)),
        (Decision::Deactivate, _) => Ok(None),
        (Decision::Reject, Pending) => Ok(Some(Rejected)),
        (Decision::Reject, Rejected) => Ok(None),
        (Decision::Reject, Active | Inactive) => Err(NotPending),
    }
}

/// Returns the fields that must still be filled in before a tenant can be active, each with a
/// message.
pub fn missing(kind: TenantKind, profile: &Profile) -> Fields {
    let mut fields = Fields::default();
    let mut need = |is_there: bool, path: &str, label: &str| {
        if !is_there {
            fields.add(path, messages::required(label));
        }
    };
    need(profile.region.is_some(), "regionId", "Region/Territory");
    let has_bank = profile.bank.is_some() || profile.gives_bank;
    need(has_bank, "institutionNumber", "Institution Number");
    need(has_bank, "transitNumber", "Transit Number");
    need(has_bank, "accountNumber", "Account Number");
    match kind {
        TenantKind::Vendor => {
            let is_sorted = matches!(profile.sorted_under, Some(SortedUnder::Category(_)));
            need(is_sorted, "categoryId", "Category");
            need(!profile.card_amounts.is_empty(), "cardAmount", "Card Amount");
        }
        TenantKind::Charity => {
            let is_sorted = matches!(profile.sorted_under, Some(SortedUnder::Organization(_)));
            need(is_sorted, "organizationId", "Organization Type");
        }
    }
    fields
}

/// Returns a charity's registration number, if the business number has its form: nine digits, RR
/// and four digits. Returns `None` otherwise.
pub fn registration_number(business_number: &str) -> Option<String> {
    let number = business_number.replace([' ', '-'], "").to_ascii_uppercase();
    let (business, account) = number.split_once("RR")?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_its_form =
        business.len() == 9 && account.len() == 4 && is_digits(business) && is_digits(account);
    has_its_form.then(|| format!("{business}RR{account}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{
        contact::Email,
        ids::{CategoryId, OrganizationId, RegionId},
        rates::CharityRate,
        timestamp::Timestamp,
    };

    use crate::tenants::{Address, BankNumbers, CardAmounts, ContactPerson, Registration};

    #[test]
    fn next_sets_the_state_and_is_idempotent() {
        use Decision::{Activate, Deactivate, Reject};
        use TenantState::{Active, Inactive, Pending, Rejected};
        for (state, decision, becomes) in [
            (Pending, Activate, Ok(Some(Active))),
            (Inactive, Activate, Ok(Some(Active))),
            (Rejected, Activate, Ok(Some(Active))),
            (Active, Activate, Ok(None)),
            (Active, Deactivate, Ok(Some(Inactive))),
            (Pending, Deactivate, Ok(None)),
            (Rejected, Deactivate, Ok(None)),
            (Inactive, Deactivate, Ok(None)),
            (Pending, Reject, Ok(Some(Rejected))),
            (Rejected, Reject, Ok(None)),
            (Active, Reject, Err(NotPending)),
            (Inactive, Reject, Err(NotPending)),
        ] {
            assert_eq!(next(state, decision), becomes, "{state:?} {decision:?}");
        }
    }

    #[test]
    fn registration_number_is_only_that_of_a_charity() {
        for (number, shown) in [
            ("123456789RR0001", Some("123456789RR0001")),
            ("123456789 rr 0001", Some("123456789RR0001")),
            ("123456789", None),
            ("123456789RC0001", None),
            ("12345678RR0001", None),
            ("123456789RR00O1", None),
        ] {
            assert_eq!(registration_number(number).as_deref(), shown, "{number}");
        }
    }

    pub fn registered(kind: TenantKind) -> Profile {
        let text = String::from;
        Profile::of(&Registration {
            kind,
            legal_name: text("Maple Leaf Books"),
            business_number: text("800000000"),
            sorted_under: match kind {
                TenantKind::Vendor => SortedUnder::Category(CategoryId::new(Timestamp::UNIX_EPOCH)),
                TenantKind::Charity => {
                    SortedUnder::Organization(OrganizationId::new(Timestamp::UNIX_EPOCH))
                }
            },
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
            charity_rate: CharityRate::default(),
        })
    }

    #[test]
    fn missing_names_every_missing_field() {
        let paths = |kind, profile: &Profile| -> Vec<String> {
            missing(kind, profile).paths().map(str::to_owned).collect()
        };
        let bank = ["accountNumber", "institutionNumber", "regionId", "transitNumber"];
        let mut vendor = Profile { gives_bank: false, ..registered(TenantKind::Vendor) };
        let lacks = paths(TenantKind::Vendor, &vendor);
        assert_eq!(
            lacks,
            ["accountNumber", "cardAmount", "institutionNumber", "regionId", "transitNumber"]
        );
        let mut charity = Profile { gives_bank: false, ..registered(TenantKind::Charity) };
        assert_eq!(paths(TenantKind::Charity, &charity), bank);
        assert!(paths(TenantKind::Charity, &vendor).contains(&"organizationId".to_owned()));
        assert!(paths(TenantKind::Vendor, &charity).contains(&"categoryId".to_owned()));

        for profile in [&mut vendor, &mut charity] {
            profile.region = Some(RegionId::new(Timestamp::UNIX_EPOCH));
            profile.card_amounts = CardAmounts::all();
            profile.bank = Some(BankNumbers {
                institution: "003".to_owned(),
                transit: "12345".to_owned(),
                account: "7654321".to_owned(),
            });
        }
        assert!(missing(TenantKind::Vendor, &vendor).is_empty());
        assert!(missing(TenantKind::Charity, &charity).is_empty());
    }

    #[test]
    fn missing_leaves_bank_numbers_to_those_who_give_them_later() {
        let vendor = registered(TenantKind::Vendor);
        let lacks: Vec<String> =
            missing(TenantKind::Vendor, &vendor).paths().map(str::to_owned).collect();
        assert_eq!(lacks, ["cardAmount", "regionId"]);
    }
}
