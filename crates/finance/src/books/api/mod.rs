//! `/Books/…`: calls for administrators and their accountant to read the books and close months.

mod bank_accounts;
mod files;
mod replies;

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{CardsOf, store::cash_outs};
use access::auth::{
    Actor, Can, FreshProof, Permission, Right,
    errors::{PROOF_REQUIRED, TOO_MUCH_READ},
};
use kernel::{
    date_range::{DateFilter, DateRange},
    dates::BusinessDate,
    fields::Fields,
    messages::Message,
    months::BusinessMonth,
    paging::PageRequest,
};
use ledger::TransferKind;
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        errors::CHANGED_MEANWHILE,
        extract::{self, Query},
    },
};

use crate::reports::{self, AsOf, CardType, Wanted};

use replies::{
    BookMonth, BookMonths, CashOutsReport, JournalPage, OutstandingReport, TrialBalance,
    UnclaimedGiftsReport,
};

/// The right to read the books and to close their months.
struct KeepBooks;

impl Right for KeepBooks {
    const PERMISSION: Permission = Permission::KeepBooks;
    type Scope = ();

    fn scope(_: &Actor) {}
}

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(read_trial_balance))
        .routes(routes!(read_journal: TOO_MUCH_READ PROOF_REQUIRED))
        .routes(routes!(read_outstanding))
        .routes(routes!(read_unclaimed_gifts))
        .routes(routes!(read_cash_outs))
        .routes(routes!(list_book_months))
        .routes(routes!(close_book_month: CHANGED_MEANWHILE))
        .merge(files::routes())
        .merge(bank_accounts::routes())
}

/// Default rows per page, so that all but very long reports fit on one page.
const ROWS: u32 = 1000;

/// Reads a report of the books and the ledger's position in one snapshot.
async fn read_as_of<T: Send + 'static>(
    app: &App,
    read: impl Fn(&mut db::Tx<'_>) -> Result<T> + Send + 'static,
) -> Result<AsOf<T>> {
    app.db
        .bulk()
        .read(move |tx| {
            let report = read(tx)?;
            reports::as_of_now(tx, report)
        })
        .await
}

/// Reads the trial balance of a period.
///
/// A closed month shows the figures that were stored when it was closed.
#[utoipa::path(get, path = "/Books/trial-balance", tag = "Books", responses((status = OK, body = TrialBalance)))]
async fn read_trial_balance(
    _: Can<KeepBooks>,
    State(app): AppState,
    page: extract::Page,
    Query(days): Query<DateFilter>,
) -> Result<AsOf<TrialBalance>> {
    let (days, language) = (days.range()?, page.language);
    let read = move |tx: &mut db::Tx<'_>| {
        let balance = super::trial_balance(tx, days)?;
        let banks = super::bank_balances(tx, &balance.accounts, days, language)?;
        Ok((balance, banks))
    };
    let balance = read_as_of(&app, read).await?;
    balance.try_map(|(balance, banks)| TrialBalance::of(balance, &banks))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct KindQuery {
    /// Only transfers of this kind.
    #[param(inline)]
    kind: Option<TransferKind>,
}

/// Lists all transfers of a period with their entries.
///
/// The earliest comes first. A correction names the earlier month that it corrects. A page has 1,000 transfers unless
/// `pageSize` is smaller.
#[utoipa::path(get, path = "/Books/journal", tag = "Books", responses((status = OK, body = JournalPage)))]
async fn read_journal(
    _: Can<KeepBooks>,
    State(app): AppState,
    Query(query): Query<KindQuery>,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
    said_in: extract::Page,
) -> Result<AsOf<JournalPage>> {
    let (days, page) = (days.range()?, page.or_size(ROWS));
    let read = move |tx: &mut db::Tx<'_>| {
        let journal = super::journal(tx, days, query.kind, page)?;
        Ok((journal, super::bank_accounts::all(tx, said_in.language)?))
    };
    let journal = read_as_of(&app, read).await?;
    journal.try_map(|(journal, banks)| JournalPage::of(journal, &banks))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct AsOfQuery {
    /// Day at whose end the balances are read; today by default.
    #[param(inline)]
    day: Option<BusinessDate>,
}

impl AsOfQuery {
    fn day(&self, app: &App) -> BusinessDate {
        self.day.unwrap_or_else(|| BusinessDate::today(&app.clock))
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CardTypeQuery {
    /// Kind of the cards: 0 for all, 1 with a cause, 2 without one.
    card_type: Option<i64>,
}

/// Reports card balances at the end of a day.
///
/// For each vendor: cards sold and redeemed until then, and the balance by age of the cards. A page has 1,000 vendors unless
/// `pageSize` is smaller.
#[utoipa::path(get, path = "/Books/outstanding", tag = "Books", responses((status = OK, body = OutstandingReport)))]
async fn read_outstanding(
    _: Can<KeepBooks>,
    State(app): AppState,
    Query(query): Query<AsOfQuery>,
    Query(brand): Query<CardTypeQuery>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<OutstandingReport>> {
    let card_type = CardType::from_number(brand.card_type.unwrap_or(0)).ok_or_else(|| {
        Fields::one("cardType", Message::new("Must be 0, 1 or 2.", "Doit être 0, 1 ou 2."))
    })?;
    let day = query.day(&app);
    let wanted = Wanted {
        tenant: None,
        campaign: None,
        card_type,
        days: DateRange::until(day),
        page: page.or_size(ROWS),
        kind: None,
    };
    let cards = match card_type.has_cause() {
        None => CardsOf::All,
        Some(has_cause) => CardsOf::Brand { has_cause },
    };
    let read = move |tx: &mut db::Tx<'_>| {
        Ok((reports::of_vendors(tx, &wanted)?, super::ages(tx, day, cards)?))
    };
    read_as_of(&app, read).await?.try_map(|(vendors, ages)| OutstandingReport::of(vendors, ages))
}

/// Reports balances of unclaimed gifts.
///
/// The balances are those at the end of a day, by age of the gifts. A page has 1,000 vendors unless
/// `pageSize` is smaller.
#[utoipa::path(get, path = "/Books/unclaimed-gifts", tag = "Books", responses((status = OK, body = UnclaimedGiftsReport)))]
async fn read_unclaimed_gifts(
    _: Can<KeepBooks>,
    State(app): AppState,
    Query(query): Query<AsOfQuery>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<UnclaimedGiftsReport>> {
    let day = query.day(&app);
    let ages = read_as_of(&app, move |tx| super::ages(tx, day, CardsOf::UnclaimedGifts)).await?;
    ages.try_map(|ages| UnclaimedGiftsReport::of(ages, page.or_size(ROWS)))
}

/// Reports cash paid out by vendors in a period.
///
/// A page has 1,000 vendors unless `pageSize` is smaller.
#[utoipa::path(get, path = "/Books/cash-outs", tag = "Books", responses((status = OK, body = CashOutsReport)))]
async fn read_cash_outs(
    _: Can<KeepBooks>,
    State(app): AppState,
    Query(days): Query<DateFilter>,
    Query(page): Query<PageRequest>,
) -> Result<AsOf<CashOutsReport>> {
    let (from, until) = days.range()?.moments();
    let sums = read_as_of(&app, move |tx| cash_outs::by_vendor(tx, from, until)).await?;
    sums.try_map(|sums| CashOutsReport::of(sums, page.or_size(ROWS)))
}

/// Lists the months of the ledger, the newest first.
#[utoipa::path(get, path = "/Books/months", tag = "Books", responses((status = OK, body = BookMonths)))]
async fn list_book_months(_: Can<KeepBooks>, State(app): AppState) -> Result<Json<BookMonths>> {
    let now = app.clock.now();
    let months = app.db.bulk().read(move |tx| super::list_months(tx, now)).await?;
    Ok(Json(BookMonths { items: months.into_iter().map(BookMonth::of).collect() }))
}

#[derive(Deserialize, ToSchema)]
struct CloseMonthForm {
    /// Month to close, such as `2026-03`. The month must be over, and all earlier months closed.
    month: Option<String>,
}

/// Closes a month.
///
/// Nothing can be posted to a closed month, unless two administrators reopen it. Later corrections are posted on the day they are made. Closing a closed month
/// changes nothing.
#[utoipa::path(post, path = "/Books/months", tag = "Books", responses((status = OK, body = BookMonth)))]
async fn close_book_month(
    who: Can<KeepBooks>,
    _proof: FreshProof,
    State(app): AppState,
    extract::Json(form): extract::Json<CloseMonthForm>,
) -> Result<Json<BookMonth>> {
    let mut fields = Fields::default();
    let month = fields.required::<BusinessMonth>("month", "Month", &form.month);
    let month = fields.finish(|| month)?;
    let closed = super::close_month(&app, &who.actor, month).await?;
    Ok(Json(BookMonth::of_closed(closed)))
}
