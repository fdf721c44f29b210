//! Gift lists in the cart.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::{forms::key_of, replies::CartReply};
use access::auth::SignedIn;
use cards::SendWish;
use kernel::{
    fields::Fields,
    ids::{CampaignId, GiftListId, TenantId},
    language::Language,
    messages,
    money::Cents,
    names::GiftName,
    text::Paragraphs,
};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{self, Page, Path},
        sizes::MAX_LIST,
    },
};

use crate::carts::{
    ListPreview, ListRow, MAX_TABLE_BYTES, NewList, Shared, errors::CART_FROZEN, lists,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(preview_list))
        .routes(routes!(add_list: CART_FROZEN))
        .routes(routes!(remove_list: CART_FROZEN))
        .layer(DefaultBodyLimit::max(MAX_LIST))
}

/// A table of recipients, with the values of rows whose own cell is empty.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftListForm {
    vendor_id: Option<TenantId>,
    campaign_id: Option<CampaignId>,
    /// The table in base64: a CSV file, or cells pasted from a spreadsheet. The first row has the
    /// headings Name, Email, Amount, Message and Day, in English or French and in any order.
    #[schema(format = Byte)]
    table: Option<String>,
    /// Amount of rows without one.
    amount: Option<Cents>,
    /// Message of rows without one.
    message: Option<String>,
    /// Day on which to email the gifts of rows without one. Without it, they are emailed at once.
    send_on: Option<String>,
    /// Hour of that day, 0 to 23; 9 without it.
    send_hour: Option<i64>,
    /// IANA time zone of the recipients; that of the shop without it.
    send_zone: Option<String>,
    /// Name of the giver, such as that of a company. Required to add the list.
    from: Option<String>,
    /// Client-chosen key of the list. A list that is sent again with the same key is not added twice.
    key: Option<String>,
}

impl GiftListForm {
    fn check(&self, fields: &mut Fields) -> Option<NewList> {
        let vendor = fields.present("vendorId", "Vendor", self.vendor_id);
        let given = self.table.as_deref().unwrap_or_default();
        let table = match given.len() > MAX_TABLE_BYTES * 2 {
            true => None,
            false => BASE64_STANDARD.decode(given).ok(),
        };
        if table.is_none() {
            fields.add("table", messages::UNREADABLE);
        }
        if self.amount.is_some_and(|amount| !amount.is_positive()) {
            fields.add("amount", messages::VALUE_TOO_SMALL);
        }
        let message = fields.optional::<Paragraphs<500>>("message", "Message", &self.message);
        let send = SendWish::check(fields, &self.send_on, self.send_hour, &self.send_zone);
        let shared =
            Shared { amount: self.amount, message: message?.map(String::from), send: send? };
        Some(NewList { vendor: vendor?, campaign: self.campaign_id, table: table?, shared })
    }
}

/// A list before it is added to the cart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GiftListPreview)]
struct PreviewReply {
    /// All rows, in the order of the table.
    rows: Vec<GiftListRow>,
    /// Headings that were not understood. Their columns are ignored.
    unknown_headings: Vec<String>,
    /// Sum of the rows without problems.
    total: Cents,
}

/// A row of a list, as it was written.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftListRow {
    /// Line of the table, from 1.
    line: u64,
    /// Name of the recipient.
    to: String,
    /// Email address of the recipient.
    email: String,
    /// Amount as it was written; empty for that of the list.
    amount: String,
    /// Message to the recipient; empty for that of the list.
    message: String,
    /// Day as it was written; empty for that of the list.
    day: String,
    /// Whether an earlier row has the same address.
    is_repeated: bool,
    /// Problems by the name of the cell; empty if the row can be added.
    problems: BTreeMap<String, String>,
}

impl PreviewReply {
    fn new(list: ListPreview, language: Language) -> Result<PreviewReply> {
        let total = list.total()?;
        let rows = list.rows.into_iter().map(|row| GiftListRow::new(row, language));
        Ok(PreviewReply { rows: rows.collect(), unknown_headings: list.unknown, total })
    }
}

impl GiftListRow {
    fn new(row: ListRow, language: Language) -> GiftListRow {
        let ListRow { line, to, email, amount, message, day, is_repeated, problems, .. } = row;
        let problems = problems.said_in(language);
        GiftListRow { line, to, email, amount, message, day, is_repeated, problems }
    }
}

/// A list in the cart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftList {
    id: String,
    /// Number of gifts in the list.
    cards: i64,
    total: Cents,
}

/// Checks a list of recipients for gifts.
///
/// Reads the table and returns its rows with their problems. Nothing is stored.
#[utoipa::path(post, path = "/Carts/lists/preview", tag = "Carts",
    responses((status = OK, body = PreviewReply)))]
async fn preview_list(
    _buyer: SignedIn,
    State(app): AppState,
    page: Page,
    extract::Json(form): extract::Json<GiftListForm>,
) -> Result<Json<PreviewReply>> {
    let mut fields = Fields::default();
    let list = form.check(&mut fields);
    let list = fields.finish(|| list)?;
    PreviewReply::new(lists::preview(&app, list).await?, page.language).map(Json)
}

/// Adds a list of gifts to your cart.
///
/// Adds one gift for each row of the table. If one row has a problem, nothing is added, and the error
/// names the row as `rows[0]`, from 0.
#[utoipa::path(post, path = "/Carts/lists", tag = "Carts", responses((status = OK, body = GiftList)))]
async fn add_list(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<GiftListForm>,
) -> Result<Json<GiftList>> {
    let mut fields = Fields::default();
    let list = form.check(&mut fields);
    let from = fields.required::<GiftName>("from", "From", &form.from);
    let key = key_of(&mut fields, form.key.as_ref());
    let (list, from) = fields.finish(|| Some((list?, from?)))?;
    let added = lists::add(&app, &actor, list, from.to_string(), key.cloned()).await?;
    Ok(Json(GiftList { id: added.id.to_string(), cards: added.cards, total: added.total }))
}

/// Removes a list of gifts from your cart.
///
/// Returns the rest of the cart.
#[utoipa::path(delete, path = "/Carts/lists/{id}", tag = "Carts",
    responses((status = OK, body = CartReply)))]
async fn remove_list(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    page: Page,
    Path(id): Path<GiftListId>,
) -> Result<Json<CartReply>> {
    let cart = lists::remove(&app, &actor, id).await?;
    CartReply::new(cart, &app.secrets, page.language).map(Json)
}
