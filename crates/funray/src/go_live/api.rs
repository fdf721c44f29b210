//! `/System/go-live`, `/System/test-mail` and `/System/company`, for administrators.

use std::{sync::Arc, time::Duration};

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Actor, Can, FreshProof, Permission, Right};
use kernel::{
    brand::Brand,
    contact::{Email, Phone},
    fields::{Checked, Fields},
    ids::PersonId,
    text::Line,
};
use mail::{About, Mail, TestLetter};
use platform::{
    app::App,
    config::{CompanyFact, FactOrigin, Origin},
    error::{
        Error, Result,
        codes::{NOT_FOUND, TOO_MANY_TRIES},
    },
    limits::{self, Limit},
    web::{
        AppState,
        calls::routes,
        extract::{self, Page, Path},
    },
};

use super::{company, rules};
use crate::doctor::api::ExamineServer;

/// Limit on test emails of a person.
const TEST_MAILS: Limit = Limit { capacity: 5, interval: Duration::from_secs(5 * 60) };

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_go_live))
        .routes(routes!(send_test_mail: TOO_MANY_TRIES))
        .routes(routes!(list_companies))
        .routes(routes!(change_company: NOT_FOUND))
}

/// Steps before the shop opens.
#[derive(Serialize, ToSchema)]
struct GoLive {
    /// Steps in order. Empty outside of production.
    lines: Vec<rules::Line>,
}

/// Lists the steps before the shop opens.
#[utoipa::path(get, path = "/System/go-live", tag = "System", responses((status = OK, body = GoLive)))]
async fn list_go_live(_: Can<ExamineServer>, State(app): AppState) -> Result<Json<GoLive>> {
    Ok(Json(GoLive { lines: super::lines(&app).await? }))
}

/// Sends a test email to your own address.
#[utoipa::path(post, path = "/System/test-mail", tag = "System",
    responses((status = NO_CONTENT)))]
async fn send_test_mail(
    right: Can<ExamineServer>,
    State(app): AppState,
    page: Page,
) -> Result<StatusCode> {
    let (person, to): (PersonId, String) = (right.actor.person, right.actor.email.clone());
    app.write(move |tx, _, now| {
        limits::acquire(tx, now, &format!("test mails of {person}"), TEST_MAILS)?.or_refuse()?;
        let mail = Mail {
            to: to.clone(),
            brand: page.brand,
            lang: page.language,
            letter: TestLetter::Test,
        };
        mail::post_about(tx, now, mail, About::of(&[&person]))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The right to enter the facts about the company.
struct SetCompany;

impl Right for SetCompany {
    const PERMISSION: Permission = Permission::SetCompany;
    type Scope = ();

    fn scope(_: &Actor) {}
}

/// Companies behind the brands.
#[derive(Serialize, ToSchema)]
struct Companies {
    /// Companies, in the order of the brands.
    companies: Vec<Company>,
}

/// Company behind a brand.
#[derive(Serialize, ToSchema)]
struct Company {
    /// Slug of the brand.
    brand: String,
    /// Facts that footers, letters and legal texts show.
    facts: Vec<Fact>,
}

/// Layer of the settings that gives a value.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = SettingLayer)]
enum Layer {
    /// Brand's folder.
    Default,
    /// Entered on screen.
    Screen,
    /// Settings file. The screen can't change the value.
    File,
    /// Environment variable. The screen can't change the value.
    Environment,
    /// Flag of the command line. The screen can't change the value.
    Flag,
}

/// Fact about a company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CompanyFact)]
struct Fact {
    /// Name of the field.
    #[schema(example = "privacyOfficer")]
    name: String,
    /// Value in force.
    #[schema(example = "Ann Tremblay")]
    value: String,
    /// Layer that the value comes from.
    layer: Layer,
    /// Whether the value is an example or can't be true.
    is_example: bool,
}

impl From<CompanyFact> for Fact {
    fn from(fact: CompanyFact) -> Fact {
        let layer = match fact.origin {
            FactOrigin::Default | FactOrigin::Setting(Origin::Default) => Layer::Default,
            FactOrigin::Screen => Layer::Screen,
            FactOrigin::Setting(Origin::File) => Layer::File,
            FactOrigin::Setting(Origin::Environment) => Layer::Environment,
            FactOrigin::Setting(Origin::Flag) => Layer::Flag,
        };
        let name = company::field_of(fact.name);
        Fact { name, value: fact.value, layer, is_example: fact.is_placeholder }
    }
}

/// Lists the companies behind the brands.
///
/// Each fact names the layer of the settings that it comes from.
#[utoipa::path(get, path = "/System/company", tag = "System", responses((status = OK, body = Companies)))]
async fn list_companies(_: Can<ExamineServer>, State(app): AppState) -> Result<Json<Companies>> {
    let mut companies = Vec::new();
    for brand in app.config.brands_served() {
        let facts = company::facts(&app, brand).await?.into_iter().map(Fact::from);
        companies.push(Company { brand: brand.slug().to_owned(), facts: facts.collect() });
    }
    Ok(Json(Companies { companies }))
}

/// Facts about a company. Those left out stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompanyForm {
    /// Legal name.
    company: Option<String>,
    /// Street, number and suite.
    address: Option<String>,
    /// City, province and postal code.
    city: Option<String>,
    phone: Option<String>,
    /// Contact address for the public.
    email: Option<String>,
    /// Name of the person who is responsible for personal data.
    privacy_officer: Option<String>,
    /// Email address of that person.
    privacy_email: Option<String>,
}

impl CompanyForm {
    fn check(&self) -> Result<Vec<(&'static str, String)>, Fields> {
        let mut fields = Fields::default();
        let mut facts = Vec::new();
        let mut line = |name, label, text: &Option<String>| {
            check::<Line<200>>(&mut fields, &mut facts, (name, label), text);
        };
        line("company", "Company", &self.company);
        line("address", "Address", &self.address);
        line("city", "City", &self.city);
        line("privacy_officer", "Privacy officer", &self.privacy_officer);
        check::<Phone>(&mut fields, &mut facts, ("phone", "Phone"), &self.phone);
        check::<Email>(&mut fields, &mut facts, ("email", "Email"), &self.email);
        let privacy = ("privacy_email", "Privacy email");
        check::<Email>(&mut fields, &mut facts, privacy, &self.privacy_email);
        fields.finish(|| Some(facts))
    }
}

/// Checks a fact of the form, if it was sent.
fn check<T: Checked + ToString>(
    fields: &mut Fields,
    facts: &mut Vec<(&'static str, String)>,
    (name, label): (&'static str, &'static str),
    text: &Option<String>,
) {
    if text.is_none() {
        return;
    }
    if let Some(value) = fields.required::<T>(&company::field_of(name), label, text) {
        facts.push((name, value.to_string()));
    }
}

/// Changes the facts about the company behind a brand.
///
/// A fact that the settings file, the environment or a flag gives can't be changed here.
#[utoipa::path(put, path = "/System/company/{brand}", tag = "System",
    params(("brand" = String, Path, description = "Slug of the brand.")),
    responses((status = NO_CONTENT)))]
async fn change_company(
    right: Can<SetCompany>,
    _proof: FreshProof,
    State(app): AppState,
    Path(brand): Path<String>,
    extract::Json(form): extract::Json<CompanyForm>,
) -> Result<StatusCode> {
    let served = app.config.brands_served();
    let brand = Brand::from_slug(&brand).filter(|brand| served.contains(brand));
    let brand = brand.ok_or(Error::NotFound)?;
    company::change(&app, &right.actor, brand, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
