//! Registrations of vendors and charities.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{forms::Page, registration::check_captcha};
use access::auth::{Client, TenantKind};
use kernel::{
    brand::Brand,
    fields::Fields,
    ids::{CategoryId, OrganizationId},
    rates::CharityRate,
    text::Line,
};
use market::tenants::{
    CardAmounts, Registration, SortedUnder,
    forms::{AddressForm, PrimaryContact},
};
use platform::{
    app::App,
    error::Result,
    services::captcha::Purpose,
    web::{
        AppState,
        calls::routes,
        extract::{Json, Object},
    },
};

use crate::{
    page_of_brand,
    register::{self, ContactLook},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(register_vendor)).routes(routes!(register_charity))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistrationForm {
    #[serde(default)]
    #[schema(value_type = BusinessInfo, required)]
    business_info: Object<BusinessInfo>,
    #[serde(default)]
    #[schema(value_type = PrimaryContact, required)]
    primary_contact: Object<PrimaryContact>,
    /// Page of the brand to which the email that confirms the receipt links. Defaults to the home page.
    return_url: Option<String>,
    re_captcha_token: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BusinessInfo {
    legal_name: Option<String>,
    business_number: Option<String>,
    /// Id of the category. Required for vendors.
    category_id: Option<String>,
    /// Id of the kind of organization. Required for charities.
    organization_type: Option<String>,
    #[serde(default)]
    #[schema(value_type = AddressForm, required)]
    address: Object<AddressForm>,
    /// For vendors: card prices such as `Amount25,Amount50`. If left out, an administrator asks for them.
    card_amount: Option<String>,
    /// For vendors: charity rate in percent, 5 to 10. 10 if it is left out.
    #[schema(value_type = Option<u8>)]
    charity_rate: Option<CharityRate>,
}

impl RegistrationForm {
    /// Checks the form; returns the registration and the return address for its email.
    fn check(
        &self,
        app: &App,
        kind: TenantKind,
        brand: Brand,
    ) -> Result<(Registration, String), Fields> {
        let mut fields = Fields::default();
        let given = ("returnUrl", self.return_url.as_deref());
        let home = page_of_brand(&mut fields, app, brand, given, app.public_url(brand));
        let business = &self.business_info;
        let (names, address, sorted_under, card_amounts) =
            fields.nested("businessInfo", |fields| {
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
                let card_amounts = match kind {
                    TenantKind::Vendor => fields
                        .optional::<CardAmounts>("cardAmount", "Card Amount", &business.card_amount)
                        .map(Option::unwrap_or_default),
                    TenantKind::Charity => Some(CardAmounts::default()),
                };
                (legal_name.zip(number), address, sorted_under, card_amounts)
            });
        let contact = fields.nested("primaryContact", |fields| self.primary_contact.check(fields));
        fields.finish(|| {
            let (legal_name, business_number) = names?;
            let registration = Registration {
                kind,
                legal_name: legal_name.to_string(),
                business_number: business_number.to_string(),
                sorted_under: sorted_under?,
                address: address?,
                contact: contact?,
                card_amounts: card_amounts?,
                charity_rate: business.charity_rate.unwrap_or_default(),
            };
            Some((registration, home))
        })
    }
}

async fn register_tenant(
    app: &Arc<App>,
    client: Client,
    page: Page,
    form: RegistrationForm,
    kind: TenantKind,
    purpose: Purpose,
) -> Result<StatusCode> {
    let brand = page.brand_of(form.primary_contact.app_name.as_deref());
    let (registration, home) = form.check(app, kind, brand)?;
    check_captcha(app, purpose, &form.re_captcha_token).await?;
    let look = ContactLook { brand, language: page.language, home };
    register::register_tenant(app, registration, look, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Registers a vendor.
///
/// Administrators review the registration and get in touch.
#[utoipa::path(post, path = "/Accounts/vendor", tag = "Accounts", responses((status = NO_CONTENT)))]
async fn register_vendor(
    State(app): AppState,
    client: Client,
    page: Page,
    Json(form): Json<RegistrationForm>,
) -> Result<StatusCode> {
    register_tenant(&app, client, page, form, TenantKind::Vendor, Purpose::Vendor).await
}

/// Registers a charity.
///
/// Administrators review the registration and get in touch.
#[utoipa::path(post, path = "/Accounts/charity", tag = "Accounts",
    responses((status = NO_CONTENT)))]
async fn register_charity(
    State(app): AppState,
    client: Client,
    page: Page,
    Json(form): Json<RegistrationForm>,
) -> Result<StatusCode> {
    register_tenant(&app, client, page, form, TenantKind::Charity, Purpose::Charity).await
}
