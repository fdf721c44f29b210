//! Seals: chains of keyed hashes over append-only rows, one per vendor and one for rows of no
//! vendor. Changing, removing or inserting a row outside the program breaks its chain. It can't be
//! repaired, because the key is not in the database. Rows are sealed in later batches, so that
//! sales don't wait for each other.

use std::fmt;

use db::Tx;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Breach, store::seals as store};
use kernel::{ids::Stem, random::hex, timestamp::Timestamp};
use platform::{
    error::{Error, Result},
    secrets::Secrets,
};

const RULE: &str = "seals hold";
/// Number of rows that are sealed or checked at once.
pub const BATCH: i64 = 500;

/// Owner of the chain of rows without a vendor.
pub const PLATFORM: &str = "platform";

/// Kind of sealed rows, and their tables. Code that adds a row also adds its id to `unsealed`.
pub struct Chain {
    /// Name of the rows in reports.
    pub name: &'static str,
    /// Name as one word, for anchors and checkpoints.
    pub word: &'static str,
    pub table: &'static str,
    /// Table of the seals.
    pub seals: &'static str,
    /// Table of rows to be sealed. A row in neither table was inserted outside the program.
    pub unsealed: &'static str,
    /// Column of the chain's owner in both tables.
    pub owner: &'static str,
    /// Column of the row's id in both tables.
    pub key: &'static str,
    /// Whether the row's id contains its creation time, which shows how long rows wait for their
    /// seals.
    pub has_age: bool,
    /// Sealed columns of a row: its own first, then those of its dependent rows.
    pub sources: &'static [Source],
}

/// Table with sealed columns. `s` is the alias of the row's seal or of its entry in `unsealed`.
pub struct Source {
    pub columns: &'static str,
    pub join: &'static str,
    pub order: &'static str,
}

/// Sealing keys. New seals use the current one; each seal names its key.
#[derive(Clone)]
pub struct SealKeys(Vec<SealKey>);

#[derive(Clone)]
struct SealKey {
    id: String,
    key: [u8; 32],
}

impl SealKeys {
    pub fn of(secrets: &Secrets) -> SealKeys {
        let keys = secrets.seal_keys();
        SealKeys(keys.map(|(name, key)| SealKey { id: name.to_owned(), key }).collect())
    }

    fn current(&self) -> &SealKey {
        // A program always has a key.
        &self.0[0]
    }

    fn find(&self, id: &str) -> Option<&SealKey> {
        self.0.iter().find(|key| key.id == id)
    }
}

impl SealKey {
    fn hash(&self, parts: &[&str]) -> String {
        // HMAC accepts keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key)
            .unwrap_or_else(|_| unreachable!("any length fits"));
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        hex(&mac.finalize().into_bytes())
    }
}

/// Link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    pub position: i64,
    pub key_id: String,
    pub hash: String,
}

impl Seal {
    /// Returns the state before the first seal.
    pub fn start() -> Seal {
        Seal { position: 0, key_id: String::new(), hash: String::new() }
    }

    fn next(&self, chain: &Chain, key: &SealKey, owner: &str, known: &[String]) -> Seal {
        let position = self.position + 1;
        let number = position.to_string();
        let mut parts = vec![chain.word, owner, &number, &self.hash];
        parts.extend(known.iter().map(String::as_str));
        Seal { position, key_id: key.id.clone(), hash: key.hash(&parts) }
    }
}

/// Position in one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub owner: String,
    pub seal: Seal,
}

impl Reached {
    /// Returns the position before the first chain.
    pub fn nothing() -> Reached {
        Reached::start_of(String::new())
    }

    pub fn start_of(owner: String) -> Reached {
        Reached { owner, seal: Seal::start() }
    }

    /// Returns the position after the last seal of this chain.
    fn end_of(owner: String) -> Reached {
        Reached { owner, seal: Seal { position: i64::MAX, ..Seal::start() } }
    }
}

/// Owner of the chain, and id of the row.
pub type RowKey = (String, String);

/// Seals up to `limit` rows without a seal and returns their number.
pub fn seal_new(
    tx: &mut Tx<'_>,
    chain: &Chain,
    keys: &SealKeys,
    now: Timestamp,
    limit: i64,
) -> Result<usize> {
    let waiting = store::unsealed(tx, chain, limit)?;
    let (Some(first), Some(last)) = (waiting.first(), waiting.last()) else { return Ok(0) };
    store::join_by_index(tx)?;
    let known = store::known_of_unsealed(tx, chain, first, last)?;
    let mut ends = store::ends_among(tx, chain, first, last)?;
    let mut sealed = Vec::with_capacity(waiting.len());
    for row in &waiting {
        let gone = || Error::Internal(format!("{} is gone, and was not sealed yet", row.1));
        let parts = known.get(row).ok_or_else(gone)?;
        let end = ends.entry(row.0.clone()).or_insert_with(Seal::start);
        *end = end.next(chain, keys.current(), &row.0, parts);
        sealed.push((row, end.clone()));
    }
    store::insert(tx, chain, &sealed, now)?;
    store::forget_sealed(tx, chain, first, last)?;
    Ok(waiting.len())
}

/// Returns the creation time of the oldest unsealed row.
pub fn oldest_unsealed(tx: &mut Tx<'_>, chain: &Chain) -> Result<Option<Timestamp>> {
    Ok(store::oldest_unsealed(tx, chain)?.as_deref().and_then(Stem::made_at_of))
}

/// Result of checking a batch of seals.
pub enum ChainCheck {
    /// All seals match. Holds the position reached in each chain; the last one is where to
    /// continue.
    Holds(Vec<Reached>),
    /// There are no more seals.
    Ends,
    /// First mismatch, and the position from which to check the other chains.
    Breaks(Breach, Reached),
}

/// Checks up to `limit` seals after a verified position: of that chain alone, or also of the
/// following ones.
pub fn check_chain(
    tx: &mut Tx<'_>,
    chain: &Chain,
    keys: &SealKeys,
    from: &Reached,
    is_alone: bool,
    limit: i64,
) -> Result<ChainCheck> {
    let batch = store::read(tx, chain, from, is_alone, limit)?;
    let (Some(first), Some(last)) = (batch.first(), batch.last()) else {
        return Ok(ChainCheck::Ends);
    };
    store::join_by_index(tx)?;
    let known = store::known_of_sealed(tx, chain, first, last)?;
    let mut ends = vec![from.clone()];
    for (Reached { owner, seal }, row) in batch {
        let end = ends.last().filter(|end| end.owner == owner);
        let end = end.map_or_else(Seal::start, |end| end.seal.clone());
        let row_key = (owner, row);
        let key = keys.find(&seal.key_id);
        let parts = known.get(&row_key);
        let expected = parts.zip(key).map(|(parts, key)| end.next(chain, key, &row_key.0, parts));
        if expected.as_ref() != Some(&seal) {
            let problem = problem(&seal, end.position + 1, key.is_some(), parts.is_some());
            let (owner, row) = row_key;
            return Ok(ChainCheck::Breaks(
                Breach { rule: RULE, row, problem },
                Reached::end_of(owner),
            ));
        }
        let (owner, _) = row_key;
        if ends.last().is_some_and(|end| end.owner == owner) {
            ends.pop();
        }
        ends.push(Reached { owner, seal });
    }
    Ok(ChainCheck::Holds(ends))
}

fn problem(seal: &Seal, next: i64, is_key_known: bool, is_there: bool) -> String {
    let Seal { position, key_id, .. } = seal;
    if *position != next {
        format!("seal number {next} is gone; the next one is {position}")
    } else if !is_there {
        format!("it is gone; it was sealed as number {position}")
    } else if !is_key_known {
        format!(
            "it was sealed as number {position} with the key {key_id:?}, which this program does not have; put it in \
             previous_keys or retired_keys"
        )
    } else {
        format!("it was changed after it was sealed as number {position}")
    }
}

/// Returns the ends of all chains of a kind, or of those sealed since a time.
pub fn ends(tx: &mut Tx<'_>, chain: &Chain, since: Option<Timestamp>) -> Result<Vec<Reached>> {
    store::ends(tx, chain, since)
}

/// Returns those of these positions whose seal is missing or different now.
pub fn misfits(tx: &mut Tx<'_>, chain: &Chain, places: &[Reached]) -> Result<Vec<Reached>> {
    let mut wrong = Vec::new();
    for some in db::pieces(places) {
        let found = store::hashes_at(tx, chain, some)?;
        let differs = |place: &&Reached| {
            let hash = found.get(&(place.owner.clone(), place.seal.position));
            hash != Some(&place.seal.hash)
        };
        wrong.extend(some.iter().filter(differs).cloned());
    }
    Ok(wrong)
}

/// Number of rows of a kind, and of sealed ones.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    pub name: &'static str,
    pub rows: i64,
    pub sealed: i64,
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} ({} sealed)", self.rows, self.name, self.sealed)
    }
}

pub fn tally(tx: &mut Tx<'_>, chain: &Chain) -> Result<Tally> {
    let (rows, sealed) = store::count(tx, chain)?;
    Ok(Tally { name: chain.name, rows, sealed })
}
