//! The job that emails receipts, and the registration of all jobs and scheduled tasks of this
//! crate.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use cards::CardRow;
use kernel::{
    ids::{JobId, OrderId},
    language::Language,
    money::Cents,
};
use mail::{About, Mail};
use market::campaigns::progress::{self, OrderedCampaign};
use platform::{
    app::App,
    error::Error,
    jobs::{DAY, Job, JobClass, JobError, MINUTE, Work},
};

use super::{LockedOrder, shop_closings};
use crate::{
    disputes::{reconciliation, reversals::look_into_charge, watch},
    fraud::risk::forget_totals,
    order::{
        self,
        letters::{CauseSum, Letter, ReceiptCampaign, ReceiptLine},
    },
    payments,
};

/// Job that emails a buyer the receipt of an order.
#[derive(Serialize, Deserialize)]
pub struct MailReceipt {
    pub order: OrderId,
}

impl Job for MailReceipt {
    const KIND: &'static str = "receipt mail";
    const CLASS: JobClass = JobClass::Mail;
}

pub async fn mail_receipt(
    app: Arc<App>,
    id: JobId,
    MailReceipt { order }: MailReceipt,
) -> Result<(), JobError> {
    let read = app.db.read(move |tx| {
        let row = tx.ask(order::find_any(order))?.ok_or(Error::NotFound)?;
        let reader = people::addressee(tx, row.person_id)?;
        let cards = tx.ask(cards::bought_with(order))?;
        let has_campaign = cards.iter().any(|card| card.campaign_id.is_some());
        let campaigns = if row.brand.has_causes() && has_campaign {
            progress::of_order(tx, row.person_id, order)?
        } else {
            Vec::new()
        };
        Ok::<_, Error>((row, reader, cards, campaigns))
    });
    let (row, reader, cards, campaigns) = read.await?;
    let Some(reader) = reader else { return Ok(()) };
    let lines = cards
        .iter()
        .map(|card| ReceiptLine {
            vendor: card.vendor_name.clone(),
            price: card.face.format(reader.language),
            gift_for: card.is_gift.then(|| card.gift_to.clone().unwrap_or_default()),
            charity: card.charity_name.clone(),
        })
        .collect();
    let campaigns = campaigns
        .into_iter()
        .map(|OrderedCampaign { campaign, others }| ReceiptCampaign {
            name: campaign.name,
            raised: campaign.raised.format(reader.language),
            goal: campaign.goal.map(|goal| goal.format_short(reader.language)),
            others,
            charity: campaign.charity_name,
            thanks: campaign.thanks,
        })
        .collect();
    let letter = Letter::Receipt {
        first_name: reader.first_name,
        number: row.cart_id.to_string(),
        lines,
        campaigns,
        total: row.total.unwrap_or_default().format(reader.language),
        causes: cause_sums(&cards, reader.language)?,
        paid_with: row.paid_with,
        link: format!("{}/orders", app.public_url(row.brand)),
    };
    let mail = Mail { to: reader.email, brand: row.brand, lang: reader.language, letter };
    let about = About::of(&[&row.id, &row.person_id]);
    mail::deliver(app, id, mail, about).await
}

/// Sums up what each charity gets from these cards, in the order of the cards.
fn cause_sums(cards: &[CardRow], lang: Language) -> Result<Vec<CauseSum>, Error> {
    let mut sums: Vec<(&str, Cents)> = Vec::new();
    for card in cards.iter().filter(|card| card.charity_share.is_positive()) {
        let Some(charity) = card.charity_name.as_deref() else { continue };
        match sums.iter_mut().find(|(name, _)| *name == charity) {
            Some((_, sum)) => *sum = sum.checked_add(card.charity_share)?,
            None => sums.push((charity, card.charity_share)),
        }
    }
    let formatted = sums
        .into_iter()
        .map(|(charity, sum)| CauseSum { charity: charity.to_owned(), amount: sum.format(lang) });
    Ok(formatted.collect())
}

/// Registers the jobs and scheduled tasks of orders and payments. Those of payments are registered
/// here, because they need the type that implements `Purchase`.
pub fn add_work(work: Work) -> Work {
    work.on(payments::finish_payment::<LockedOrder>)
        .on(payments::recheck_payment::<LockedOrder>)
        .on(payments::finish_refund::<LockedOrder>)
        .on(mail_receipt)
        .on(look_into_charge::<LockedOrder>)
        .on(shop_closings::run_closing)
        .every(DAY, "reconcile with the gateway", reconciliation::reconcile)
        .every(5 * MINUTE, "ask about charges", watch::ask_about_charges)
        .forget(forget_totals)
}
