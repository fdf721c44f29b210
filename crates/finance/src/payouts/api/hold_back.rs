//! `/Payouts/hold-back`: the part of payouts that is held back for cards sold lately.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::ViewPayouts;
use access::{
    auth::{Can, FreshProof, second_person::DECIDES},
    idempotency::Once,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    messages::Message,
    page_schema,
    paging::{Page, PageRequest},
    text::Paragraphs,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::Result,
    web::{AppState, calls::routes, extract::Query},
};

use crate::payouts::hold_back::{
    self, MAX_DAYS, MAX_PERCENT, SetTermsRight, Terms, TermsRow, Wanted,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_hold_back_terms))
        .routes(routes!(set_hold_back_terms: [DECIDES]))
}

/// Terms by which payouts are held back, from a day until the next terms begin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HoldBackTerms {
    id: String,
    starts_on: BusinessDate,
    /// Days after the sale during which a card is at risk.
    card_days: i64,
    /// Percentage held back of the amount owed for cards at risk.
    card_percent: i64,
    /// Days after a vendor or charity joined during which all its cards are at risk.
    young_days: i64,
    /// Percentage held back of the amount owed to payees that joined recently.
    young_percent: i64,
    set_at: Timestamp,
    /// Name of the administrator who set the terms; null for managers.
    #[schema(required)]
    set_by_name: Option<String>,
    /// Reason for the terms; null for managers.
    #[schema(required)]
    reason: Option<String>,
}

page_schema! {
    /// A page of terms of the hold-back.
    HoldBackTermsPage of HoldBackTerms
}

impl HoldBackTerms {
    fn of(row: TermsRow, is_for_administrators: bool) -> HoldBackTerms {
        let name = row.setter_first_name.zip(row.setter_last_name);
        let name = name.map(|(first, last)| format!("{first} {last}"));
        HoldBackTerms {
            id: row.id.to_string(),
            starts_on: row.starts_on,
            card_days: row.card_days,
            card_percent: row.card_percent,
            young_days: row.young_days,
            young_percent: row.young_percent,
            set_at: row.set_at,
            set_by_name: name.filter(|_| is_for_administrators),
            reason: Some(row.reason).filter(|_| is_for_administrators),
        }
    }
}

/// Lists hold-back terms, the latest start first.
#[utoipa::path(get, path = "/Payouts/hold-back", tag = "Payouts", responses((status = OK, body = HoldBackTermsPage)))]
async fn list_hold_back_terms(
    who: Can<ViewPayouts>,
    State(app): AppState,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<HoldBackTerms>>> {
    let is_administrator = who.actor.is_administrator();
    let terms = hold_back::list(&app, page).await?;
    Ok(Json(terms.map(|row| HoldBackTerms::of(row, is_administrator))))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HoldBackTermsForm {
    /// First day of the terms: today or later; tomorrow or later if less is held back than before.
    starts_on: Option<String>,
    /// Days after the sale during which a card is at risk, from 0 to 365.
    card_days: Option<i64>,
    /// Percentage held back of the amount owed for cards at risk, from 0 to 100.
    card_percent: Option<i64>,
    /// Days after a vendor or charity joined during which all its cards are at risk, from 0 to 365.
    young_days: Option<i64>,
    /// Percentage held back of the amount owed to payees that joined recently, from 0 to 100.
    young_percent: Option<i64>,
    /// Reason, shown in the audit log and in the email to the administrators.
    reason: Option<String>,
}

impl HoldBackTermsForm {
    fn check(&self) -> Result<Wanted> {
        let mut fields = Fields::default();
        let starts_on = fields.required::<BusinessDate>("startsOn", "First day", &self.starts_on);
        let reason = fields.required::<Paragraphs<500>>("reason", "Reason", &self.reason);
        let mut number = |path: &str, label: &str, given: Option<i64>, max: i64| {
            let number = fields.present(path, label, given)?;
            if (0..=max).contains(&number) {
                return Some(number);
            }
            let message = Message::of(
                format!("Must be between 0 and {max}."),
                format!("Doit être entre 0 et {max}."),
            );
            fields.add(path, message);
            None
        };
        let card_days = number("cardDays", "Days", self.card_days, MAX_DAYS);
        let card_percent = number("cardPercent", "Percentage", self.card_percent, MAX_PERCENT);
        let young_days = number("youngDays", "Days", self.young_days, MAX_DAYS);
        let young_percent = number("youngPercent", "Percentage", self.young_percent, MAX_PERCENT);
        let cards = card_days.zip(card_percent);
        let young = young_days.zip(young_percent);
        let terms =
            cards.zip(young).map(|((card_days, card_percent), (young_days, young_percent))| {
                Terms { card_days, card_percent, young_days, young_percent }
            });
        let (terms, (starts_on, reason)) = fields.finish(|| terms.zip(starts_on.zip(reason)))?;
        Ok(Wanted { terms, starts_on, reason: reason.into() })
    }
}

/// Sets hold-back terms from a day on.
///
/// Terms that hold back less begin tomorrow at the earliest, and all administrators get an email.
#[utoipa::path(post, path = "/Payouts/hold-back", tag = "Payouts", responses((status = OK, body = HoldBackTerms)))]
async fn set_hold_back_terms(
    who: Can<SetTermsRight>,
    _proof: FreshProof,
    State(app): AppState,
    once: Once<HoldBackTermsForm>,
) -> Result<Json<HoldBackTerms>> {
    let (form, call) = once.by(who.actor.person);
    let set = hold_back::set(&app, call, &who.actor, form.check()?).await?;
    Ok(Json(HoldBackTerms::of(set, true)))
}
