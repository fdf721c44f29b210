//! Checks shared by the forms of this feature.

use serde::{Deserialize, Deserializer, de::IgnoredAny};
use utoipa::{IntoParams, ToSchema};

use kernel::{
    canada,
    contact::{Phone, PostalCode},
    fields::Fields,
    messages::Message,
    text::Line,
};
use platform::{app::App, error::Error};

use crate::{Contact, ReturnUrls, codes::Purpose};

pub use platform::web::extract::Page;

/// One line of a postal address.
pub type AddressLine = Line<200>;

/// URLs of the pages to which an emailed link leads on success and on failure. Part of every form
/// that causes such an email.
#[derive(Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WayBack {
    #[param(value_type = Option<String>)]
    #[schema(value_type = Option<String>)]
    success_return_url: Option<SharedText>,
    #[param(value_type = Option<String>)]
    #[schema(value_type = Option<String>)]
    failed_return_url: Option<SharedText>,
    #[param(value_type = Option<String>)]
    #[schema(value_type = Option<String>)]
    app_name: Option<SharedText>,
}

impl WayBack {
    /// Checks the return URLs. Only pages of the brand are allowed.
    pub fn return_urls(
        &self,
        page: Page,
        app: &App,
        purpose: Purpose,
    ) -> Result<ReturnUrls, Error> {
        let brand = page.brand_of(read("appName", &self.app_name)?);
        let success = read("successReturnUrl", &self.success_return_url)?;
        let failed = read("failedReturnUrl", &self.failed_return_url)?;
        ReturnUrls::check(app, brand, purpose, success, failed)
    }

    pub fn app_name(&self) -> Option<&str> {
        self.app_name.as_ref().and_then(|text| text.0.as_deref())
    }
}

/// Contact fields that several forms have. Each form decides whether the address is required; all
/// other checks are the same.
#[derive(Clone, Copy)]
pub struct ContactForm<'a> {
    pub address: &'a Option<String>,
    pub unit: &'a Option<String>,
    pub city: &'a Option<String>,
    pub province: &'a Option<String>,
    pub postal_code: &'a Option<String>,
    pub phone: &'a Option<String>,
}

impl ContactForm<'_> {
    pub fn check(self, fields: &mut Fields, is_address_required: bool) -> Option<Contact> {
        let mut address = |path: &str, label: &str, given: &Option<String>| {
            if is_address_required {
                fields.required::<AddressLine>(path, label, given).map(Some)
            } else {
                fields.optional::<AddressLine>(path, label, given)
            }
        };
        let line = address("address", "Address", self.address);
        let city = address("city", "City", self.city);
        let province = address("province", "Province", self.province);
        let postal_code = if is_address_required {
            fields.required::<PostalCode>("postalCode", "Postal Code", self.postal_code).map(Some)
        } else {
            fields.optional::<PostalCode>("postalCode", "Postal Code", self.postal_code)
        };
        if let (Some(Some(province)), Some(Some(code))) = (&province, &postal_code) {
            canada::check_postal_code(fields, province, code);
        }
        let unit = fields.optional::<AddressLine>("aptUnitNumber", "Apt/Unit Number", self.unit);
        let phone = fields.optional::<Phone>("phoneNumber", "Phone Number", self.phone);
        Some(Contact {
            address_line: line?.map(|line| line.to_string()),
            unit: unit?.map(|unit| unit.to_string()),
            city: city?.map(|city| city.to_string()),
            province: province?.map(|province| province.to_string()),
            postal_code: postal_code?.map(|code| code.to_string()),
            phone: phone?.map(|phone| phone.to_string()),
        })
    }
}

/// A text field of a form part that several forms include. Serde's own error for a value of another
/// type would not name the field. Such a value is therefore read as `None`, and [`read`] returns an
/// error that names the field.
struct SharedText(Option<String>);

fn read<'a>(field: &str, text: &'a Option<SharedText>) -> Result<Option<&'a str>, Fields> {
    match text {
        None => Ok(None),
        Some(SharedText(Some(text))) => Ok(Some(text)),
        Some(SharedText(None)) => {
            Err(Fields::one(field, Message::new("Must be a text.", "Doit être un texte.")))
        }
    }
}

impl<'de> Deserialize<'de> for SharedText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match Content::deserialize(from)? {
            Content::Text(text) => SharedText(Some(text)),
            Content::Other(_) => SharedText(None),
        })
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Other(IgnoredAny),
}
