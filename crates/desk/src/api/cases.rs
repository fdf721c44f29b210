//! The timeline of a case, and administrators' notes on it.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::HelpCustomers;
use access::{
    audit::{AuditEntry, Author, named},
    auth::{Actor, Can},
    idempotency::Once,
};
use cards::Note;
use kernel::{
    cursor::Cursor,
    fields::Fields,
    ids::{NoteId, PersonId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use mail::SentMailRow;
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::routes,
        extract::{Path, Query},
    },
};

use crate::cases::{
    self, CaseKind, Event, GiftEventKind, GiftEventRow, Happened, MovementRow, Named, NoteRow,
    Timeline,
};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_timeline))
        .routes(routes!(add_note))
        .routes(routes!(strike_note_out))
}

/// A transfer on a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaseMovement {
    kind: TransferKind,
    card_id: String,
    card_number: String,
    /// Amount of the transfer; negative if it reduced the balance of the card.
    amount: Cents,
    /// Balance of the card after the transfer.
    balance: Cents,
    #[schema(required)]
    reason: Option<String>,
    /// Id of the person who moved the money; null if the system did.
    #[schema(required)]
    actor_id: Option<String>,
    #[schema(required)]
    actor_name: Option<String>,
    /// Name of the till; null if the transfer was not made at a till.
    #[schema(required)]
    till: Option<String>,
}

impl From<MovementRow> for CaseMovement {
    fn from(row: MovementRow) -> Self {
        CaseMovement {
            kind: row.kind,
            card_id: row.card_id.to_string(),
            card_number: cards::masked_number(&row.last_four),
            amount: row.amount,
            balance: row.balance,
            reason: row.reason,
            actor_id: PersonId::parse(&row.actor).map(|id| id.to_string()),
            actor_name: named(row.actor_name),
            till: row.till,
        }
    }
}

/// Event of a gift: the recipient opened or claimed it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaseGiftEvent {
    kind: GiftEventKind,
    card_id: String,
    card_number: String,
}

impl From<GiftEventRow> for CaseGiftEvent {
    fn from(row: GiftEventRow) -> Self {
        CaseGiftEvent {
            kind: row.kind,
            card_id: row.card_id.to_string(),
            card_number: cards::masked_number(&row.last_four),
        }
    }
}

/// Delivery status of an email.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum MailState {
    /// A mail server accepted the email.
    Sent,
    /// No mail server accepted the email yet; sending is retried.
    Retrying,
    /// The program gave up sending the email.
    Failed,
    /// The server that accepted the email reported later that it could not be delivered.
    Bounced,
}

/// An email about a case.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaseMail {
    /// Whether an administrator must act: sending was given up, or the email bounced.
    is_open: bool,
    /// Id of the email in the list of undelivered mail.
    id: String,
    /// Name of the letter: `card`, `gift`, `receipt` and so on.
    letter: String,
    /// Masked email address of the recipient.
    to: String,
    state: MailState,
    /// Bounce status of the email, as a code of RFC 3463; null if it did not bounce.
    #[schema(required)]
    bounce_status: Option<String>,
}

impl From<SentMailRow> for CaseMail {
    fn from(row: SentMailRow) -> Self {
        let state = match (row.sent_at, row.is_waiting) {
            _ if row.bounce_status.is_some() => MailState::Bounced,
            (Some(_), _) => MailState::Sent,
            (None, true) => MailState::Retrying,
            (None, false) => MailState::Failed,
        };
        CaseMail {
            is_open: match state {
                MailState::Failed => row.is_dead,
                MailState::Bounced => row.bounce_closed_at.is_none(),
                MailState::Sent | MailState::Retrying => false,
            },
            id: row.mail_id.to_string(),
            letter: row.letter,
            to: row.recipient,
            state,
            bounce_status: row.bounce_status,
        }
    }
}

/// Note of an administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaseNote {
    id: String,
    /// Kind of record that the note is about. The timeline of an order includes the notes about its cards.
    about: CaseKind,
    /// Text of the note; empty once the account that it is about is closed.
    text: String,
    created_at: Timestamp,
    author_id: String,
    #[schema(required)]
    author_name: Option<String>,
    #[schema(required)]
    struck_out_at: Option<Timestamp>,
    #[schema(required)]
    struck_out_by_name: Option<String>,
}

impl From<NoteRow> for CaseNote {
    fn from(row: NoteRow) -> Self {
        CaseNote {
            id: row.id.to_string(),
            about: row.subject_kind,
            text: row.text,
            created_at: row.created_at,
            author_id: row.created_by.to_string(),
            author_name: named(row.author_name),
            struck_out_at: row.struck_out_at,
            struck_out_by_name: named(row.struck_out_by_name),
        }
    }
}

/// An event of a case. Exactly one of the properties after `at` is set.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaseEvent {
    id: String,
    at: Timestamp,
    #[schema(required)]
    audited: Option<AuditEntry>,
    #[schema(required)]
    moved: Option<CaseMovement>,
    #[schema(required)]
    gift: Option<CaseGiftEvent>,
    #[schema(required)]
    mailed: Option<CaseMail>,
    #[schema(required)]
    noted: Option<CaseNote>,
}

impl CaseEvent {
    fn new(event: Event, reader: &Actor) -> CaseEvent {
        let Event { id, at, happened } = event;
        let (audited, moved, gift, mailed, noted) = (None, None, None, None, None);
        let none = CaseEvent { id, at, audited, moved, gift, mailed, noted };
        match happened {
            Happened::Audited(row) => {
                CaseEvent { audited: Some(AuditEntry::new(*row, reader)), ..none }
            }
            Happened::Moved(row) => CaseEvent { moved: Some(row.into()), ..none },
            Happened::Gift(row) => CaseEvent { gift: Some(row.into()), ..none },
            Happened::Mailed(row) => CaseEvent { mailed: Some(row.into()), ..none },
            Happened::Noted(row) => CaseEvent { noted: Some(row.into()), ..none },
        }
    }
}

/// A part of a timeline.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CaseTimeline {
    items: Vec<CaseEvent>,
    /// Value of `before` for the next part; null on the last part.
    #[schema(required, value_type = Option<String>)]
    next: Option<Cursor>,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct TimelineQuery {
    /// Value of `next` in the previous part, to continue from there.
    #[param(value_type = Option<String>)]
    before: Option<Cursor>,
}

/// Reads the timeline of a case, the newest event first.
///
/// Actions, transfers, gifts, emails and notes of a card, an order, a person, a vendor or a charity.
#[utoipa::path(get, path = "/Helpdesk/cases/{kind}/{id}/timeline", tag = "Helpdesk",
    responses((status = OK, body = CaseTimeline)))]
async fn get_timeline(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path((kind, id)): Path<(CaseKind, String)>,
    Query(query): Query<TimelineQuery>,
) -> Result<Json<CaseTimeline>> {
    let author = Author::of(&who.actor);
    let found = cases::timeline(&app, author, Named { kind, id }, query.before).await?;
    let Timeline { events, next } = found;
    let items = events.into_iter().map(|event| CaseEvent::new(event, &who.actor)).collect();
    Ok(Json(CaseTimeline { items, next }))
}

#[derive(Deserialize, ToSchema)]
struct NoteForm {
    /// Text of at most 2,000 characters, without a card's code.
    text: Option<String>,
}

/// Adds a note to a case.
///
/// Notes are for colleagues. They can be struck out, but not deleted.
#[utoipa::path(post, path = "/Helpdesk/cases/{kind}/{id}/notes", tag = "Helpdesk", responses((status = OK, body = CaseNote)))]
async fn add_note(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path((kind, id)): Path<(CaseKind, String)>,
    once: Once<NoteForm>,
) -> Result<Json<CaseNote>> {
    let (form, call) = once.by(who.actor.person);
    let mut fields = Fields::default();
    let text = fields.required::<Note>("text", "Note", &form.text);
    let text = fields.finish(|| text)?.into();
    let note = cases::add_note(&app, who.actor.person, call, Named { kind, id }, text).await?;
    Ok(Json(note.into()))
}

/// Strikes out a note.
///
/// A repeated call changes nothing.
#[utoipa::path(put, path = "/Helpdesk/notes/{id}/struck-out", tag = "Helpdesk", responses((status = OK, body = CaseNote)))]
async fn strike_note_out(
    who: Can<HelpCustomers>,
    State(app): AppState,
    Path(id): Path<NoteId>,
) -> Result<Json<CaseNote>> {
    Ok(Json(cases::strike_note_out(&app, who.actor.person, id).await?.into()))
}
