//! Replies about vendors and charities for administrators and managers.

use serde::Serialize;
use utoipa::ToSchema;

use super::questions::RegistrationQuestion;
use access::auth::Actor;
use kernel::{time_zones::Zone, timestamp::Timestamp};

use crate::tenants::{
    Address, ContactPerson, SortedUnder, Tenant, TenantState,
    admin::{self, TenantItem},
    bank,
    questions::Question,
};

/// A Canadian address.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Address)]
pub struct AddressReply {
    pub address_line1: String,
    #[schema(required)]
    pub address_line2: Option<String>,
    pub city: String,
    pub province: String,
    pub postal_code: String,
}

impl From<Address> for AddressReply {
    fn from(address: Address) -> Self {
        AddressReply {
            address_line1: address.line1,
            address_line2: address.line2,
            city: address.city,
            province: address.province,
            postal_code: address.postal_code,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Contact {
    first_name: String,
    last_name: String,
    email: String,
    work_phone_number: String,
    phone_number: String,
}

impl From<ContactPerson> for Contact {
    fn from(contact: ContactPerson) -> Self {
        Contact {
            first_name: contact.first_name,
            last_name: contact.last_name,
            email: contact.email.into(),
            work_phone_number: contact.work_phone,
            phone_number: contact.mobile_phone,
        }
    }
}

/// Role in which the caller edits.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum EditType {
    ByAdmin,
    ByManager,
}

/// Fields that vendors and charities share.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TenantDetail {
    id: String,
    legal_name: String,
    display_name: String,
    business_number: String,
    #[schema(required)]
    region_id: Option<String>,
    #[schema(required)]
    website: Option<String>,
    #[schema(required)]
    description: Option<String>,
    #[schema(required)]
    logo_path: Option<String>,
    /// The hue of the logo in degrees.
    #[schema(required)]
    hue: Option<u32>,
    /// Phone number that visitors see.
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    opening_hours: Option<String>,
    #[schema(required)]
    french_opening_hours: Option<String>,
    /// Institution number of the bank, masked except for its last digits.
    #[schema(required)]
    institution_number: Option<String>,
    #[schema(required)]
    transit_number: Option<String>,
    #[schema(required)]
    account_number: Option<String>,
    /// True if the managers still have to enter the bank account.
    gives_bank: bool,
    address: AddressReply,
    primary_contact: Contact,
    edit_type: EditType,
    is_active: bool,
    state: TenantState,
    /// Time at which an inactive shop was closed.
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    rejection_reason: Option<String>,
    /// Names of the fields that must be filled in before the tenant can be activated.
    missing_fields: Vec<String>,
    /// Newest question to the registration. Null for managers, and once the registration is approved or rejected.
    #[schema(required)]
    question: Option<RegistrationQuestion>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl TenantDetail {
    fn new(tenant: Tenant, question: Option<Question>, reader: &Actor) -> TenantDetail {
        let missing = admin::missing(&tenant);
        let profile = tenant.profile;
        let bank = profile.bank.as_ref();
        TenantDetail {
            id: tenant.id.to_string(),
            region_id: profile.region.map(|id| id.to_string()),
            hue: profile.logo.as_ref().and_then(|logo| logo.hue),
            logo_path: profile.logo.map(|logo| logo.key.to_string()),
            phone: profile.facts.phone,
            opening_hours: profile.facts.opening_hours,
            french_opening_hours: profile.facts.french_opening_hours,
            institution_number: bank.map(|bank| bank::mask(&bank.institution)),
            transit_number: bank.map(|bank| bank::mask(&bank.transit)),
            account_number: bank.map(|bank| bank::mask(&bank.account)),
            gives_bank: profile.gives_bank,
            legal_name: profile.legal_name,
            display_name: profile.display_name,
            business_number: profile.business_number,
            website: profile.website,
            description: profile.description,
            address: profile.address.into(),
            primary_contact: profile.contact.into(),
            edit_type: if reader.is_administrator() {
                EditType::ByAdmin
            } else {
                EditType::ByManager
            },
            is_active: tenant.state == TenantState::Active,
            state: tenant.state,
            closed_at: tenant.closed_at,
            rejection_reason: tenant.rejection_reason,
            missing_fields: missing.paths().map(str::to_owned).collect(),
            question: question.map(RegistrationQuestion::from),
            created_at: tenant.created_at,
            updated_at: tenant.updated_at,
        }
    }
}

/// A vendor with all its data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VendorDetail {
    #[serde(flatten)]
    tenant: TenantDetail,
    #[schema(required)]
    category_id: Option<String>,
    /// Share of the price that goes to the charity, in percent.
    charity_rate: u8,
    /// Share of the price that goes to the platform, in percent.
    share_percentage: u8,
    /// Card prices such as `Amount25,Amount50`, or `0` for none.
    card_amount: String,
    /// Limits of the other whole amounts in dollars, such as `10-200`; null if only the fixed ones are sold.
    #[schema(required)]
    custom_amount: Option<String>,
    /// Time zone of the counter, if it differs from that of the address.
    #[schema(required)]
    time_zone: Option<&'static str>,
    /// Time zone of the address.
    usual_time_zone: &'static str,
    /// Products as text, which the search finds; null if there are none.
    #[schema(required)]
    products: Option<String>,
    /// The key of a picture of the shop.
    #[schema(required)]
    photo_path: Option<String>,
}

impl VendorDetail {
    pub fn new(vendor: Tenant, question: Option<Question>, reader: &Actor) -> VendorDetail {
        let profile = &vendor.profile;
        VendorDetail {
            category_id: match profile.sorted_under {
                Some(SortedUnder::Category(id)) => Some(id.to_string()),
                _ => None,
            },
            charity_rate: profile.charity_rate.percent(),
            share_percentage: profile.share_percentage.percent(),
            card_amount: profile.card_amounts.to_string(),
            custom_amount: profile.card_amounts.custom_setting().map(|custom| custom.to_string()),
            time_zone: profile.time_zone.map(Zone::name),
            usual_time_zone: profile.address.time_zone().name(),
            products: profile.facts.products.clone(),
            photo_path: profile.facts.photo.map(|key| key.to_string()),
            tenant: TenantDetail::new(vendor, question, reader),
        }
    }
}

/// A charity with all its data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CharityDetail {
    #[serde(flatten)]
    tenant: TenantDetail,
    #[schema(required)]
    organization_id: Option<String>,
    #[schema(required)]
    introduction: Option<String>,
}

impl CharityDetail {
    pub fn new(charity: Tenant, question: Option<Question>, reader: &Actor) -> CharityDetail {
        CharityDetail {
            organization_id: match charity.profile.sorted_under {
                Some(SortedUnder::Organization(id)) => Some(id.to_string()),
                _ => None,
            },
            introduction: charity.profile.introduction.clone(),
            tenant: TenantDetail::new(charity, question, reader),
        }
    }
}

/// A vendor in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VendorItem {
    id: String,
    display_name: String,
    legal_name: String,
    business_number: String,
    is_active: bool,
    state: TenantState,
    /// Time at which an inactive shop was closed.
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    category_id: Option<String>,
    #[schema(required)]
    category_name: Option<String>,
    #[schema(required)]
    french_category_name: Option<String>,
    #[schema(required)]
    region_id: Option<String>,
    #[schema(required)]
    region_name: Option<String>,
    charity_rate: u8,
    share_percentage: u8,
    card_amount: String,
    #[schema(required)]
    logo_path: Option<String>,
    #[schema(required)]
    hue: Option<u32>,
    created_at: Timestamp,
}

impl From<TenantItem> for VendorItem {
    fn from(item: TenantItem) -> Self {
        VendorItem {
            id: item.id.to_string(),
            display_name: item.display_name,
            legal_name: item.legal_name,
            business_number: item.business_number,
            is_active: item.state == TenantState::Active,
            state: item.state,
            closed_at: item.closed_at,
            category_id: item.category_id.map(|id| id.to_string()),
            category_name: item.category_name,
            french_category_name: item.french_category_name,
            region_id: item.region_id.map(|id| id.to_string()),
            region_name: item.region_name,
            charity_rate: item.charity_rate.percent(),
            share_percentage: item.share_percentage.percent(),
            card_amount: item.card_amounts.to_string(),
            logo_path: item.logo_key.map(|key| key.to_string()),
            hue: item.logo_hue,
            created_at: item.created_at,
        }
    }
}

/// A charity in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CharityItem {
    id: String,
    display_name: String,
    legal_name: String,
    business_number: String,
    is_active: bool,
    state: TenantState,
    #[schema(required)]
    organization_id: Option<String>,
    #[schema(required)]
    organization_name: Option<String>,
    #[schema(required)]
    french_organization_name: Option<String>,
    #[schema(required)]
    region_id: Option<String>,
    #[schema(required)]
    region_name: Option<String>,
    #[schema(required)]
    introduction: Option<String>,
    #[schema(required)]
    logo_path: Option<String>,
    #[schema(required)]
    hue: Option<u32>,
    created_at: Timestamp,
}

impl From<TenantItem> for CharityItem {
    fn from(item: TenantItem) -> Self {
        CharityItem {
            id: item.id.to_string(),
            display_name: item.display_name,
            legal_name: item.legal_name,
            business_number: item.business_number,
            is_active: item.state == TenantState::Active,
            state: item.state,
            organization_id: item.organization_id.map(|id| id.to_string()),
            organization_name: item.organization_name,
            french_organization_name: item.french_organization_name,
            region_id: item.region_id.map(|id| id.to_string()),
            region_name: item.region_name,
            introduction: item.introduction,
            logo_path: item.logo_key.map(|key| key.to_string()),
            hue: item.logo_hue,
            created_at: item.created_at,
        }
    }
}
