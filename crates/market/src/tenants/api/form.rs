//! Form that creates or changes a vendor or charity.

use serde::Deserialize;
use utoipa::ToSchema;

use access::auth::{Actor, TenantKind};
use kernel::{
    contact::{Email, Phone, WebAddress},
    fields::{Checked, Fields},
    ids::{CategoryId, FileKey, OrganizationId, RegionId},
    messages,
    rates::{CharityRate, PlatformRate},
    sent::{self, Sent},
    text::{Line, Paragraphs},
    time_zones::Zone,
};
use platform::web::extract::{Later, Object};

use crate::tenants::{
    CardAmounts, CustomAmounts, SortedUnder, VisitorFacts,
    bank::{AccountNumber, InstitutionNumber, TransitNumber},
    change::{
        BankChange, BankNumberSent, Change, Claim, Claims, ContactClaims, ManagersChange,
        PageChange, WholeChange,
    },
    forms::{AddressForm, PrimaryContact},
};

type LegalName = Line<200>;
type BusinessNumber = Line<50>;
type Introduction = Paragraphs<1000>;
type Description = Paragraphs<5000>;
type OpeningHours = Paragraphs<500>;
type Products = Line<500>;

/// A vendor or a charity. Optional fields that are left out keep their values; an empty text clears them. Managers leave out
/// the fields that only administrators may change, or send them unchanged.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantForm {
    legal_name: Option<String>,
    /// Name as visitors see it. Required from administrators.
    display_name: Option<String>,
    /// Business number of the Canada Revenue Agency. Required from administrators.
    business_number: Option<String>,
    /// Id of the category. Required from administrators for vendors.
    category_id: Option<String>,
    /// Id of the kind of organization. Required from administrators for charities.
    organization_id: Option<String>,
    /// Id of the region. Required from administrators.
    region_id: Option<String>,
    website: Option<String>,
    /// For charities: introduction for visitors.
    introduction: Option<String>,
    description: Option<String>,
    /// Key that the upload of the picture returned.
    logo_path: Option<String>,
    /// Phone number that visitors see.
    phone: Option<String>,
    opening_hours: Option<String>,
    french_opening_hours: Option<String>,
    /// For vendors: products as text, which the search finds.
    products: Option<String>,
    /// For vendors: key of an uploaded picture of the shop.
    photo_path: Option<String>,
    /// Institution number of the bank, whole or as replies show it. Required from administrators until it is stored.
    institution_number: Option<String>,
    /// Transit number of the bank branch, whole or as replies show it. Required from administrators until it is stored.
    transit_number: Option<String>,
    /// Number of the bank account, whole or as replies show it. Required from administrators until it is stored.
    account_number: Option<String>,
    #[schema(value_type = Option<AddressForm>)]
    address: Option<Object<AddressForm>>,
    /// Contact person. Required from administrators.
    #[schema(value_type = Option<PrimaryContact>)]
    primary_contact: Option<Object<PrimaryContact>>,
    /// For vendors: charity rate in percent, 5 to 10.
    #[schema(value_type = Option<u8>)]
    charity_rate: Option<Later<CharityRate>>,
    /// For vendors: share of the platform in percent, 0 to 30.
    #[schema(value_type = Option<u8>)]
    share_percentage: Option<Later<PlatformRate>>,
    /// For vendors: card prices such as `Amount25,Amount50`, or `0` for none.
    card_amount: Option<String>,
    /// Vendors only: limits of the other whole amounts in dollars, such as `10-200`; empty for none. They are sold beside a fixed amount.
    custom_amount: Option<String>,
    /// For vendors: IANA time zone of the counter, if it differs from that of the address.
    time_zone: Option<String>,
    /// Must equal the stored status, which a separate call changes.
    is_active: Option<bool>,
}

impl TenantForm {
    /// Checks each field that this editor may send.
    pub fn check(&self, kind: TenantKind, editor: &Actor) -> Change {
        if editor.is_administrator() {
            Change::ByAdministrator(Box::new(self.by_administrator(kind)))
        } else {
            Change::ByManager(Box::new(self.by_manager(kind)))
        }
    }

    /// Checks the fields of an administrator's form.
    pub fn by_administrator(&self, kind: TenantKind) -> WholeChange {
        let mut fields = Fields::default();
        let f = &mut fields;
        let page = self.page(f, kind);
        let display_name =
            f.required::<LegalName>("displayName", "Display Name", &self.display_name);
        let number = f.required::<BusinessNumber>(
            "businessNumber",
            "Business Number",
            &self.business_number,
        );
        let sorted_under = match kind {
            TenantKind::Vendor => f
                .required::<CategoryId>("categoryId", "Category", &self.category_id)
                .map(SortedUnder::Category),
            TenantKind::Charity => f
                .required::<OrganizationId>(
                    "organizationId",
                    "Organization Type",
                    &self.organization_id,
                )
                .map(SortedUnder::Organization),
        };
        let region = f.required::<RegionId>("regionId", "Region/Territory", &self.region_id);
        let contact = f.nested("primaryContact", |f| {
            self.primary_contact.clone().unwrap_or_default().check(f)
        });
        let time_zone = sent::text::<Zone>(f, "timeZone", "Time Zone", &self.time_zone);
        let charity_rate = later(f, "charityRate", &self.charity_rate);
        let share_percentage = later(f, "sharePercentage", &self.share_percentage);
        WholeChange {
            page,
            display_name: display_name.map(String::from),
            business_number: number.map(String::from),
            sorted_under,
            region,
            contact,
            bank: self.bank(),
            charity_rate,
            share_percentage,
            time_zone,
            problems: fields,
        }
    }

    fn by_manager(&self, kind: TenantKind) -> ManagersChange {
        let mut fields = Fields::default();
        let page = self.page(&mut fields, kind);
        let charity_rate = later(&mut fields, "charityRate", &self.charity_rate);
        let share = Later::optional(&mut fields, "sharePercentage", &self.share_percentage);
        let contact = self.primary_contact.as_ref().map(|given| ContactClaims {
            first_name: claim::<Line<200>>(&given.first_name),
            last_name: claim::<Line<200>>(&given.last_name),
            email: claim::<Email>(&given.email),
            work_phone: claim::<Phone>(&given.work_phone_number),
            mobile_phone: claim::<Phone>(&given.phone_number),
        });
        ManagersChange {
            page,
            bank: self.bank(),
            charity_rate,
            claims: Claims {
                display_name: claim::<Line<200>>(&self.display_name),
                business_number: claim::<Line<200>>(&self.business_number),
                category: claim::<Line<200>>(&self.category_id),
                organization: claim::<Line<200>>(&self.organization_id),
                region: claim::<Line<200>>(&self.region_id),
                institution: claim::<Line<200>>(&self.institution_number),
                transit: claim::<Line<200>>(&self.transit_number),
                account: claim::<Line<200>>(&self.account_number),
                contact,
                share_percentage: share.flatten(),
                time_zone: claim::<Line<200>>(&self.time_zone),
                is_active: self.is_active,
            },
            problems: fields,
        }
    }

    fn page(&self, fields: &mut Fields, kind: TenantKind) -> PageChange {
        let f = fields;
        let is_vendor = kind == TenantKind::Vendor;
        let details = if is_vendor { "Description" } else { "Details" };
        // Ignores the fields that this kind of tenant doesn't have.
        let of_vendor = |given: &Option<String>| given.clone().filter(|_| is_vendor);
        let of_charity = |given: &Option<String>| given.clone().filter(|_| !is_vendor);
        let amounts = of_vendor(&self.card_amount);
        let custom = of_vendor(&self.custom_amount);
        PageChange {
            legal_name: f
                .required::<LegalName>("legalName", "Legal Name", &self.legal_name)
                .map(String::from),
            address: f.nested("address", |f| self.address.clone().unwrap_or_default().check(f)),
            website: kept::<WebAddress>(f, "website", "Website", &self.website),
            introduction: kept::<Introduction>(
                f,
                "introduction",
                "Introduction",
                &of_charity(&self.introduction),
            ),
            description: kept::<Description>(f, "description", details, &self.description),
            logo: sent::text::<FileKey>(f, "logoPath", "Logo", &self.logo_path),
            facts: VisitorFacts {
                phone: kept::<Phone>(f, "phone", "Phone", &self.phone),
                opening_hours: kept::<OpeningHours>(
                    f,
                    "openingHours",
                    "Opening Hours",
                    &self.opening_hours,
                ),
                french_opening_hours: kept::<OpeningHours>(
                    f,
                    "frenchOpeningHours",
                    "Opening Hours in French",
                    &self.french_opening_hours,
                ),
                products: kept::<Products>(f, "products", "Products", &of_vendor(&self.products)),
                photo: sent::text::<FileKey>(f, "photoPath", "Photo", &of_vendor(&self.photo_path)),
            },
            card_amounts: sent::text::<CardAmounts>(f, "cardAmount", "Card Amount", &amounts)
                .map(Option::unwrap_or_default),
            custom_amounts: sent::text::<CustomAmounts>(
                f,
                "customAmount",
                "Other Amounts",
                &custom,
            ),
        }
    }

    fn bank(&self) -> BankChange {
        let institution = "Institution Number";
        BankChange {
            institution: number::<InstitutionNumber>(institution, &self.institution_number),
            transit: number::<TransitNumber>("Transit Number", &self.transit_number),
            account: number::<AccountNumber>("Account Number", &self.account_number),
        }
    }
}

fn kept<T: Checked + Into<String>>(
    fields: &mut Fields,
    path: &str,
    label: &str,
    given: &Option<String>,
) -> Sent<Option<String>> {
    sent::text::<T>(fields, path, label, given).map(|value| value.map(Into::into))
}

fn later<T: Copy>(fields: &mut Fields, path: &str, given: &Option<Later<T>>) -> Sent<T> {
    match Later::optional(fields, path, given) {
        Some(Some(value)) => Sent::Value(value),
        Some(None) => Sent::LeftOut,
        None => Sent::Invalid,
    }
}

fn number<T: Checked + Into<String>>(label: &str, given: &Option<String>) -> BankNumberSent {
    let text = given.as_deref().map(|text| T::strip(text).to_owned());
    let number = match text.as_deref() {
        None | Some("") => Err(messages::required(label)),
        Some(text) => T::check(label, text).map(Into::into),
    };
    BankNumberSent { text, number }
}

fn claim<T: Checked + Into<String>>(given: &Option<String>) -> Claim {
    match given.as_deref().map(T::strip) {
        None | Some("") => Claim::Absent,
        Some(text) => T::check("", text).map_or(Claim::Invalid, |value| Claim::Text(value.into())),
    }
}
