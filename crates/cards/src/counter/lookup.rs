//! Look-up of a card by the code or number that a customer presents. After a look-up, the caller
//! may redeem the card for ten minutes.

use std::time::Duration;

use db::{Ask, First, Tx};

use access::auth::Actor;
use kernel::{
    ids::{CardId, PersonId, TenantId},
    timestamp::Timestamp,
};
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
    limits::{self, Levels, Limit, Standing, Verdict},
    secrets::{Hashes, Secrets},
};

use super::{rules, settings, store};
use crate::{
    card::{
        self, CardRow,
        codes::{CardCode, CardNumber},
    },
    counter::store::Presentation,
    errors::INVALID_CODE,
};

/// Limit on failed look-ups per person, to prevent guessing: nineteen at once, then one a minute.
const MISSES: Limit = Limit { capacity: 19, interval: Duration::from_secs(60) };

const MISSES_OF: &str = "card misses of ";

/// The presented card and the caller's failed look-ups, read in the same query as the session.
pub struct Glance {
    misses: Levels,
    card: Option<CardRow>,
}

fn bucket(person: PersonId) -> String {
    format!("{MISSES_OF}{person}")
}

pub fn glance(shown: &Shown, person: PersonId) -> impl Ask<Answer = Glance> + use<> {
    (limits::levels(&[&bucket(person)]), shown.find()).map(|(misses, card)| Glance { misses, card })
}

/// Finds a card and records that it was presented to the caller. After too many failures, all
/// look-ups by this person are refused for a while.
pub async fn look_up(
    app: &App,
    actor: &Actor,
    scope: TenantScope,
    shown: Shown,
    glance: Glance,
) -> Result<CardRow> {
    let now = app.clock.now();
    let guess = Guess { person: actor.person, scope, shown, bucket: bucket(actor.person) };
    let is_clean = glance.misses.standing(now, &guess.bucket, MISSES) == Standing::Clean;
    let reached = glance.card.filter(|card| is_clean && guess.scope.reaches(card.vendor_id));
    let Some(card) = reached else { return app.db.write(move |tx| guess.look(tx, now)).await? };
    let (vendor, id) = (card.vendor_id, card.id);
    app.db
        .write(move |tx| {
            tx.may_be_repeated();
            guess.present(tx, now, vendor, id)
        })
        .await?;
    Ok(card)
}

/// Reasons for which a person at the counter may redeem a card. If both are false, they may not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sight {
    /// Whether the card was presented to the person recently.
    pub is_presented: bool,
    /// Whether the card was not presented, but the person's shop allows redeeming cards found by
    /// name.
    pub may_redeem_unseen: bool,
}

pub async fn sight(app: &App, actor: &Actor, card: &CardRow) -> Result<Sight> {
    let now = app.clock.now();
    let since = now.minus(rules::PRESENTED_FOR);
    let (vendor, is_of_shop) = (card.vendor_id, !actor.is_administrator());
    let shown = Presentation { vendor, person: actor.person, card: card.id };
    app.db
        .read(move |tx| {
            let is_presented = store::is_presented(tx, since, &shown)?;
            let allows =
                is_of_shop && settings::settings_of(tx, now, vendor)?.settings.redeems_by_name;
            Ok(Sight { is_presented, may_redeem_unseen: allows && !is_presented })
        })
        .await
}

/// Deletes up to `limit` expired presentations of cards. Returns the number deleted.
pub fn forget_presentations(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::sweep_presentations(tx, now.minus(rules::PRESENTED_FOR), limit)
}

/// A look-up of a card, with the rate limit bucket that counts the caller's failed look-ups.
struct Guess {
    person: PersonId,
    scope: TenantScope,
    shown: Shown,
    bucket: String,
}

impl Guess {
    /// Looks up a card and counts a failure. Refusals are returned as values, because an error
    /// would roll back the transaction and with it the count. Callers without recent failures find
    /// the card in an earlier read, which counts nothing. All other callers pay a token before the
    /// look-up and get it back on success, so that concurrent guesses are counted one by one.
    fn look(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Result<CardRow>> {
        if let Verdict::Wait(wait) = limits::acquire(tx, now, &self.bucket, MISSES)? {
            return Ok(Err(Error::TooManyTries(wait)));
        }
        // Unreadable codes, unknown codes and codes of someone else's shop all give the same error.
        let Some(card) = tx.ask(self.find())? else {
            return Ok(Err(Error::Refused(INVALID_CODE)));
        };
        limits::release(tx, now, &self.bucket, MISSES)?;
        self.present(tx, now, card.vendor_id, card.id)?;
        Ok(Ok(card))
    }

    fn present(
        &self,
        tx: &mut Tx<'_>,
        now: Timestamp,
        vendor: TenantId,
        card: CardId,
    ) -> Result<()> {
        let shown = Presentation { vendor, person: self.person, card };
        store::present(tx, now, &shown, self.shown.key())
    }

    fn find(&self) -> impl Ask<Answer = Option<CardRow>> + use<> {
        let scope = self.scope.clone();
        self.shown.find().map(move |card| card.filter(|card| scope.reaches(card.vendor_id)))
    }
}

/// A code or number that a customer presents, scanned or typed.
#[derive(Clone)]
pub enum Shown {
    /// Keyed hashes of a code. Unreadable texts are replaced with a random code, so that
    /// looking them up takes as long.
    Code(Hashes),
    /// Keyed hashes of a number.
    Number(Hashes),
}

impl Shown {
    pub fn parse(secrets: &Secrets, text: &str) -> Shown {
        match (CardNumber::parse(text), CardCode::parse(text)) {
            (Some(number), _) => Shown::Number(number.hashes(secrets)),
            (None, Some(code)) => Shown::Code(code.hashes(secrets)),
            (None, None) => Shown::Code(CardCode::random().hashes(secrets)),
        }
    }

    /// Returns the column to search and the hashes to find in that column.
    fn key(&self) -> (&'static str, &Hashes) {
        match self {
            Shown::Code(hashes) => ("code_hash", hashes),
            Shown::Number(hashes) => ("number_hash", hashes),
        }
    }

    fn find(&self) -> First<CardRow> {
        let (column, hashes) = self.key();
        card::find_by(column, hashes)
    }
}
