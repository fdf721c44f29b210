//! Asking to join as a shop or a cause.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{forms::Page, registration::check_captcha};
use crate::{
    accounts::register,
    app::App,
    auth::TenantKind,
    captcha,
    directory::{CategoryId, OrganizationId},
    error::Result,
    http::{AppState, extract::Json},
    kernel::{fields::Fields, text::Line},
    tenants::{
        Registration, SortedUnder,
        forms::{AddressForm, PrimaryContact},
    },
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(register_vendor)).routes(routes!(register_charity))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistrationForm {
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

impl RegistrationForm {
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
    form: RegistrationForm,
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
#[utoipa::path(post, path = "/Accounts/vendor", tag = "Accounts", request_body = RegistrationForm,
    responses((status = NO_CONTENT)))]
async fn register_vendor(
    State(app): AppState,
    page: Page,
    Json(form): Json<RegistrationForm>,
) -> Result<StatusCode> {
    register_tenant(&app, page, form, TenantKind::Vendor, captcha::Purpose::Vendor).await
}

/// Asks to join as a cause. Administrators look at it and get in touch.
#[utoipa::path(post, path = "/Accounts/charity", tag = "Accounts", request_body = RegistrationForm,
    responses((status = NO_CONTENT)))]
async fn register_charity(
    State(app): AppState,
    page: Page,
    Json(form): Json<RegistrationForm>,
) -> Result<StatusCode> {
    register_tenant(&app, page, form, TenantKind::Charity, captcha::Purpose::Charity).await
}
