//! `/Vendors/{id}/counter-day`: what happened at a shop's counter on a day, for who works there.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{replies::TransactionType, rights::FindCards};
use crate::{
    app::App,
    auth::{Actor, Can, Permission},
    cards::{
        counter_day::{self, Asked},
        day_closing::{self, ClosedDay},
        rules::{self, masked_number},
        store::{CounterKind, LineRow, MovementFilter, MovementRow},
    },
    error::{Error, Result, codes::TOO_MANY_TRIES},
    idempotency::Once,
    kernel::{
        dates::BusinessDate,
        fields::Fields,
        ids::{PersonId, TenantId, TillId},
        messages::Message,
        money::Cents,
        paging::{Page, PageRequest},
        timestamp::Timestamp,
    },
    ledger::TransferKind,
    page_schema,
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
    },
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
    /// Today where none is named.
    #[param(inline)]
    day: Option<BusinessDate>,
    /// Only what was done at this till, or by oneself where it is none. Clerks read nothing else.
    #[serde(default)]
    is_mine: bool,
}

/// What happened at a counter. What was taken is what was redeemed without what was undone.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterSums {
    redeemed_count: i64,
    redeemed: Cents,
    /// Of what was redeemed that day.
    undone_count: i64,
    undone: Cents,
    taken: Cents,
    paid_out_count: i64,
    /// In cash.
    paid_out: Cents,
}

impl CounterSums {
    fn of(row: &LineRow) -> Option<CounterSums> {
        Some(CounterSums {
            redeemed_count: row.redeemed_count,
            redeemed: row.redeemed,
            undone_count: row.undone_count,
            undone: row.undone,
            taken: row.redeemed.checked_sub(row.undone)?,
            paid_out_count: row.paid_out_count,
            paid_out: row.paid_out,
        })
    }

    fn plus(self, other: CounterSums) -> Option<CounterSums> {
        Some(CounterSums {
            redeemed_count: self.redeemed_count.checked_add(other.redeemed_count)?,
            redeemed: self.redeemed.checked_add(other.redeemed)?,
            undone_count: self.undone_count.checked_add(other.undone_count)?,
            undone: self.undone.checked_add(other.undone)?,
            taken: self.taken.checked_add(other.taken)?,
            paid_out_count: self.paid_out_count.checked_add(other.paid_out_count)?,
            paid_out: self.paid_out.checked_add(other.paid_out)?,
        })
    }
}

/// What one person did at one till.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterLine {
    #[schema(required)]
    till_id: Option<String>,
    /// Null where the program did it.
    #[schema(required)]
    person_id: Option<String>,
    /// Null: at none.
    #[schema(required)]
    till: Option<String>,
    /// Empty when their account is gone.
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
    /// Its last four digits.
    card_number: String,
    transaction_type: TransactionType,
    amount: Cents,
    date: Timestamp,
    clerk: String,
    #[schema(required)]
    till: Option<String>,
    is_reversed: bool,
    /// For so many seconds may who asks reverse it themselves.
    undo_seconds: u64,
}

/// A day at a shop's counter.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CounterDay {
    day: BusinessDate,
    /// The day that the shop's clocks show now.
    today: BusinessDate,
    /// When these figures were read.
    read_at: Timestamp,
    total: CounterSums,
    /// By till and person, the tills by their names.
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
    /// A page of what happened at a counter.
    CounterMovementPage of CounterMovement
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct MovementsQuery {
    #[param(inline)]
    till_id: Option<TillId>,
    /// Only what was done at no till.
    #[serde(default)]
    at_no_till: bool,
    /// Who did it.
    #[param(inline)]
    person_id: Option<PersonId>,
    #[param(inline)]
    kind: Option<CounterKind>,
}

/// The redemptions and cash-outs of a day at a shop's counter, the newest first: of all, of a till, of a person, or of a kind.
/// Clerks list what was done at the till where they signed in, or what they did themselves.
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
    let found = counter_day::list(&app, &who.actor, who.scope, asked, (filter, page)).await?;
    Ok(Json(found.map(|row| CounterMovement::new(row, &who.actor, now))))
}

/// What was redeemed, undone and paid out in cash at a shop's counter on a day by its own clocks, by till and person. Managers and
/// administrators read all of it; clerks what was done at the till where they signed in, or what they did themselves.
#[utoipa::path(get, path = "/Vendors/{id}/counter-day", tag = "Vendors", responses((status = OK, body = CounterDay)))]
async fn read_counter_day(
    who: Can<FindCards>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    Query(query): Query<DayQuery>,
) -> Result<Json<CounterDay>> {
    let now = app.clock.now();
    let asked = Asked { vendor: id, day: query.day, is_mine: query.is_mine };
    let found = counter_day::read(&app, &who.actor, who.scope, asked).await?;
    let too_large = || Error::Internal("a sum too large".to_owned());
    let (mut total, mut lines) = (CounterSums::default(), Vec::new());
    for row in found.lines {
        let sums = CounterSums::of(&row).ok_or_else(too_large)?;
        total = total.plus(sums).ok_or_else(too_large)?;
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

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosingForm {
    /// The day to close. Today by the shop's clocks if it is missing.
    day: Option<BusinessDate>,
    /// The cash payouts that were counted in the drawer, if somebody has counted them.
    counted: Option<Cents>,
}

/// Closes a day at a shop's counter: its managers are mailed the sums and the difference of the drawer, unless the counter's
/// settings say otherwise. A manager closes the whole day, a clerk that of their till, or their own.
#[utoipa::path(post, path = "/Vendors/{id}/counter-day/closed", tag = "Vendors", responses((status = OK, body = ClosedDay)))]
async fn close_counter_day(
    who: Can<FindCards>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    once: Once<ClosingForm>,
) -> Result<Json<ClosedDay>> {
    let (ClosingForm { day, counted }, named) = once.by(who.actor.person);
    if counted.is_some_and(|counted| counted.is_negative() || counted > Cents::LARGEST) {
        let message =
            Message::new("Must be an amount of at least 0.", "Doit être un montant d’au moins 0.");
        return Err(Error::Invalid(Fields::one("counted", message)));
    }
    let asked = Asked { vendor: id, day, is_mine: false };
    Ok(Json(day_closing::close(&app, who.actor, who.scope, named, (asked, counted)).await?))
}
