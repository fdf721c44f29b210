//! Seals: chains of keyed hashes over append-only rows. Each vendor has a chain, and rows without a
//! vendor share another chain. Changing, removing or inserting a row outside the program breaks its
//! chain. Nobody can repair the chain with access to the database alone, because the key is stored
//! elsewhere. Rows are sealed in batches some time after they are inserted, so that sales don't
//! wait for each other.

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
/// Maximum number of rows in a batch that is sealed or checked.
pub const BATCH: i64 = 500;

/// Name used as the owner of the chain that seals rows without a vendor.
pub const PLATFORM: &str = "platform";

/// Kind of sealed rows, such as transfers, with their tables and columns. Code that inserts such a
/// row must also insert its id into the table of unsealed rows.
pub struct Chain {
    /// Name of this kind of rows in the output of checks.
    pub name: &'static str,
    /// Name of this kind of rows as one word, stored in anchors and checkpoints.
    pub word: &'static str,
    pub table: &'static str,
    /// Table that stores the seals of these rows.
    pub seals: &'static str,
    /// Table that lists rows waiting for their seal. A row that has no seal and is not listed was
    /// inserted outside the program.
    pub unsealed: &'static str,
    /// Column with the owner of the chain, in the tables of seals and of unsealed rows.
    pub owner: &'static str,
    /// Column with the id of the sealed row, in the tables of seals and of unsealed rows.
    pub key: &'static str,
    /// Whether the row's id contains its creation time, which tells how long rows have waited for
    /// their seals.
    pub has_age: bool,
    /// Columns that the seal covers: those of the row itself first, then those of its dependent
    /// rows.
    pub sources: &'static [Source],
}

/// Table whose columns a seal covers. In its SQL, `s` is the alias of the row's seal or of its
/// entry in the table of unsealed rows.
pub struct Source {
    pub columns: &'static str,
    pub join: &'static str,
    pub order: &'static str,
}

/// Keys for sealing. New seals use the first key. Each seal stores the id of its key, so that older
/// seals can still be checked.
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
        // A running program always has at least one sealing key.
        &self.0[0]
    }

    fn find(&self, id: &str) -> Option<&SealKey> {
        self.0.iter().find(|key| key.id == id)
    }
}

impl SealKey {
    fn hash(&self, parts: &[&str]) -> String {
        // This call can't fail, because HMAC accepts keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key)
            .unwrap_or_else(|_| unreachable!("any length fits"));
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        hex(&mac.finalize().into_bytes())
    }
}

/// One seal in a chain. Its hash covers a row and the hash of the previous seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    pub position: i64,
    pub key_id: String,
    pub hash: String,
}

impl Seal {
    /// Returns the placeholder that precedes the first seal of a chain, at position 0.
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

/// Seal that a check has reached, with the owner of its chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub owner: String,
    pub seal: Seal,
}

impl Reached {
    /// Returns the position before the first seal of the first chain, where a check of all chains
    /// begins.
    pub fn nothing() -> Reached {
        Reached::start_of(String::new())
    }

    pub fn start_of(owner: String) -> Reached {
        Reached { owner, seal: Seal::start() }
    }

    /// Returns the position after the last seal of this owner's chain.
    fn end_of(owner: String) -> Reached {
        Reached { owner, seal: Seal { position: i64::MAX, ..Seal::start() } }
    }
}

/// Key of a sealed row: the owner of its chain, and the row's id.
pub type RowKey = (String, String);

/// Seals up to `limit` unsealed rows. Returns how many rows were sealed.
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

/// Returns the creation time of the oldest unsealed row. `None` if all rows are sealed.
pub fn oldest_unsealed(tx: &mut Tx<'_>, chain: &Chain) -> Result<Option<Timestamp>> {
    Ok(store::oldest_unsealed(tx, chain)?.as_deref().and_then(Stem::made_at_of))
}

/// Result of checking a batch of seals.
pub enum ChainCheck {
    /// All seals match. Contains the last position checked in each chain. The check resumes after
    /// the last of these positions.
    Holds(Vec<Reached>),
    /// There are no seals left to check.
    Ends,
    /// First seal that does not match its row, and the position from which to check the remaining
    /// chains.
    Breaks(Breach, Reached),
}

/// Checks up to `limit` seals that follow a verified position. Covers only the chain of `from` if
/// `is_alone` is true, and otherwise also the chains of all owners that sort after its owner.
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

/// Returns the last seal of each chain of this kind of rows. `since` restricts the result to chains
/// with a seal made since that time.
pub fn ends(tx: &mut Tx<'_>, chain: &Chain, since: Option<Timestamp>) -> Result<Vec<Reached>> {
    store::ends(tx, chain, since)
}

/// Returns the positions in `places` whose seal is missing from the database or has a different
/// hash there.
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

/// Number of rows of one kind, such as transfers, and how many of these rows are sealed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_names_the_first_cause() {
        let seal = Seal { position: 4, ..Seal::start() };
        let problem = |next, is_key_known, is_there| problem(&seal, next, is_key_known, is_there);
        assert!(problem(3, false, false).starts_with("seal number 3 is gone"));
        assert_eq!(problem(4, false, false), "it is gone; it was sealed as number 4");
        assert!(problem(4, false, true).contains("does not have"));
        assert!(problem(4, true, true).starts_with("it was changed"));
    }
}
