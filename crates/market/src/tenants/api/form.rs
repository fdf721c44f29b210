//! Form of vendors and charities, and the changes that each editor may make with it.

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use access::auth::{Actor, TenantKind};
use kernel::{
    contact::{Email, Phone, WebAddress},
    fields::{Checked, Fields},
    ids::{CategoryId, FileKey, OrganizationId, RegionId},
    messages::{self, Message},
    rates::{CharityRate, PlatformRate},
    text::{Line, Paragraphs},
    time_zones::Zone,
};
use platform::web::extract::{Later, Object};

use crate::tenants::{
    Address, BankNumbers, CardAmounts, ContactPerson, CustomAmounts, Logo, Profile, SortedUnder,
    Tenant, TenantState, VisitorFacts,
    bank::{self, AccountNumber, InstitutionNumber, TransitNumber},
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
    /// The key that the upload returned.
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

/// Values that administrators and managers may change.
struct Information {
    legal_name: String,
    address: Address,
    website: Option<String>,
    introduction: Option<String>,
    description: Option<String>,
    logo: Option<Logo>,
    facts: VisitorFacts,
    card_amounts: CardAmounts,
}

/// Returns the new text of a field. A missing field keeps its value; an empty one clears it.
fn kept<T: Checked + Into<String>>(
    fields: &mut Fields,
    path: &str,
    label: &str,
    given: &Option<String>,
    before: Option<&String>,
) -> Option<Option<String>> {
    match given {
        None => Some(before.cloned()),
        Some(text) => Some(fields.optional::<T>(path, label, text)?.map(Into::into)),
    }
}

impl TenantForm {
    /// Validates the whole form of an administrator.
    pub fn by_administrator(
        &self,
        kind: TenantKind,
        before: Option<&Profile>,
    ) -> Result<Profile, Fields> {
        let mut fields = Fields::default();
        let f = &mut fields;
        let information = self.information(f, kind, before);
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
        let stored = before.and_then(|before| before.bank.as_ref());
        let gives_bank = before.is_some_and(|before| before.gives_bank);
        let bank = match gives_bank && stored.is_none() && self.has_no_bank() {
            true => Some(None),
            false => self.bank(f, stored).map(Some),
        };
        let time_zone = match &self.time_zone {
            None => Some(before.and_then(|before| before.time_zone)),
            Some(_) => f.optional::<Zone>("timeZone", "Time Zone", &self.time_zone),
        };
        let charity_rate = Later::optional(f, "charityRate", &self.charity_rate);
        let share = Later::optional(f, "sharePercentage", &self.share_percentage);
        fields.finish(|| {
            let information = information?;
            Some(Profile {
                display_name: display_name?.into(),
                business_number: number?.into(),
                sorted_under: Some(sorted_under?),
                region: Some(region?),
                contact: contact?,
                bank: bank?,
                gives_bank,
                charity_rate: charity_rate?.or(before.map(|b| b.charity_rate)).unwrap_or_default(),
                share_percentage: share?.or(before.map(|b| b.share_percentage)).unwrap_or_default(),
                legal_name: information.legal_name,
                address: information.address,
                website: information.website,
                introduction: information.introduction,
                description: information.description,
                logo: information.logo,
                facts: information.facts,
                card_amounts: information.card_amounts,
                time_zone: time_zone?,
            })
        })
    }

    /// Validates the form of a manager: page information and, for vendors, the charity rate. All
    /// other fields must be unchanged.
    pub fn by_manager(&self, before: &Tenant) -> Result<Profile, Fields> {
        let mut fields = Fields::default();
        let profile = &before.profile;
        let information = self.information(&mut fields, before.kind, Some(profile));
        if let Some(information) = &information {
            let mut need = |is_there: bool, path: &str, label: &str| {
                if !is_there {
                    fields.add(path, messages::required(label));
                }
            };
            need(information.logo.is_some(), "logoPath", "Logo");
            match before.kind {
                TenantKind::Vendor => {
                    need(!information.card_amounts.is_empty(), "cardAmount", "Card Amount");
                }
                TenantKind::Charity => {
                    need(information.introduction.is_some(), "introduction", "Introduction");
                }
            }
        }
        let bank = match profile.bank {
            None if profile.gives_bank && !self.has_no_bank() => {
                self.bank(&mut fields, None).map(Some)
            }
            _ => Some(profile.bank.clone()),
        };
        let rate = Later::optional(&mut fields, "charityRate", &self.charity_rate);
        self.refuse_changes(&mut fields, before);
        fields.finish(|| {
            let information = information?;
            let charity_rate = rate?.filter(|_| before.kind == TenantKind::Vendor);
            Some(Profile {
                bank: bank?,
                charity_rate: charity_rate.unwrap_or(profile.charity_rate),
                legal_name: information.legal_name,
                address: information.address,
                website: information.website,
                introduction: information.introduction,
                description: information.description,
                logo: information.logo,
                facts: information.facts,
                card_amounts: information.card_amounts,
                ..profile.clone()
            })
        })
    }

    fn information(
        &self,
        fields: &mut Fields,
        kind: TenantKind,
        before: Option<&Profile>,
    ) -> Option<Information> {
        let legal_name = fields.required::<LegalName>("legalName", "Legal Name", &self.legal_name);
        let address = fields
            .nested("address", |fields| self.address.clone().unwrap_or_default().check(fields));
        let old = |pick: fn(&Profile) -> Option<&String>| before.and_then(pick);
        let website = old(|before| before.website.as_ref());
        let website = kept::<WebAddress>(fields, "website", "Website", &self.website, website);
        let (introduction, details) = match kind {
            TenantKind::Vendor => (Some(None), "Description"),
            TenantKind::Charity => {
                let given = &self.introduction;
                let before = old(|before| before.introduction.as_ref());
                (
                    kept::<Introduction>(fields, "introduction", "Introduction", given, before),
                    "Details",
                )
            }
        };
        let description = old(|before| before.description.as_ref());
        let description =
            kept::<Description>(fields, "description", details, &self.description, description);
        let logo = self.logo(fields, before);
        let facts = self.facts(fields, kind, before.map(|before| &before.facts));
        let card_amounts = match (kind, &self.card_amount) {
            (TenantKind::Vendor, Some(given)) => fields
                .optional::<CardAmounts>("cardAmount", "Card Amount", given)
                .map(Option::unwrap_or_default),
            _ => Some(before.map(|before| before.card_amounts.clone()).unwrap_or_default()),
        };
        let custom = match (kind, &self.custom_amount) {
            (TenantKind::Vendor, Some(given)) => {
                fields.optional::<CustomAmounts>("customAmount", "Other Amounts", given)
            }
            _ => Some(before.and_then(|before| before.card_amounts.custom_setting())),
        };
        Some(Information {
            legal_name: legal_name?.into(),
            address: address?,
            website: website?,
            introduction: introduction?,
            description: description?,
            logo: logo?,
            facts: facts?,
            card_amounts: card_amounts?.with_custom(custom?),
        })
    }

    fn facts(
        &self,
        fields: &mut Fields,
        kind: TenantKind,
        before: Option<&VisitorFacts>,
    ) -> Option<VisitorFacts> {
        let old = |pick: fn(&VisitorFacts) -> Option<&String>| before.and_then(pick);
        let phone = old(|before| before.phone.as_ref());
        let phone = kept::<Phone>(fields, "phone", "Phone", &self.phone, phone);
        let hours = old(|before| before.opening_hours.as_ref());
        let hours = kept::<OpeningHours>(
            fields,
            "openingHours",
            "Opening Hours",
            &self.opening_hours,
            hours,
        );
        let french_hours = old(|before| before.french_opening_hours.as_ref());
        let french_hours = kept::<OpeningHours>(
            fields,
            "frenchOpeningHours",
            "Opening Hours in French",
            &self.french_opening_hours,
            french_hours,
        );
        let (products, photo) = match kind {
            TenantKind::Charity => (Some(None), Some(None)),
            TenantKind::Vendor => {
                let products = old(|before| before.products.as_ref());
                let photo = match &self.photo_path {
                    None => Some(before.and_then(|before| before.photo)),
                    Some(given) => fields.optional::<FileKey>("photoPath", "Photo", given),
                };
                (kept::<Products>(fields, "products", "Products", &self.products, products), photo)
            }
        };
        Some(VisitorFacts {
            phone: phone?,
            opening_hours: hours?,
            french_opening_hours: french_hours?,
            products: products?,
            photo: photo?,
        })
    }

    fn logo(&self, fields: &mut Fields, before: Option<&Profile>) -> Option<Option<Logo>> {
        let before = before.and_then(|before| before.logo.clone());
        let Some(given) = &self.logo_path else { return Some(before) };
        let key = fields.optional::<FileKey>("logoPath", "Logo", given)?;
        Some(
            key.map(|key| before.filter(|logo| logo.key == key).unwrap_or(Logo { key, hue: None })),
        )
    }

    fn bank(&self, fields: &mut Fields, before: Option<&BankNumbers>) -> Option<BankNumbers> {
        let institution = kept_or_new::<InstitutionNumber>(
            fields,
            "institutionNumber",
            "Institution Number",
            &self.institution_number,
            before.map(|bank| &bank.institution),
        );
        let transit = kept_or_new::<TransitNumber>(
            fields,
            "transitNumber",
            "Transit Number",
            &self.transit_number,
            before.map(|bank| &bank.transit),
        );
        let account = kept_or_new::<AccountNumber>(
            fields,
            "accountNumber",
            "Account Number",
            &self.account_number,
            before.map(|bank| &bank.account),
        );
        Some(BankNumbers { institution: institution?, transit: transit?, account: account? })
    }

    fn has_no_bank(&self) -> bool {
        let numbers = [&self.institution_number, &self.transit_number, &self.account_number];
        numbers.into_iter().flatten().all(|number| number.trim().is_empty())
    }

    /// Adds a message for each field that a manager has changed without permission.
    fn refuse_changes(&self, fields: &mut Fields, before: &Tenant) {
        let (profile, bank) = (&before.profile, before.profile.bank.as_ref());
        let share = Later::optional(fields, "sharePercentage", &self.share_percentage).flatten();
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
        for (path, given, stored) in [
            ("displayName", &self.display_name, &profile.display_name),
            ("businessNumber", &self.business_number, &profile.business_number),
            ("categoryId", &self.category_id, &category),
            ("organizationId", &self.organization_id, &organization),
            ("regionId", &self.region_id, &region),
        ] {
            must_be(path, is_same::<Line<200>>(given, stored));
        }
        let gives_bank = profile.gives_bank && bank.is_none();
        for (path, given, stored) in [
            ("institutionNumber", &self.institution_number, bank.map(|bank| &bank.institution)),
            ("transitNumber", &self.transit_number, bank.map(|bank| &bank.transit)),
            ("accountNumber", &self.account_number, bank.map(|bank| &bank.account)),
        ] {
            // Compares with the masked number. Comparing with the number itself would allow
            // guessing it digit by digit.
            let shown = bank::mask(&stored.cloned().unwrap_or_default());
            must_be(path, gives_bank || is_same::<Line<200>>(given, &shown));
        }
        if let Some(given) = &self.primary_contact {
            let contact = &profile.contact;
            must_be(
                "primaryContact.firstName",
                is_same::<Line<200>>(&given.first_name, &contact.first_name),
            );
            must_be(
                "primaryContact.lastName",
                is_same::<Line<200>>(&given.last_name, &contact.last_name),
            );
            must_be("primaryContact.email", is_same::<Email>(&given.email, contact.email.as_ref()));
            let work = is_same::<Phone>(&given.work_phone_number, &contact.work_phone);
            must_be("primaryContact.workPhoneNumber", work);
            must_be(
                "primaryContact.phoneNumber",
                is_same::<Phone>(&given.phone_number, &contact.mobile_phone),
            );
        }
        must_be("sharePercentage", share.is_none_or(|share| share == profile.share_percentage));
        let zone = profile.time_zone.map(Zone::name).unwrap_or_default();
        must_be("timeZone", is_same::<Line<200>>(&self.time_zone, zone));
        let is_active = before.state == TenantState::Active;
        must_be("isActive", self.is_active.is_none_or(|given| given == is_active));
    }
}

/// Returns the part of the profile that this editor's form changes.
pub fn edited(profile: &Profile, editor: &Actor) -> serde_json::Value {
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
        [&facts.phone, &facts.opening_hours, &facts.french_opening_hours, &facts.products],
        facts.photo.as_ref().map(|photo| id(photo)),
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

/// Returns a new bank number, or the stored one if the field is missing or masked.
fn kept_or_new<T: Checked + Into<String>>(
    fields: &mut Fields,
    path: &str,
    label: &str,
    given: &Option<String>,
    old: Option<&String>,
) -> Option<String> {
    match (given, old) {
        (None, Some(old)) => Some(old.clone()),
        (Some(text), Some(old)) if T::strip(text) == bank::mask(old) => Some(old.clone()),
        _ => fields.required::<T>(path, label, given).map(Into::into),
    }
}

/// Returns true if a text is missing, empty, or equal to the stored one.
fn is_same<T: Checked + Into<String>>(given: &Option<String>, stored: &str) -> bool {
    match given.as_deref().map(T::strip) {
        None | Some("") => true,
        Some(text) => T::check("", text).is_ok_and(|value| value.into() == stored),
    }
}
