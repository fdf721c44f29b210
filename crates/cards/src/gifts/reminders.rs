//! Reminders of gifts that nobody has opened. The giver sends them, a few only.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use access::auth::Actor;
use kernel::{
    ids::{CardId, JobId},
    language::Language,
    timestamp::Timestamp,
};
use mail::Mail;
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{Job, JobClass, JobError, enqueue},
};

use super::{may_send, refuse_cancelled, rules, store};
use crate::{
    card::{
        self, CardRow, CardScope,
        mails::{about, gift_page, read_newest},
    },
    errors::{
        CARD_DEACTIVATED, GIFT_CLAIMED, GIFT_OPENED, GIFT_WAITS, NO_GIFT, NO_MORE_REMINDERS,
        REMINDED_TOO_EARLY,
    },
    letters::Letter,
};

/// Job that reminds the recipient of a gift.
#[derive(Serialize, Deserialize)]
pub struct MailReminder {
    pub card: CardId,
}

impl Job for MailReminder {
    const KIND: &'static str = "gift reminder mail";
    const CLASS: JobClass = JobClass::Mail;
}

/// Reminds the recipient of a gift that was emailed a week ago or earlier and never opened.
pub async fn remind(app: &Arc<App>, actor: Actor, id: CardId) -> Result<CardRow> {
    app.write(move |tx, _, now| {
        let shop = card::shop_of(tx, id)?.ok_or(Error::NotFound)?;
        let gift = store::lock_gift(tx, shop, id)?.ok_or(Error::NotFound)?;
        may_send(&actor, &gift)?;
        if gift.buyer_id != actor.person {
            return Err(Error::Permission);
        }
        refuse_cancelled(tx, &gift)?;
        let refusal = match () {
            () if !gift.is_gift => Some(NO_GIFT),
            () if gift.owner_id.is_some() => Some(GIFT_CLAIMED),
            () if gift.opened_at.is_some() => Some(GIFT_OPENED),
            () if gift.deactivated_at.is_some() => Some(CARD_DEACTIVATED),
            () if gift.is_unsent() => Some(GIFT_WAITS),
            () => None,
        };
        if let Some(code) = refusal {
            return Err(Error::Refused(code));
        }
        // A gift whose email is still on its way needs no reminder.
        let mailed_at = gift.mailed_at.unwrap_or(now);
        match rules::remind_from(mailed_at, gift.reminded_at, gift.reminded_count) {
            None => return Err(Error::Refused(NO_MORE_REMINDERS)),
            Some(from) if from > now => return Err(Error::Refused(REMINDED_TOO_EARLY)),
            Some(_) => store::count_reminder(tx, shop, id, now)?,
        }
        enqueue(tx, now, &MailReminder { card: id })?;
        card::find(tx, &CardScope::Wallet(actor.person), id)?.ok_or(Error::NotFound)
    })
    .await
}

/// Returns the time from which the giver may remind the recipient of a gift; `None` if it was opened,
/// can't be used or was never emailed, or after the last reminder.
pub fn remind_from(card: &CardRow) -> Option<Timestamp> {
    let is_over = card.opened_at.or(card.claimed_at).or(card.deactivated_at).is_some();
    let mailed_at = card.mailed_at.filter(|_| card.is_gift && !is_over && !card.is_unsent());
    rules::remind_from(mailed_at?, card.reminded_at, card.reminded_count)
}

pub async fn mail_reminder(app: Arc<App>, id: JobId, job: MailReminder) -> Result<(), JobError> {
    let (card, buyer) = read_newest(&app, job.card).await?;
    let is_known = card.opened_at.or(card.claimed_at).or(card.deactivated_at).is_some();
    let to = card.recipient_email.clone().filter(|to| !to.is_empty() && !is_known);
    let Some(to) = to.filter(|_| !card.is_unsent()) else { return Ok(()) };
    let lang = buyer.map_or(Language::En, |buyer| buyer.language);
    let link = gift_page(&app, &card)?;
    let about = about(&card, Some(card.buyer_id));
    let letter = Letter::GiftReminder {
        to: card.gift_to.unwrap_or_default(),
        from: card.gift_from.unwrap_or_default(),
        vendor: card.vendor_name,
        link,
    };
    mail::deliver(app, id, Mail { to, brand: card.brand, lang, letter }, about).await
}
