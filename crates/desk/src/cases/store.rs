//! Rows of notes, and the events of cards and orders for a timeline.

use db::{Rows, ToValue, Tx, Value, params, rows};

use super::{CaseKind, Named};
use kernel::{
    cursor::Cursor,
    ids::{CardId, NoteId, OrderId, PersonId, TenantId, TransferId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use people::identity::{join_then, name_then};
use platform::error::Result;

db::row! {
    pub struct CardOfCase {
        pub order_id: OrderId,
        pub vendor_id: TenantId,
        pub holder_id: PersonId,
    }
}

pub fn find_card(tx: &mut Tx<'_>, id: &str) -> Result<Option<CardOfCase>> {
    Ok(tx.first(
        "SELECT k.order_id, k.vendor_id, COALESCE(k.owner_id, k.buyer_id) FROM card k WHERE k.id = $1",
        params![id],
    )?)
}

pub struct OrderOfCase {
    pub person_id: PersonId,
    pub cart_id: String,
    pub cards: Vec<String>,
}

pub fn find_order(tx: &mut Tx<'_>, id: &str) -> Result<Option<OrderOfCase>> {
    let order = "SELECT person_id, cart_id FROM orders WHERE id = $1";
    let cards = "SELECT id FROM card WHERE order_id = $1 ORDER BY id";
    let (order, cards) = tx.ask((
        rows::<(PersonId, String)>(order, params![id]).first(),
        rows::<(String,)>(cards, params![id]),
    ))?;
    let Some((person_id, cart_id)) = order else { return Ok(None) };
    let cards = cards.into_iter().map(|(card,)| card).collect();
    Ok(Some(OrderOfCase { person_id, cart_id, cards }))
}

pub fn find_person(tx: &mut Tx<'_>, id: &str) -> Result<Option<PersonId>> {
    let found: Option<(PersonId,)> =
        tx.first("SELECT id FROM person WHERE id = $1", params![id])?;
    Ok(found.map(|(id,)| id))
}

db::row! {
    /// A note, with the names of its author and of the person who struck it out.
    #[derive(Clone, Debug)]
    pub struct NoteRow {
        pub id: NoteId,
        pub subject_kind: CaseKind,
        pub text: String,
        pub created_at: Timestamp,
        pub created_by: PersonId,
        pub author_name: Option<String>,
        pub struck_out_at: Option<Timestamp>,
        pub struck_out_by_name: Option<String>,
    }
}

const NOTES: &str = concat!(
    "SELECT n.id, n.subject_kind, n.text, n.created_at, n.created_by, ",
    name_then!("w"),
    ", n.struck_out_at, ",
    name_then!("s"),
    " FROM case_note n ",
    join_then!("w", "n.created_by", "n.created_at"),
    " ",
    join_then!("s", "n.struck_out_by", "n.struck_out_at")
);

pub fn insert_note(
    tx: &mut Tx<'_>,
    id: NoteId,
    about: &Named,
    text: &str,
    by: PersonId,
    now: Timestamp,
) -> Result<()> {
    tx.later(
        "INSERT INTO case_note (subject_id, id, subject_kind, text, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![about.id, id, about.kind, text, by, now],
    )?;
    Ok(())
}

pub fn find_note(tx: &mut Tx<'_>, id: NoteId) -> Result<Option<NoteRow>> {
    Ok(tx.first(&format!("{NOTES} WHERE n.id = $1"), params![id])?)
}

pub fn strike_out(tx: &mut Tx<'_>, id: NoteId, by: PersonId, now: Timestamp) -> Result<()> {
    tx.later(
        "UPDATE case_note SET struck_out_by = $1, struck_out_at = $2 WHERE id = $3 AND struck_out_at IS NULL",
        params![by, now, id],
    )?;
    Ok(())
}

pub fn erase_notes_of_closed(tx: &mut Tx<'_>, limit: i64) -> Result<u64> {
    Ok(tx.execute(
        "UPDATE case_note SET text = '' WHERE id IN
             (SELECT n.id FROM case_note n JOIN person p ON p.id = n.subject_id
              WHERE n.subject_kind = 'PERSON' AND p.closed_at IS NOT NULL AND n.text <> ''
              ORDER BY n.id LIMIT $1)",
        params![limit],
    )?)
}

/// Lists the notes about these records, the newest first.
pub fn list_notes(subjects: &[String], before: &Cursor, most: u32) -> Rows<NoteRow> {
    let mut values = vec![before.at.to_value(), before.id.to_value(), Value::Int(most.into())];
    values.extend(subjects.iter().map(ToValue::to_value));
    let places = db::places(4..4 + subjects.len());
    let sql = format!(
        "{NOTES} WHERE n.subject_id IN ({places}) AND n.created_at <= $1 AND (n.created_at < $1 OR n.id < $2)
         ORDER BY n.created_at DESC, n.id DESC LIMIT $3"
    );
    rows(sql, &values)
}

/// Returns the condition for the card `k` of a case, or for the cards of an order.
fn cards_of(about: &Named) -> &'static str {
    match about.kind {
        CaseKind::Order => "k.order_id = $1",
        _ => "k.id = $1",
    }
}

db::row! {
    /// A transfer on a card.
    #[derive(Clone, Debug)]
    pub struct MovementRow {
        pub id: TransferId,
        pub kind: TransferKind,
        pub card_id: CardId,
        pub last_four: String,
        pub actor: String,
        pub actor_name: Option<String>,
        pub reason: Option<String>,
        pub amount: Cents,
        pub balance: Cents,
        pub created_at: Timestamp,
        pub till: Option<String>,
    }
}

/// Lists the transfers on a card, or on the cards of an order, the newest first.
pub fn list_movements(about: &Named, before: &Cursor, most: u32) -> Rows<MovementRow> {
    let sql = format!(
        "SELECT t.id, t.kind, k.id, k.last_four, t.actor, {}, t.reason, e.amount,
             e.balance, e.created_at, l.name
         FROM card k
         JOIN entry e ON e.vendor_id = k.vendor_id AND e.account = 'card:' || k.id
         JOIN transfer t ON t.vendor_id = e.vendor_id AND t.id = e.transfer_id
         LEFT JOIN till l ON l.id = t.till_id
         {}
         WHERE {} AND e.created_at <= $2 AND (e.created_at < $2 OR e.transfer_id < $3)
         ORDER BY e.created_at DESC, e.transfer_id DESC LIMIT $4",
        name_then!("p"),
        join_then!("p", "t.actor", "t.created_at"),
        cards_of(about)
    );
    rows(sql, params![about.id, before.at, before.id, i64::from(most)])
}

/// Event of a gift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GiftEventKind {
    Opened,
    Claimed,
}

db::text_enum! {
    GiftEventKind {
        Opened = "opened",
        Claimed = "claimed",
    }
}

db::row! {
    /// Event that a gift was opened or claimed.
    #[derive(Clone, Debug)]
    pub struct GiftEventRow {
        pub id: String,
        pub kind: GiftEventKind,
        pub card_id: CardId,
        pub last_four: String,
        pub at: Timestamp,
    }
}

/// Lists when the gifts of a case were opened and claimed, the newest first.
pub fn list_gift_events(about: &Named, before: &Cursor, most: u32) -> Rows<GiftEventRow> {
    let of = |word: &str| {
        format!(
            "SELECT k.id || '.{word}' AS id, '{word}' AS kind, k.id AS card_id, k.last_four, k.{word}_at AS moment
             FROM card k WHERE {} AND k.{word}_at IS NOT NULL",
            cards_of(about)
        )
    };
    let sql = format!(
        "SELECT g.id, g.kind, g.card_id, g.last_four, g.moment FROM ({} UNION ALL {}) g
         WHERE g.moment <= $2 AND (g.moment < $2 OR g.id < $3) ORDER BY g.moment DESC, g.id DESC LIMIT $4",
        of("opened"),
        of("claimed")
    );
    rows(sql, params![about.id, before.at, before.id, i64::from(most)])
}
