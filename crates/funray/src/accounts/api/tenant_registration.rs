//! Asking to join as a shop or a cause.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    forms::{AddressLine, Name, Page},
    registration::check_captcha,
};
use crate::{
    accounts::register,
    app::App,
    auth::TenantKind,
    captcha,
    directory::{CategoryId, OrganizationId},
    error::Result,
    http::{AppState, extract::Json},
    kernel::{
        contact::{Email, Phone, PostalCode},
        fields::Fields,
        text::Line,
    },
    tenants::{Address, ContactPerson, Registration, SortedUnder},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(register_vendor)).routes(routes!(register_charity))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TenantForm {
    business_info: BusinessInfo,
    primary_contact: PrimaryContact,
    re_captcha_token: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BusinessInfo {
    legal_name: Option<String>,
    business_number: Option<String>,
    /// Of a vendor.
    category_id: Option<String>,
    /// Of a charity.
    organization_type: Option<String>,
    address: AddressForm,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddressForm {
    address_line1: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    province: Option<String>,
    postal_code: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PrimaryContact {
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    work_phone_number: Option<String>,
    phone_number: Option<String>,
    app_name: Option<String>,
}

impl AddressForm {
    fn check(&self, fields: &mut Fields) -> Option<Address> {
        let line1 =
            fields.required::<AddressLine>("addressLine1", "Address Line 1", &self.address_line1);
        let line2 =
            fields.optional::<AddressLine>("addressLine2", "Address Line 2", &self.address_line2);
        let city = fields.required::<AddressLine>("city", "City", &self.city);
        let province = fields.required::<AddressLine>("province", "Province", &self.province);
        let postal_code =
            fields.required::<PostalCode>("postalCode", "Postal Code", &self.postal_code);
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
    fn check(&self, fields: &mut Fields) -> Option<ContactPerson> {
        let first_name = fields.required::<Name>("firstName", "First Name", &self.first_name);
        let last_name = fields.required::<Name>("lastName", "Last Name", &self.last_name);
        let email = fields.required::<Email>("email", "Email", &self.email);
        let work =
            fields.required::<Phone>("workPhoneNumber", "Work Phone", &self.work_phone_number);
        let mobile = fields.required::<Phone>("phoneNumber", "Mobile Phone", &self.phone_number);
        Some(ContactPerson {
            first_name: first_name?.to_string(),
            last_name: last_name?.to_string(),
            email: email?,
            work_phone: work?.to_string(),
            mobile_phone: mobile?.to_string(),
        })
    }
}

impl TenantForm {
    fn check(&self, kind: TenantKind) -> Result<Registration, Fields> {
        let mut fields = Fields::default();
        let business = &self.business_info;
        let (names, address, sorted_under) = fields.nested("businessInfo", |fields| {
            let legal_name =
                fields.required::<Line<200>>("legalName", "Legal Name", &business.legal_name);
            let number = fields.required::<Line<50>>(
                "businessNumber",
                "Business Number",
                &business.business_number,
            );
            let sorted_under = match kind {
                TenantKind::Vendor => fields
                    .required::<CategoryId>("categoryId", "Category", &business.category_id)
                    .map(SortedUnder::Category),
                TenantKind::Charity => fields
                    .required::<OrganizationId>(
                        "organizationType",
                        "Organization Type",
                        &business.organization_type,
                    )
                    .map(SortedUnder::Organization),
            };
            let address = fields.nested("address", |fields| business.address.check(fields));
            (legal_name.zip(number), address, sorted_under)
        });
        let contact = fields.nested("primaryContact", |fields| self.primary_contact.check(fields));
        fields.finish(|| {
            let (legal_name, business_number) = names?;
            Some(Registration {
                kind,
                legal_name: legal_name.to_string(),
                business_number: business_number.to_string(),
                sorted_under: sorted_under?,
                address: address?,
                contact: contact?,
            })
        })
    }
}

async fn register_tenant(
    app: &Arc<App>,
    page: Page,
    form: TenantForm,
    kind: TenantKind,
    purpose: captcha::Purpose,
) -> Result<StatusCode> {
    let registration = form.check(kind)?;
    check_captcha(app, purpose, &form.re_captcha_token).await?;
    let brand = page.brand_of(form.primary_contact.app_name.as_deref());
    register::register_tenant(app, registration, page.language, brand).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks to join as a shop. Administrators look at it and get in touch.
#[utoipa::path(post, path = "/Accounts/vendor", tag = "Accounts", request_body = TenantForm,
    responses((status = NO_CONTENT)))]
async fn register_vendor(
    State(app): AppState,
    page: Page,
    Json(form): Json<TenantForm>,
) -> Result<StatusCode> {
    register_tenant(&app, page, form, TenantKind::Vendor, captcha::Purpose::Vendor).await
}

/// Asks to join as a cause. Administrators look at it and get in touch.
#[utoipa::path(post, path = "/Accounts/charity", tag = "Accounts", request_body = TenantForm,
    responses((status = NO_CONTENT)))]
async fn register_charity(
    State(app): AppState,
    page: Page,
    Json(form): Json<TenantForm>,
) -> Result<StatusCode> {
    register_tenant(&app, page, form, TenantKind::Charity, captcha::Purpose::Charity).await
}
