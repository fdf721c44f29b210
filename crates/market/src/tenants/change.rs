//! Changes of a vendor or charity. The form has checked each field by itself; the rules then
//! compare the fields with the stored tenant.

use serde_json::{Value, json};

use super::{
    Address, CardAmounts, ContactPerson, CustomAmounts, Profile, SortedUnder, profile::FactsSent,
};
use access::auth::Actor;
use kernel::{
    fields::Fields,
    ids::{FileKey, RegionId},
    messages::Message,
    rates::{CharityRate, PlatformRate},
    sent::Sent,
    time_zones::Zone,
};

/// Submitted form, which depends on who edits the tenant.
#[derive(Clone, Debug)]
pub enum Change {
    ByAdministrator(Box<WholeChange>),
    ByManager(Box<ManagersChange>),
}

/// Form submitted by an administrator, who may change all fields.
#[derive(Clone, Debug)]
pub struct WholeChange {
    /// Error messages about single fields.
    pub problems: Fields,
    pub page: PageChange,
    pub display_name: Option<String>,
    pub business_number: Option<String>,
    pub sorted_under: Option<SortedUnder>,
    pub region: Option<RegionId>,
    pub contact: Option<ContactPerson>,
    pub bank: BankChange,
    pub charity_rate: Sent<CharityRate>,
    pub share_percentage: Sent<PlatformRate>,
    pub time_zone: Sent<Option<Zone>>,
}

/// Form submitted by a manager. Managers may change the public page, the charity rate, and bank
/// numbers that are still missing.
#[derive(Clone, Debug)]
pub struct ManagersChange {
    /// Error messages about single fields.
    pub problems: Fields,
    pub page: PageChange,
    pub bank: BankChange,
    pub charity_rate: Sent<CharityRate>,
    pub claims: Claims,
}

/// Values that administrators and managers may change.
#[derive(Clone, Debug)]
pub struct PageChange {
    pub legal_name: Option<String>,
    pub address: Option<Address>,
    pub website: Sent<Option<String>>,
    pub introduction: Sent<Option<String>>,
    pub description: Sent<Option<String>>,
    pub logo: Sent<Option<FileKey>>,
    pub facts: FactsSent,
    pub card_amounts: Sent<CardAmounts>,
    pub custom_amounts: Sent<Option<CustomAmounts>>,
}

/// Submitted bank numbers, each complete or masked as in replies.
#[derive(Clone, Debug)]
pub struct BankChange {
    pub institution: BankNumberSent,
    pub transit: BankNumberSent,
    pub account: BankNumberSent,
}

impl BankChange {
    pub fn is_empty(&self) -> bool {
        let numbers = [&self.institution, &self.transit, &self.account];
        numbers.into_iter().filter_map(|number| number.text.as_ref()).all(String::is_empty)
    }
}

/// A submitted bank number. A text that equals the stored number in masked form counts as left out.
#[derive(Clone, Debug)]
pub struct BankNumberSent {
    /// Text as typed, without spaces at the start and end.
    pub text: Option<String>,
    pub number: Result<String, Message>,
}

/// Values that a manager's form sends along but may not change.
#[derive(Clone, Debug)]
pub struct Claims {
    pub display_name: Claim,
    pub business_number: Claim,
    pub category: Claim,
    pub organization: Claim,
    pub region: Claim,
    pub institution: Claim,
    pub transit: Claim,
    pub account: Claim,
    pub contact: Option<ContactClaims>,
    pub share_percentage: Option<PlatformRate>,
    pub time_zone: Claim,
    pub is_active: Option<bool>,
}

#[derive(Clone, Debug)]
pub struct ContactClaims {
    pub first_name: Claim,
    pub last_name: Claim,
    pub email: Claim,
    pub work_phone: Claim,
    pub mobile_phone: Claim,
}

/// A submitted text that must equal the stored text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The text was left out or is empty.
    Absent,
    Text(String),
    /// The text is invalid, so it can't equal any stored text.
    Invalid,
}

impl Claim {
    pub fn fits(&self, stored: &str) -> bool {
        match self {
            Claim::Absent => true,
            Claim::Text(text) => text == stored,
            Claim::Invalid => false,
        }
    }
}

/// Returns the part of the profile that this editor's form changes, from which the version is
/// computed. For managers, this is only the public page.
pub fn edited(profile: &Profile, editor: &Actor) -> Value {
    let Profile {
        legal_name,
        display_name,
        business_number,
        sorted_under,
        region,
        address,
        contact,
        website,
        introduction,
        description,
        logo,
        facts,
        bank,
        gives_bank: _,
        charity_rate,
        share_percentage,
        card_amounts,
        time_zone,
    } = profile;
    let id = |id: &dyn std::fmt::Display| id.to_string();
    let Address { line1, line2, city, province, postal_code } = address;
    let page = json!([
        legal_name,
        [Some(line1), line2.as_ref(), Some(city), Some(province), Some(postal_code)],
        website,
        introduction,
        description,
        logo.as_ref().map(|logo| id(&logo.key)),
        facts,
        [Some(card_amounts.to_string()), card_amounts.custom_setting().map(|custom| id(&custom))],
        charity_rate.percent(),
    ]);
    if !editor.is_administrator() {
        return page;
    }
    let ContactPerson { first_name, last_name, email, work_phone, mobile_phone } = contact;
    json!([
        page,
        display_name,
        business_number,
        sorted_under.map(|sort| match sort {
            SortedUnder::Category(category) => id(&category),
            SortedUnder::Organization(organization) => id(&organization),
        }),
        region.map(|region| id(&region)),
        [first_name, last_name, &email.to_string(), work_phone, mobile_phone],
        bank.as_ref().map(|bank| [&bank.institution, &bank.transit, &bank.account]),
        share_percentage.percent(),
        time_zone.map(Zone::name),
    ])
}
