//! Emails about an order held for review, to its buyer and to every administrator.

use db::Tx;

use kernel::{brand::Brand, money::Cents, timestamp::Timestamp};
use mail::{About, Mail};
use platform::{app::App, error::Result};

use crate::order::{OrderRow, letters::Letter};

pub fn notify_buyer(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    order: &OrderRow,
    amount: Cents,
) -> Result<()> {
    let Some(buyer) = people::addressee(tx, order.person_id)? else { return Ok(()) };
    let letter = Letter::PaymentInReview {
        first_name: buyer.first_name,
        number: order.cart_id.to_string(),
        total: amount.format(buyer.language),
        link: format!("{}/orders", app.public_url(order.brand)),
    };
    let mail = Mail { to: buyer.email, brand: order.brand, lang: buyer.language, letter };
    mail::post_about(tx, now, mail, About::of(&[&order.id, &order.person_id]))
}

pub fn notify_administrators(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    order: &OrderRow,
    amount: Cents,
    is_reminder: bool,
) -> Result<()> {
    // The link leads to the first brand, because all brands share one support desk.
    let link = format!("{}/admin/cards/orders/{}", app.public_url(Brand::DEFAULT), order.id);
    for administrator in people::administrators(tx)? {
        let lang = administrator.language;
        let letter = Letter::OrderHeld {
            number: order.cart_id.to_string(),
            total: amount.format(lang),
            is_reminder,
            link: link.clone(),
        };
        let mail = Mail { to: administrator.email, brand: Brand::DEFAULT, lang, letter };
        mail::post(tx, now, &mail)?;
    }
    Ok(())
}
