//! Questions to a registration about missing fields: the administrator's form, and the calls of the
//! emailed link.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use access::auth::{Client, TenantKind};
use kernel::{
    fields::Fields,
    ids::{CategoryId, OrganizationId, RegionId},
    text::{Line, Paragraphs},
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Result, codes::DEAD_LINK},
    web::{AppState, calls::routes, extract},
};

use crate::tenants::{
    CardAmounts, SortedUnder,
    questions::{self, Answer, Opened, Question, Wanted},
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(open_registration: DEAD_LINK))
        .routes(routes!(answer_registration: DEAD_LINK))
}

/// The newest question to a registration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationQuestion {
    /// Names of the fields that were asked for.
    fields: Vec<String>,
    /// Message to the contact person; null if there is none.
    #[schema(required)]
    note: Option<String>,
    asked_at: Timestamp,
    #[schema(required)]
    asked_by_name: Option<String>,
    /// Time of the last answer; null until then.
    #[schema(required)]
    answered_at: Option<Timestamp>,
}

impl From<Question> for RegistrationQuestion {
    fn from(question: Question) -> Self {
        RegistrationQuestion {
            fields: question.fields,
            note: question.note,
            asked_at: question.asked_at,
            asked_by_name: question.asked_by,
            answered_at: question.answered_at,
        }
    }
}

/// Question to the contact person of a registration.
#[derive(Deserialize, ToSchema)]
pub struct AskForm {
    /// Names of fields to ask for; by default all that are missing. Required if none is missing.
    fields: Option<Vec<String>>,
    /// Message to the contact person, at most 1,000 characters.
    note: Option<String>,
}

impl AskForm {
    pub fn check(&self) -> Result<Wanted, Fields> {
        let mut fields = Fields::default();
        let note = fields.optional::<Paragraphs<1000>>("note", "Note", &self.note);
        let asked = self.fields.clone().unwrap_or_default();
        fields.finish(|| Some(Wanted { fields: asked, note: note?.map(String::from) }))
    }
}

/// Link of the email that asks a registration for missing fields.
#[derive(Deserialize, ToSchema)]
struct RegistrationLinkForm {
    /// Code from the link in the email.
    code: Option<String>,
}

fn checked_code(fields: &mut Fields, code: &Option<String>) -> Option<String> {
    fields.required::<Line<200>>("code", "Code", code).map(|code| code.to_string())
}

/// A registration with missing fields.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenRegistration {
    name: String,
    kind: TenantKind,
    /// Names of the fields that were asked for.
    fields: Vec<String>,
    /// Message to the contact person; null if there is none.
    #[schema(required)]
    note: Option<String>,
    /// Time of the last answer; null until then.
    #[schema(required)]
    answered_at: Option<Timestamp>,
    #[schema(required)]
    region_id: Option<String>,
    #[schema(required)]
    category_id: Option<String>,
    #[schema(required)]
    organization_id: Option<String>,
    card_amount: String,
}

impl From<Opened> for OpenRegistration {
    fn from(opened: Opened) -> Self {
        let Opened { kind, name, fields, note, answered_at, profile } = opened;
        let (category, organization) = match profile.sorted_under {
            Some(SortedUnder::Category(id)) => (Some(id.to_string()), None),
            Some(SortedUnder::Organization(id)) => (None, Some(id.to_string())),
            None => (None, None),
        };
        OpenRegistration {
            name,
            kind,
            fields,
            note,
            answered_at,
            region_id: profile.region.map(|id| id.to_string()),
            category_id: category,
            organization_id: organization,
            card_amount: profile.card_amounts.to_string(),
        }
    }
}

/// Opens the link of a question to a registration.
///
/// The link works for a month, until the registration is approved or rejected.
#[utoipa::path(post, path = "/Tenants/registrations/opened", tag = "Tenants", responses((status = OK, body = OpenRegistration)))]
async fn open_registration(
    State(app): AppState,
    extract::Json(form): extract::Json<RegistrationLinkForm>,
) -> Result<impl IntoResponse> {
    let mut fields = Fields::default();
    let code = checked_code(&mut fields, &form.code);
    let code = fields.finish(|| code)?;
    Ok(Json(OpenRegistration::from(questions::open(&app, &code).await?)))
}

/// The fields that were asked for. Other fields keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AnswerForm {
    /// Code from the link in the email.
    code: Option<String>,
    region_id: Option<String>,
    category_id: Option<String>,
    organization_id: Option<String>,
    card_amount: Option<String>,
}

impl AnswerForm {
    fn check(&self) -> Result<(String, Answer), Fields> {
        let mut fields = Fields::default();
        let f = &mut fields;
        let code = checked_code(f, &self.code);
        let region = f.optional::<RegionId>("regionId", "Region/Territory", &self.region_id);
        let category = f.optional::<CategoryId>("categoryId", "Category", &self.category_id);
        let organization = f.optional::<OrganizationId>(
            "organizationId",
            "Organization Type",
            &self.organization_id,
        );
        let amounts = f.optional::<CardAmounts>("cardAmount", "Card Amount", &self.card_amount);
        fields.finish(|| {
            let answer = Answer {
                region: region?,
                category: category?,
                organization: organization?,
                card_amounts: amounts?,
            };
            Some((code?, answer))
        })
    }
}

/// Answers a question to a registration.
///
/// If it is answered several times before the registration is approved or rejected, the last answer counts.
#[utoipa::path(post, path = "/Tenants/registrations/answered", tag = "Tenants", responses((status = NO_CONTENT)))]
async fn answer_registration(
    State(app): AppState,
    client: Client,
    extract::Json(form): extract::Json<AnswerForm>,
) -> Result<StatusCode> {
    let (code, answer) = form.check()?;
    questions::answer(&app, client, &code, answer).await?;
    Ok(StatusCode::NO_CONTENT)
}
