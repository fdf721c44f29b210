//! Balance of a card for people without an account, who know the card's number and the end of its
//! code. All misses look alike: an unreadable number, an unknown number and a wrong end of the code
//! get the same error after the same statements.

pub mod api;
mod store;

use std::{sync::Arc, time::Duration};

use access::auth::sessions::ClientName;
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{Bucket, Limit, Permit},
};

use crate::{
    card::{
        self, CardRow, CardScope,
        codes::{CardCode, CardNumber, CodeEnd},
    },
    errors::NO_SUCH_CARD,
};

/// Limit on misses per card number: five at once, then one an hour. Four characters of a code have
/// a million values.
const OF_ONE_NUMBER: Limit = Limit { capacity: 5, interval: Duration::from_secs(3600) };
/// Limit on misses per client address: ten at once, then one a minute.
const FROM_ONE_ADDRESS: Limit = Limit { capacity: 10, interval: Duration::from_secs(60) };

/// Card for which the end of a code is compared if no card has the number.
const NO_CARD: &str = "no card";

/// Finds a card by its number and the end of its code. Only misses count against the limits.
pub async fn find(
    app: &Arc<App>,
    client: &ClientName,
    number: &str,
    end: Option<CodeEnd>,
) -> Result<CardRow> {
    let number = CardNumber::parse(number).unwrap_or_else(CardNumber::random);
    let hashes = number.hashes(&app.secrets);
    let mut buckets = client.buckets("card balance", FROM_ONE_ADDRESS);
    let name = format!("card balance of {}", hashes.current());
    buckets.push(Bucket { name, limit: OF_ONE_NUMBER });
    let found = app.write(move |tx, app, now| {
        let permit = Permit::acquire(tx, now, &buckets)?;
        let nobodys = CardCode::random().sealed(&app.secrets, NO_CARD);
        let sealed = tx.ask(store::sealed_code(&hashes))?;
        let (card, code) = match &sealed {
            Some((id, code)) => (Some(*id), CardCode::open(&app.secrets, &id.to_string(), code)),
            None => (None, CardCode::open(&app.secrets, NO_CARD, &nobodys)),
        };
        let is_known = code.zip(end.as_ref()).is_some_and(|(code, end)| code.ends_with(end));
        // A miss is no error, which would undo the counting.
        let Some(card) = card.filter(|_| is_known) else { return Ok(None) };
        permit.release(tx, now)?;
        card::find(tx, &CardScope::Shops(TenantScope::All), card)
    });
    found.await?.ok_or(Error::Refused(NO_SUCH_CARD))
}
