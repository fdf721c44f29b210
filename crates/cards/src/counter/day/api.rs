//! `/Vendors/{id}/counter-day`: totals and events of a day at a shop's counter, for its staff.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use access::{
    auth::{Actor, Can, Permission},
    idempotency::Once,
};
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    ids::{PersonId, TenantId, TillId},
    messages::Message,
    money::Cents,
    page_schema,
    paging::{Page, PageRequest},
    sums::Overflow,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use platform::{
    app::App,
    error::{Error, Result, codes::TOO_MANY_TRIES},
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
    },
};

use super::{Asked, closing};
use crate::{
    card::masked_number,
    counter::{
        day::{
            self,
            closing::ClosedDay,
            store::{CounterKind, LineRow, MovementFilter, MovementRow},
        },
        rights::FindCards,
        rules,
    },
    wallet::api::TransactionType,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(read_counter_day))
        .routes(routes!(list_counter_movements))
        .routes(routes!(close_counter_day: TOO_MANY_TRIES))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct DayQuery {
    /// Day to read; today if it is left out.
    #[param(inline)]
    day: Option<BusinessDate>,
    /// Whether to include only events at your till, or your own events if you are at no till. Always true for clerks.
    #[serde(default)]
    is_mine: bool,
}

/// Totals of a counter. `taken` is the sum of the redemptions less the reversals.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterSums {
    redeemed_count: i64,
    redeemed: Cents,
    /// Number of reversals made on that day.
    undone_count: i64,
    undone: Cents,
    taken: Cents,
    paid_out_count: i64,
    /// Sum of the cash-outs.
    paid_out: Cents,
}

impl CounterSums {
    fn of(row: &LineRow) -> Result<CounterSums, Overflow> {
        Ok(CounterSums {
            redeemed_count: row.redeemed_count,
            redeemed: row.redeemed,
            undone_count: row.undone_count,
            undone: row.undone,
            taken: row.redeemed.checked_sub(row.undone)?,
            paid_out_count: row.paid_out_count,
            paid_out: row.paid_out,
        })
    }
}

kernel::adds_up! {
    CounterSums {
        redeemed_count, redeemed, undone_count, undone, taken, paid_out_count, paid_out,
    }
}

/// Totals of one person at one till.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterLine {
    #[schema(required)]
    till_id: Option<String>,
    /// Id of the person; null if the system acted.
    #[schema(required)]
    person_id: Option<String>,
    /// Name of the till; null for events at no till.
    #[schema(required)]
    till: Option<String>,
    /// Name of the clerk; empty if the account is gone.
    clerk: String,
    #[serde(flatten)]
    sums: CounterSums,
}

/// A redemption or a cash-out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterMovement {
    id: String,
    card_id: String,
    /// Last four digits of the card number.
    card_number: String,
    transaction_type: TransactionType,
    amount: Cents,
    date: Timestamp,
    clerk: String,
    #[schema(required)]
    till: Option<String>,
    is_reversed: bool,
    /// Seconds during which the caller can still reverse the redemption without a manager.
    undo_seconds: u64,
}

/// A day at a shop's counter.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterDay {
    day: BusinessDate,
    /// Today in the shop's time zone.
    today: BusinessDate,
    /// Time at which these figures were read.
    read_at: Timestamp,
    total: CounterSums,
    /// Totals by till and person, sorted by the name of the till.
    lines: Vec<CounterLine>,
    /// The last five redemptions and cash-outs.
    newest: Vec<CounterMovement>,
}

fn name(first: Option<String>, last: Option<String>) -> String {
    let words: Vec<String> = [first, last].into_iter().flatten().collect();
    words.join(" ").trim().to_owned()
}

impl CounterMovement {
    fn new(row: MovementRow, reader: &Actor, now: Timestamp) -> CounterMovement {
        let may_undo = row.kind == TransferKind::Redemption
            && !row.is_reversed
            && !reader.is_administrator()
            && reader.may(Permission::UndoRedemptions)
            && row.actor == reader.person.to_string();
        let undo_left = may_undo.then(|| rules::undo_left(row.created_at, now));
        CounterMovement {
            id: row.id.to_string(),
            card_id: row.card_id.to_string(),
            card_number: masked_number(&row.last_four),
            transaction_type: row.kind.into(),
            amount: row.amount,
            date: row.created_at,
            clerk: name(row.first_name, row.last_name),
            till: row.till,
            is_reversed: row.is_reversed,
            undo_seconds: undo_left.unwrap_or_default().as_secs(),
        }
    }
}

page_schema! {
    /// A page of events at a counter.
    CounterMovementPage of CounterMovement
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct MovementsQuery {
    #[param(inline)]
    till_id: Option<TillId>,
    /// Only events at no till.
    #[serde(default)]
    at_no_till: bool,
    /// Only events of this person.
    #[param(inline)]
    person_id: Option<PersonId>,
    #[param(inline)]
    kind: Option<CounterKind>,
}

/// Lists a day's redemptions and cash-outs at a counter.
///
/// The newest comes first. Clerks see only those at their till or, if they are at no till, their
/// own.
#[utoipa::path(get, path = "/Vendors/{id}/counter-day/movements", tag = "Vendors",
    responses((status = OK, body = CounterMovementPage)))]
async fn list_counter_movements(
    who: Can<FindCards>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    Query(day): Query<DayQuery>,
    Query(query): Query<MovementsQuery>,
    Query(page): Query<PageRequest>,
) -> Result<Json<Page<CounterMovement>>> {
    let asked = Asked { vendor: id, day: day.day, is_mine: day.is_mine };
    let MovementsQuery { till_id, at_no_till, person_id, kind } = query;
    let filter = MovementFilter { till: till_id, at_no_till, person: person_id, kind };
    let now = app.clock.now();
    let found = day::list(&app, &who.actor, who.scope, asked, (filter, page)).await?;
    Ok(Json(found.map(|row| CounterMovement::new(row, &who.actor, now))))
}

/// Reads the totals of a day at a shop's counter.
///
/// Redemptions, reversals and cash-outs by till and person. Managers and administrators see the
/// whole day; clerks see only their till or, if they are at no till, their own events.
#[utoipa::path(get, path = "/Vendors/{id}/counter-day", tag = "Vendors", responses((status = OK, body = CounterDay)))]
async fn read_counter_day(
    who: Can<FindCards>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    Query(query): Query<DayQuery>,
) -> Result<Json<CounterDay>> {
    let now = app.clock.now();
    let asked = Asked { vendor: id, day: query.day, is_mine: query.is_mine };
    let found = day::read(&app, &who.actor, who.scope, asked).await?;
    let (mut total, mut lines) = (CounterSums::default(), Vec::new());
    for row in found.lines {
        let sums = CounterSums::of(&row)?;
        total = total.checked_add(sums)?;
        lines.push(CounterLine {
            till_id: row.till_id.map(|id| id.to_string()),
            person_id: PersonId::parse(&row.actor).map(|id| id.to_string()),
            till: row.till,
            clerk: name(row.first_name, row.last_name),
            sums,
        });
    }
    let newest = found.newest.into_iter();
    let newest = newest.map(|row| CounterMovement::new(row, &who.actor, now)).collect();
    let (day, today) = (found.day, found.today);
    Ok(Json(CounterDay { day, today, read_at: now, total, lines, newest }))
}

/// Closing of a day at the counter.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosingForm {
    /// Day to close. Today in the shop's time zone if it is left out.
    day: Option<BusinessDate>,
    /// Sum of the cash payouts as counted in the drawer; null if they were not counted.
    counted: Option<Cents>,
}

/// Closes a day at a shop's counter.
///
/// The managers get an email with the sums and the difference in the drawer, unless the settings of
/// the counter switch it off. A manager closes the whole day. A clerk closes the part of their till
/// or, if they are at no till, their own part.
#[utoipa::path(post, path = "/Vendors/{id}/counter-day/closed", tag = "Vendors", responses((status = OK, body = ClosedDay)))]
async fn close_counter_day(
    who: Can<FindCards>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    once: Once<ClosingForm>,
) -> Result<Json<ClosedDay>> {
    let (ClosingForm { day, counted }, named) = once.by(who.actor.person);
    if counted.is_some_and(|counted| counted.is_negative() || counted > Cents::MAX) {
        let message =
            Message::new("Must be an amount of at least 0.", "Doit être un montant d’au moins 0.");
        return Err(Error::Invalid(Fields::one("counted", message)));
    }
    let asked = Asked { vendor: id, day, is_mine: false };
    Ok(Json(closing::close(&app, who.actor, who.scope, named, (asked, counted)).await?))
}
