//! Letters to administrators about closings of shops. Buyers and recipients of gifts are emailed
//! with each refund.

use db::Tx;

use access::auth::Actor;
use kernel::{brand::Brand, ids::TenantId, money::Cents, timestamp::Timestamp};
use mail::{About, Mail};
use market::tenants;
use people::Addressee;
use platform::{app::App, error::Result};

use crate::{
    order::letters::{Letter, ShopClosingStep},
    orders::shop_closings::store::ClosingRow,
};

fn link(app: &App, shop: TenantId) -> String {
    // Both brands share one administration.
    format!("{}/admin/vendors/{shop}", app.public_url(Brand::FunRay))
}

fn post(
    tx: &mut Tx<'_>,
    now: Timestamp,
    row: &ClosingRow,
    reader: Addressee,
    letter: Letter,
) -> Result<()> {
    let about = About::of(&[&row.vendor_id, &reader.id]);
    let mail = Mail { to: reader.email, brand: Brand::FunRay, lang: reader.language, letter };
    mail::post_about(tx, now, mail, about)
}

/// Emails all administrators except the one who asked.
pub fn post_waiting(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    by: &Actor,
    shop: &str,
    row: &ClosingRow,
) -> Result<()> {
    let others = people::administrators(tx)?.into_iter().filter(|other| other.id != by.person);
    for reader in others {
        let letter = Letter::ShopClosing {
            first_name: reader.first_name.clone(),
            step: ShopClosingStep::Waits,
            shop: shop.to_owned(),
            by: Some(by.name()),
            cards: row.cards.to_string(),
            amount: row.amount.format(reader.language),
            left: None,
            reason: row.reason.clone(),
            link: link(app, row.vendor_id),
        };
        post(tx, now, row, reader, letter)?;
    }
    Ok(())
}

/// Emails the administrator who asked and the one who approved.
pub fn post_ended(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &ClosingRow,
    (left, is_closed): (Cents, bool),
) -> Result<()> {
    let shop = tenants::name_of(tx, row.vendor_id)?.unwrap_or_default();
    let step = if is_closed { ShopClosingStep::Closed } else { ShopClosingStep::Ended };
    let mut people = vec![row.requested_by];
    people.extend(row.decided_by.filter(|decider| *decider != row.requested_by));
    for person in people {
        let Some(reader) = people::addressee(tx, person)? else { continue };
        let letter = Letter::ShopClosing {
            first_name: reader.first_name.clone(),
            step,
            shop: shop.clone(),
            by: None,
            cards: row.done_cards.to_string(),
            amount: row.done_amount.format(reader.language),
            left: left.is_positive().then(|| left.format(reader.language)),
            reason: row.reason.clone(),
            link: link(app, row.vendor_id),
        };
        post(tx, now, row, reader, letter)?;
    }
    Ok(())
}
