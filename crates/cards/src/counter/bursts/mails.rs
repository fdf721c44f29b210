//! Emails to administrators about bursts of redemptions.

use db::Tx;

use kernel::{brand::Brand, ids::TenantId, money::Cents, timestamp::Timestamp};
use mail::Mail;
use market::tenants;
use platform::{app::App, error::Result};

use super::Minutes;
use crate::letters::Letter;

/// Emails all administrators about a burst, including administrators who also manage the shop.
pub fn notify_administrators(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    vendor: TenantId,
    minutes: &Minutes,
    outstanding: Cents,
) -> Result<()> {
    let shop = tenants::name_of(tx, vendor)?.unwrap_or_default();
    // The support desk of all brands works on one site, so the link leads to the first one for
    // every shop.
    let link = format!("{}/admin/cards/open/bursts", app.public_url(Brand::DEFAULT));
    for administrator in people::administrators(tx)? {
        let lang = administrator.language;
        let letter = Letter::Burst {
            first_name: administrator.first_name,
            vendor: shop.clone(),
            cards: minutes.cards,
            amount: minutes.amount.format(lang),
            outstanding: outstanding.format(lang),
            link: link.clone(),
        };
        let mail = Mail { to: administrator.email, brand: Brand::DEFAULT, lang, letter };
        mail::post(tx, now, &mail)?;
    }
    Ok(())
}
