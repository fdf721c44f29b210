//! Seals: chains of keyed hashes over rows that are only ever added, one for each vendor and one for what is no vendor's.
//! Whoever changes, removes or slips in one of them behind the program's back breaks its chain from there on, and can't
//! mend it: the key is not in the database. They are made in batches afterwards, so that no sale waits for another.

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
/// The number of rows that are sealed or checked at once.
pub const BATCH: i64 = 500;

/// Whose chain holds what is no vendor's.
pub const PLATFORM: &str = "platform";

/// A kind of rows that are sealed, and where. Whoever adds one writes its id into `unsealed`, too.
pub struct Chain {
    /// What these rows are called.
    pub name: &'static str,
    /// The same as one word, for anchors and checkpoints.
    pub word: &'static str,
    pub table: &'static str,
    /// The table of their seals.
    pub seals: &'static str,
    /// The table of those that are still to be sealed: a row in neither of them was slipped in.
    pub unsealed: &'static str,
    /// What both of these call whose chain it is.
    pub owner: &'static str,
    /// What both of these call the row's id.
    pub key: &'static str,
    /// Whether the id of a row tells when it was written. How long rows wait for their seals is known of such chains only.
    pub has_age: bool,
    /// Everything that is known of a row: its own columns first, then those of the rows that belong to it.
    pub sources: &'static [Source],
}

/// Where some of what is known of a row stands. `s` is the row's seal or the note that it has none yet.
pub struct Source {
    pub columns: &'static str,
    pub join: &'static str,
    pub order: &'static str,
}

/// The keys that seals are made with: new ones with the current, and each says which one that was.
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
        // A program has a key.
        &self.0[0]
    }

    fn find(&self, id: &str) -> Option<&SealKey> {
        self.0.iter().find(|key| key.id == id)
    }
}

impl SealKey {
    fn hash(&self, parts: &[&str]) -> String {
        // HMAC takes keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key)
            .unwrap_or_else(|_| unreachable!("any length fits"));
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        hex(&mac.finalize().into_bytes())
    }
}

/// A link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    pub position: i64,
    pub key_id: String,
    pub hash: String,
}

impl Seal {
    /// Before the first.
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

/// A place in the chain of a vendor, or in that of what is nobody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub owner: String,
    pub seal: Seal,
}

impl Reached {
    /// Before the first seal of the first chain.
    pub fn nothing() -> Reached {
        Reached::start_of(String::new())
    }

    pub fn start_of(owner: String) -> Reached {
        Reached { owner, seal: Seal::start() }
    }

    /// Behind everything in this chain.
    fn end_of(owner: String) -> Reached {
        Reached { owner, seal: Seal { position: i64::MAX, ..Seal::start() } }
    }
}

/// A row by whose chain it stands in, and its id.
pub type RowKey = (String, String);

/// Seals up to `limit` rows that have no seal yet, and returns their number.
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

/// When the oldest row was made that waits for its seal.
pub fn oldest_unsealed(tx: &mut Tx<'_>, chain: &Chain) -> Result<Option<Timestamp>> {
    Ok(store::oldest_unsealed(tx, chain)?.as_deref().and_then(Stem::made_at_of))
}

/// What a look at a piece of the chains has shown.
pub enum ChainCheck {
    /// It fits what it seals. How far each chain of it was read; the last is where to go on.
    Holds(Vec<Reached>),
    /// There is nothing more.
    Ends,
    /// What is wrong, and where to go on with the other chains.
    Breaks(Breach, Reached),
}

/// Checks up to `limit` seals behind a place up to which their chains hold: of that chain alone, or of all that follow.
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

/// How far the chains of a kind have come: those of everybody, or those that were sealed since a moment.
pub fn ends(tx: &mut Tx<'_>, chain: &Chain, since: Option<Timestamp>) -> Result<Vec<Reached>> {
    store::ends(tx, chain, since)
}

/// Of these places in chains, those at which there is another seal now, or none.
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

/// How many rows of a kind there are, and how many of them are sealed.
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
