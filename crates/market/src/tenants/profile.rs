//! Data of a vendor or charity: its profile and its state.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CardAmounts, bank::BankNumbers, facts::Facts};
use access::auth::TenantKind;
use kernel::{
    contact::Email,
    ids::{CategoryId, FileKey, OrganizationId, RegionId, TenantId},
    rates::{CharityRate, PlatformRate},
    time_zones::Zone,
    timestamp::Timestamp,
};

/// Data of a shop or charity that applies to join.
#[derive(Clone, Debug)]
pub struct Registration {
    pub kind: TenantKind,
    pub legal_name: String,
    pub business_number: String,
    pub sorted_under: SortedUnder,
    pub address: Address,
    pub contact: ContactPerson,
    /// Card amounts that a vendor sells; unused for charities, like the next field.
    pub card_amounts: CardAmounts,
    pub charity_rate: CharityRate,
}

/// Category of a vendor, or kind of organization of a charity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortedUnder {
    Category(CategoryId),
    Organization(OrganizationId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub line1: String,
    pub line2: Option<String>,
    pub city: String,
    pub province: String,
    pub postal_code: String,
}

impl Address {
    pub fn time_zone(&self) -> Zone {
        Zone::of_place(&self.province, &self.city, &self.postal_code)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactPerson {
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub work_phone: String,
    pub mobile_phone: String,
}

/// All fields of a vendor or charity that can be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub legal_name: String,
    pub display_name: String,
    pub business_number: String,
    pub sorted_under: Option<SortedUnder>,
    pub region: Option<RegionId>,
    pub address: Address,
    pub contact: ContactPerson,
    pub facts: Facts,
    pub logo: Option<Logo>,
    /// Picture of the shop. Only vendors have one.
    pub photo: Option<FileKey>,
    pub bank: Option<BankNumbers>,
    /// Whether the tenant must still enter its bank numbers after approval.
    pub gives_bank: bool,
    /// Charity rate of a vendor; unused for charities, like the next two fields.
    pub charity_rate: CharityRate,
    pub share_percentage: PlatformRate,
    pub card_amounts: CardAmounts,
    /// Time zone of the counter, if it differs from that of the address.
    pub time_zone: Option<Zone>,
}

/// Picture key, and the hue in degrees for card colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logo {
    pub key: FileKey,
    pub hue: Option<u32>,
}

impl Profile {
    /// Returns true if bank account, rates or contact person change.
    pub fn moves_money_or_mail(&self, before: &Profile) -> bool {
        (&self.bank, self.charity_rate, self.share_percentage, &self.contact)
            != (&before.bank, before.charity_rate, before.share_percentage, &before.contact)
    }

    /// Builds the profile of a registration; an administrator completes it.
    pub fn of(registration: &Registration) -> Profile {
        Profile {
            legal_name: registration.legal_name.clone(),
            display_name: registration.legal_name.clone(),
            business_number: registration.business_number.clone(),
            sorted_under: Some(registration.sorted_under),
            region: None,
            address: registration.address.clone(),
            contact: registration.contact.clone(),
            facts: Facts::default(),
            logo: None,
            photo: None,
            bank: None,
            gives_bank: true,
            charity_rate: registration.charity_rate,
            share_percentage: PlatformRate::default(),
            card_amounts: registration.card_amounts.clone(),
            time_zone: None,
        }
    }
}

/// Vendor or charity with all stored data, for administrators and managers.
#[derive(Clone, Debug)]
pub struct Tenant {
    pub id: TenantId,
    pub kind: TenantKind,
    pub state: TenantState,
    pub profile: Profile,
    /// Time of the first activation, when the contact person was invited.
    pub approved_at: Option<Timestamp>,
    /// Time at which an inactive shop was closed.
    pub closed_at: Option<Timestamp>,
    pub rejection_reason: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// State of a vendor or charity. A pending tenant waits for an administrator's decision. An inactive shop sells no cards, but
/// still redeems them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum TenantState {
    Pending,
    Active,
    Inactive,
    Rejected,
}

impl TenantState {
    /// Returns all states except active.
    pub fn idle() -> [TenantState; 3] {
        [TenantState::Pending, TenantState::Inactive, TenantState::Rejected]
    }
}

db::text_enum! {
    TenantState {
        Pending = "PENDING",
        Active = "ACTIVE",
        Inactive = "INACTIVE",
        Rejected = "REJECTED",
    }
}
