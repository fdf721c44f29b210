//! Emails about redemptions that wait for a manager, and about redemptions beyond the limits for
//! clerks.

use db::Tx;

use access::{
    auth::Actor,
    live::{self, Event},
};
use kernel::{
    ids::{ApprovalId, CardId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use ledger::TransferKind;
use mail::Mail;
use people::Addressee;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::enqueue,
    limits::{Verdict, acquire, mails::MailKind},
};

use super::Request;
use crate::{
    card,
    counter::rules::{Hour, PaceLimit},
    letters::Letter,
};

/// People who decide about a shop's waiting redemptions, and the pages where they do so.
pub struct Deciders {
    pub people: Vec<Addressee>,
    /// Path of the shop's pages for the people who decide.
    area: String,
}

/// Finds the shop's managers, except the one who made the request. Returns the administrators if
/// there is no other manager.
pub fn deciders(tx: &mut Tx<'_>, vendor: TenantId, asking: Option<PersonId>) -> Result<Deciders> {
    let mut managers = people::managers_of(tx, vendor)?;
    managers.retain(|manager| Some(manager.id) != asking);
    Ok(if managers.is_empty() {
        let area = format!("/admin/vendors/view/{vendor}");
        Deciders { people: people::administrators(tx)?, area }
    } else {
        Deciders { people: managers, area: "/admin/vendor".to_owned() }
    })
}

/// Notifies the people who can decide about a waiting request.
pub fn notify_managers(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    id: ApprovalId,
    request: &Request<'_>,
) -> Result<()> {
    let card = card::find_for_mail(tx, request.card.id)?.ok_or(Error::NotFound)?;
    // The requester can't decide about their own request.
    let deciders = deciders(tx, card.vendor_id, Some(request.clerk.person))?;
    for reader in &deciders.people {
        live::publish(tx, reader.id, Event::Approval { id });
    }
    // Once the limit of emails is reached, the request only appears in the list of waiting
    // requests.
    let clerk = MailKind::Approval.bucket_of(&request.clerk.person.to_string());
    if acquire(tx, now, &clerk.name, clerk.limit)? != Verdict::GoOn {
        return Ok(());
    }
    for reader in deciders.people {
        let letter = Letter::RedemptionWaits {
            first_name: reader.first_name,
            clerk: request.clerk.name(),
            vendor: card.vendor_name.clone(),
            number: card.masked_number(),
            value: request.value.format(reader.language),
            is_cash: request.kind == TransferKind::CashOut,
            is_by_name: request.is_by_name,
            cause: request.cause,
            link: format!("{}{}/approvals", app.public_url(card.brand), deciders.area),
        };
        let mail = Mail { to: reader.email, brand: card.brand, lang: reader.language, letter };
        enqueue(tx, now, &mail)?;
    }
    Ok(())
}

/// A redemption or cash-out beyond the limits for clerks.
pub struct Beyond {
    pub card: CardId,
    pub value: Cents,
    pub cause: PaceLimit,
    /// The clerk's totals of the last hour, including this redemption.
    pub hour: Hour,
}

/// Emails the shop's other managers and all administrators about redemptions beyond the limits for
/// clerks. Sends these emails once per shop and hour.
pub fn notify_of_unusual_pace(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    actor: &Actor,
    beyond: &Beyond,
) -> Result<()> {
    let card = card::find_for_mail(tx, beyond.card)?.ok_or(Error::NotFound)?;
    let once = MailKind::UnusualPace.bucket_of(&card.vendor_id.to_string());
    if acquire(tx, now, &once.name, once.limit)? != Verdict::GoOn {
        return Ok(());
    }
    let managers = people::managers_of(tx, card.vendor_id)?.into_iter();
    let managers = managers.map(|reader| (reader, "/admin/vendor".to_owned()));
    let area = format!("/admin/vendors/view/{}", card.vendor_id);
    let administrators = people::administrators(tx)?.into_iter();
    let administrators = administrators.map(|reader| (reader, area.clone()));
    for (reader, area) in managers.chain(administrators) {
        if reader.id == actor.person {
            continue;
        }
        let lang = reader.language;
        let letter = Letter::UnusualPace {
            first_name: reader.first_name,
            by: actor.name(),
            vendor: card.vendor_name.clone(),
            value: beyond.value.format(lang),
            count: beyond.hour.count,
            amount: beyond.hour.amount.format(lang),
            link: format!("{}{area}/history", app.public_url(card.brand)),
        };
        enqueue(tx, now, &Mail { to: reader.email, brand: card.brand, lang, letter })?;
    }
    Ok(())
}
