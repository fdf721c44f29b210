//! Emails about a reversed charge, to the buyer and every administrator. Recipients of gifts are
//! emailed by the `cards` crate.

use db::Tx;

use kernel::{brand::Brand, language::Language, timestamp::Timestamp};
use mail::{About, Mail};
use platform::{app::App, error::Result};

use crate::{
    disputes::reversals::store::NewReversal,
    order::{self, letters::Letter},
    payments::{AttemptRow, ReversalCause},
};

pub fn post_all(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    reversal: &NewReversal<'_>,
) -> Result<()> {
    let Some(order) = tx.ask(order::find(reversal.attempt.person, reversal.order))? else {
        return Ok(());
    };
    let number = order.cart_id.to_string();
    // The buyer is emailed only if cards were frozen. A reversal that takes only amounts refunded
    // earlier freezes no cards.
    let refunds = reversal.covered.checked_add(reversal.paid_twice).unwrap_or_default();
    let buyer =
        if reversal.amount > refunds { people::addressee(tx, order.person_id)? } else { None };
    if let Some(buyer) = buyer {
        let letter = Letter::ChargeReversed {
            first_name: buyer.first_name,
            number: number.clone(),
            amount: reversal.amount.format(buyer.language),
            link: format!("{}/orders", app.public_url(order.brand)),
        };
        let mail = Mail { to: buyer.email, brand: order.brand, lang: buyer.language, letter };
        mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))?;
    }
    // The link leads to the first brand, because all brands share one support desk.
    let link = format!("{}/admin/cards/orders/{}", app.public_url(Brand::DEFAULT), reversal.order);
    for administrator in people::administrators(tx)? {
        let lang = administrator.language;
        let letter = Letter::ChargeReversedAlarm {
            number: number.clone(),
            cause: words(reversal.cause, lang).to_owned(),
            amount: reversal.amount.format(lang),
            unspent: reversal.unspent.format(lang),
            loss: reversal.loss.format(lang),
            paid_twice: Some(reversal.paid_twice)
                .filter(|amount| amount.is_positive())
                .map(|amount| amount.format(lang)),
            link: link.clone(),
        };
        let mail = Mail { to: administrator.email, brand: Brand::DEFAULT, lang, letter };
        mail::post(tx, now, &mail)?;
    }
    Ok(())
}

/// Emails the buyer that a dispute was won and the cards can be used again.
pub fn post_won(tx: &mut Tx<'_>, app: &App, now: Timestamp, attempt: &AttemptRow) -> Result<()> {
    let order = tx.ask(order::find(attempt.person_id, attempt.order_id))?;
    let Some(order) = order else { return Ok(()) };
    let Some(buyer) = people::addressee(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::DisputeWon {
        first_name: buyer.first_name,
        number: order.cart_id.to_string(),
        amount: attempt.reversed.format(buyer.language),
        link: format!("{}/orders", app.public_url(order.brand)),
    };
    let mail = Mail { to: buyer.email, brand: order.brand, lang: buyer.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))
}

fn words(cause: ReversalCause, lang: Language) -> &'static str {
    match (lang, cause) {
        (Language::En, ReversalCause::Voided) => "Voided",
        (Language::En, ReversalCause::Refunded) => "Refunded",
        (Language::En, ReversalCause::Disputed) => "Disputed by the cardholder",
        (Language::En, ReversalCause::Declined) => "Declined after all",
        (Language::Fr, ReversalCause::Voided) => "Annulé",
        (Language::Fr, ReversalCause::Refunded) => "Remboursé",
        (Language::Fr, ReversalCause::Disputed) => "Contesté par le titulaire de la carte",
        (Language::Fr, ReversalCause::Declined) => "Refusé après coup",
    }
}
