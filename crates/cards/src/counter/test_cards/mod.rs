//! Test cards, with which a shop tries its counter: a test card has $1 and nobody bought it. Test
//! cards are stored apart from real cards and have no entries in the ledger. They can't be sold,
//! refunded or paid out, and appear in no report or export.

pub mod api;
mod store;

use std::{sync::Arc, time::Duration};

use serde_json::json;

use access::{
    audit::{self, Action, Author, Entry, Subject},
    auth::Actor,
};
use kernel::{crockford, ids::TenantId, money::Cents, random::random_bytes};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Limit},
};

use crate::{
    actions,
    counter::{self, rules::Refusal, settings::reached_zone},
    errors::INVALID_CODE,
};
use store::TestCardRow;

const FACE: Cents = Cents::from_dollars(1);
/// Prefix of a test card's code. Real codes are random: one in 2^40 begins with the same prefix.
const PREFIX: &str = "TESTCARD";
/// Number of characters in a test card's code, the same as in a real code.
const CODE_LENGTH: usize = 32;
/// Prefix of the code in a QR code.
const QR_PREFIX: &str = "FR1:";
/// Limit on new test cards per shop: twenty at once, then one every five minutes.
const NEW_CARDS: Limit = Limit { capacity: 20, interval: Duration::from_secs(5 * 60) };

fn new_code() -> String {
    format!("{PREFIX}{}", crockford::encode(&random_bytes::<15>()).to_uppercase())
}

/// Parses a scanned or typed code: the content of the QR code, or the code alone.
fn parse(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_uppercase();
    let code = text.strip_prefix(QR_PREFIX).unwrap_or(&text);
    (code.len() == CODE_LENGTH && code.starts_with(PREFIX)).then(|| code.to_owned())
}

pub async fn find(app: &App, scope: TenantScope, vendor: TenantId) -> Result<Option<TestCardRow>> {
    app.db
        .read(move |tx| {
            reached_zone(tx, &scope, vendor)?;
            store::find_test_card(tx, vendor)
        })
        .await
}

/// Creates a test card for a shop, which replaces the shop's previous test card.
pub async fn create(
    app: &Arc<App>,
    actor: &Actor,
    scope: TenantScope,
    vendor: TenantId,
) -> Result<TestCardRow> {
    let (author, code) = (Author::of(actor), new_code());
    app.write(move |tx, _, now| {
        reached_zone(tx, &scope, vendor)?;
        let bucket = format!("test cards of {vendor}");
        limits::acquire(tx, now, &bucket, NEW_CARDS)?.or_refuse()?;
        store::put_test_card(tx, now, vendor, &code, FACE)?;
        audit::record(tx, now, &author, entry(actions::TEST_CARD_MADE, vendor))?;
        store::find_test_card(tx, vendor)?.ok_or(Error::NotFound)
    })
    .await
}

/// Finds the test card with this code, if its shop is within the scope.
pub async fn look_up(app: &App, scope: TenantScope, text: &str) -> Result<TestCardRow> {
    let code = parse(text).ok_or(Error::Refused(INVALID_CODE))?;
    let found = app.db.read(move |tx| store::find_test_card_by_code(tx, &code)).await?;
    found.filter(|card| scope.reaches(card.vendor_id)).ok_or(Error::Refused(INVALID_CODE))
}

/// Redeems an amount from a test card. Managers and clerks may do so, as with real cards.
pub async fn redeem(
    app: &Arc<App>,
    actor: &Actor,
    scope: TenantScope,
    text: &str,
    value: Cents,
) -> Result<TestCardRow> {
    let code = parse(text).ok_or(Error::Refused(INVALID_CODE))?;
    let author = Author::of(actor);
    let till = actor.till.as_ref().map(|till| till.name.clone());
    app.write(move |tx, _, now| {
        let found = store::lock_test_card(tx, &code)?;
        let card = found.filter(|card| scope.reaches(card.vendor_id));
        let card = card.ok_or(Error::Refused(INVALID_CODE))?;
        let left = card.balance.checked_sub(value).ok().filter(|left| !left.is_negative());
        let left = left.ok_or_else(|| counter::refused(Refusal::TooLittle, card.balance))?;
        store::set_test_balance(tx, now, card.vendor_id, left)?;
        let after = json!({ "value": value.to_string(), "balance": left, "till": till });
        let entry = entry(actions::TEST_CARD_REDEEMED, card.vendor_id).after(after);
        audit::record(tx, now, &author, entry)?;
        Ok(TestCardRow { balance: left, redeemed_at: Some(now), ..card })
    })
    .await
}

fn entry(action: Action, vendor: TenantId) -> Entry {
    Entry::new(action, Subject::tenant(vendor)).tenant(vendor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_reads_codes_of_test_cards_and_no_others() {
        let code = new_code();
        assert_eq!(code.len(), CODE_LENGTH);
        for text in [code.clone(), format!("FR1:{code}"), format!(" fr1:{}", code.to_lowercase())] {
            assert_eq!(parse(&text), Some(code.clone()), "{text}");
        }
        for text in ["", "TESTCARD", &"A".repeat(32), &format!("{code}0"), &code[1..]] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
