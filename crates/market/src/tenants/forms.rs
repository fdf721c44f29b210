//! Shared parts of forms that describe a vendor or a charity.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{Address, ContactPerson};
use kernel::{
    canada,
    contact::{Email, Phone, PostalCode},
    fields::Fields,
    text::Line,
};

type AddressLine = Line<200>;

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressForm {
    address_line1: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    province: Option<String>,
    postal_code: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrimaryContact {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub work_phone_number: Option<String>,
    pub phone_number: Option<String>,
    /// Brand on whose site a registration is made; only for registrations.
    pub app_name: Option<String>,
}

impl AddressForm {
    pub fn check(&self, fields: &mut Fields) -> Option<Address> {
        let line1 =
            fields.required::<AddressLine>("addressLine1", "Address Line 1", &self.address_line1);
        let line2 =
            fields.optional::<AddressLine>("addressLine2", "Address Line 2", &self.address_line2);
        let city = fields.required::<AddressLine>("city", "City", &self.city);
        let province = fields.required::<AddressLine>("province", "Province", &self.province);
        let postal_code =
            fields.required::<PostalCode>("postalCode", "Postal Code", &self.postal_code);
        if let (Some(province), Some(code)) = (&province, &postal_code) {
            canada::check_postal_code(fields, province, code);
        }
        Some(Address {
            line1: line1?.to_string(),
            line2: line2?.map(|line| line.to_string()),
            city: city?.to_string(),
            province: province?.to_string(),
            postal_code: postal_code?.to_string(),
        })
    }
}

impl PrimaryContact {
    pub fn check(&self, fields: &mut Fields) -> Option<ContactPerson> {
        let names = people::check_names(fields, &self.first_name, &self.last_name);
        let email = fields.required::<Email>("email", "Email", &self.email);
        let work =
            fields.required::<Phone>("workPhoneNumber", "Work Phone", &self.work_phone_number);
        let mobile = fields.required::<Phone>("phoneNumber", "Mobile Phone", &self.phone_number);
        let (first_name, last_name) = names?;
        Some(ContactPerson {
            first_name,
            last_name,
            email: email?,
            work_phone: work?.to_string(),
            mobile_phone: mobile?.to_string(),
        })
    }
}
