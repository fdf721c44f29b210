//! Look-up of a card by the code or number that a customer presents. The caller may redeem it for
//! ten minutes.

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

/// Limit on failed look-ups, against guessing: nineteen at once, then one a minute.
const MISSES: Limit = Limit { capacity: 19, interval: Duration::from_secs(60) };

const MISSES_OF: &str = "card misses of ";

/// The presented card and the caller's failed look-ups, read in one query with the session.
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

/// Finds a card and records that it was presented to this person. After too many failures, every
/// look-up is refused for a while.
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

/// Whether a person at the counter may redeem a card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sight {
    /// Whether it was presented to them lately.
    pub is_presented: bool,
    /// Whether their shop allows redemptions without presentation.
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

/// Deletes some expired presentations; returns the number deleted.
pub fn forget_presentations(tx: &mut Tx<'_>, now: Timestamp, limit: i64) -> Result<u64> {
    store::sweep_presentations(tx, now.minus(rules::PRESENTED_FOR), limit)
}

/// A look-up with the bucket that counts its failures.
struct Guess {
    person: PersonId,
    scope: TenantScope,
    shown: Shown,
    bucket: String,
}

impl Guess {
    /// Looks up a card and counts a failure. Refusals are returned as values, so that the
    /// transaction commits and the count stays. Callers without recent failures find the card in an
    /// earlier, uncounted read. All others acquire a token before the look-up and get it back on
    /// success, so that concurrent guesses are counted one by one.
    fn look(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Result<CardRow>> {
        if let Verdict::Wait(wait) = limits::acquire(tx, now, &self.bucket, MISSES)? {
            return Ok(Err(Error::TooManyTries(wait)));
        }
        // Unknown, foreign and unreadable codes give the same error.
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

/// A scanned or typed code or number.
#[derive(Clone)]
pub enum Shown {
    /// Keyed hashes of a code. Invalid texts have hashes too, so that looking them up takes as
    /// long.
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

    /// Returns the column and hashes by which the card is found.
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
