//! Cases: a card, order, person, vendor or charity with its timeline and the administrators' notes.

#[cfg(feature = "demo")]
pub mod seed;
mod store;
mod timeline;

use std::sync::Arc;

use db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use access::{
    audit::{self, Author, Entry, Subject},
    auth::TenantKind,
    idempotency,
};
use kernel::ids::{NoteId, PersonId, TenantId};
use market::tenants;
use platform::{
    app::App,
    error::{Error, Result},
};

pub use store::{GiftEventKind, GiftEventRow, MovementRow, NoteRow};
pub use timeline::{Event, Happened, Timeline, timeline};

/// Kind of record that a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CaseKind {
    Card,
    Order,
    Person,
    Vendor,
    Charity,
}

db::text_enum! {
    CaseKind {
        Card = "CARD",
        Order = "ORDER",
        Person = "PERSON",
        Vendor = "VENDOR",
        Charity = "CHARITY",
    }
}

/// Kind and id of a case, as in its address.
#[derive(Clone, Debug)]
pub struct Named {
    pub kind: CaseKind,
    pub id: String,
}

/// An existing record, with the ids that its timeline covers.
struct Case {
    /// Ids of the records whose events the timeline shows. An order includes its cards, a card its
    /// order.
    subjects: Vec<String>,
    view: Option<View>,
}

/// The person whom a record is about, and the entry for the audit log if someone else views the
/// record.
struct View {
    whose: PersonId,
    entry: Entry,
}

fn find(tx: &mut Tx<'_>, named: &Named) -> Result<Case> {
    let Named { kind, id } = named;
    let found = match kind {
        CaseKind::Card => store::find_card(tx, id)?.map(|card| Case {
            subjects: vec![id.clone(), card.order_id.to_string()],
            view: Some(View {
                whose: card.holder_id,
                entry: Entry::new(cards::actions::CARD_VIEWED, Subject::card(id))
                    .tenant(card.vendor_id),
            }),
        }),
        CaseKind::Order => store::find_order(tx, id)?.map(|order| Case {
            subjects: std::iter::once(id.clone()).chain(order.cards).collect(),
            view: Some(View {
                whose: order.person_id,
                entry: Entry::new(audit::actions::PERSON_VIEWED, Subject::person(order.person_id))
                    .after(json!({ "order": order.cart_id })),
            }),
        }),
        CaseKind::Person => store::find_person(tx, id)?.map(|person| Case {
            subjects: vec![id.clone()],
            view: Some(View {
                whose: person,
                entry: Entry::new(audit::actions::PERSON_VIEWED, Subject::person(person)),
            }),
        }),
        CaseKind::Vendor | CaseKind::Charity => find_tenant(tx, *kind, id)?
            .map(|tenant| Case { subjects: vec![tenant.to_string()], view: None }),
    };
    found.ok_or(Error::NotFound)
}

fn find_tenant(tx: &mut Tx<'_>, kind: CaseKind, id: &str) -> Result<Option<TenantId>> {
    let Some(id) = TenantId::parse(id) else { return Ok(None) };
    let wanted = if kind == CaseKind::Vendor { TenantKind::Vendor } else { TenantKind::Charity };
    Ok(tenants::kind_of(tx, id)?.filter(|kind| *kind == wanted).map(|_| id))
}

/// Records that a person viewed another person's record. Repeated views within an hour are recorded
/// once.
async fn record_view(app: &Arc<App>, author: Author, view: Option<View>) -> Result<()> {
    let Some(View { whose, entry }) = view else { return Ok(()) };
    if author.person() == Some(whose) {
        return Ok(());
    }
    app.write(move |tx, _, now| audit::record_view(tx, now, &author, entry.clone())).await
}

/// Adds a note to a case.
pub async fn add_note(
    app: &App,
    by: PersonId,
    call: idempotency::Named,
    named: Named,
    text: String,
) -> Result<NoteRow> {
    let now = app.clock.now();
    let new = NoteId::new(now);
    app.db
        .write(move |tx| {
            let id = call.once(tx, now, |tx| {
                find(tx, &named)?;
                store::insert_note(tx, new, &named, &text, by, now)?;
                Ok(new)
            })?;
            store::find_note(tx, id)?.ok_or(Error::NotFound)
        })
        .await
}

/// Strikes out a note. A repeated call keeps the person who struck it out first.
pub async fn strike_note_out(app: &Arc<App>, by: PersonId, id: NoteId) -> Result<NoteRow> {
    app.write(move |tx, _, now| {
        store::strike_out(tx, id, by, now)?;
        store::find_note(tx, id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Notes erased in one transaction, so that other writers don't wait long.
const BATCH: i64 = 500;

/// Daily task: erases the text of notes about closed accounts; the rows stay.
pub async fn forget_closed(app: Arc<App>) -> Result<()> {
    while app.db.write(|tx| store::erase_notes_of_closed(tx, BATCH)).await? > 0 {}
    Ok(())
}
