//! Seals: chains of hashes over rows that are only ever added. Whoever changes, removes or slips in one of them behind the
//! program's back breaks its chain from there on. They are made in batches afterwards, so that no sale waits for another.

use std::fmt;

use db::Tx;
use sha2::{Digest, Sha256};

use super::{Breach, store::seals as store};
use crate::{
    error::{Error, Result},
    kernel::random::hex,
};

const RULE: &str = "seals hold";
const BATCH: i64 = 500;

/// A kind of rows that are sealed, and where. Whoever adds one writes its id into `unsealed`, too.
pub struct Chain {
    /// What these rows are called.
    pub name: &'static str,
    pub table: &'static str,
    /// The table of their seals.
    pub seals: &'static str,
    /// The table of those that are still to be sealed: a row in neither of them was slipped in.
    pub unsealed: &'static str,
    /// What both of these call the row's id.
    pub key: &'static str,
    /// Everything that is known of a row: its own columns first, then those of the rows that belong to it.
    pub sources: &'static [Source],
}

/// Where some of what is known of a row stands. `s` is the row's seal or the note that it has none yet.
pub struct Source {
    pub columns: &'static str,
    pub join: &'static str,
    pub order: &'static str,
}

/// The end of a chain: what is written to the log, where whoever changes the rows can't reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    pub position: i64,
    pub hash: String,
}

impl Seal {
    /// Before the first.
    pub fn start() -> Seal {
        Seal { position: 0, hash: String::new() }
    }

    fn next(&self, parts: &[String]) -> Seal {
        let mut hash = Sha256::new();
        for part in std::iter::once(&self.hash).chain(parts) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        Seal { position: self.position + 1, hash: hex(&hash.finalize()) }
    }
}

/// Seals a batch of what is not sealed yet; the new end of the chain, or `None` when there was nothing to do.
pub fn seal_new(tx: &mut Tx<'_>, chain: &Chain) -> Result<Option<Seal>> {
    let waiting = store::lock_unsealed(tx, chain, BATCH)?;
    let (Some(first), Some(last)) = (waiting.first(), waiting.last()) else { return Ok(None) };
    let known = store::known_of_unsealed(tx, chain, first, last)?;
    let mut end = store::last(tx, chain)?.unwrap_or_else(Seal::start);
    for row in &waiting {
        let parts = known.get(row);
        let gone = || Error::Internal(format!("{row} is gone, and was not sealed yet"));
        end = end.next(parts.ok_or_else(gone)?);
        store::insert(tx, chain, &end, row)?;
    }
    Ok(Some(end))
}

/// What a look at a piece of a chain has shown.
pub enum ChainCheck {
    /// It fits what it seals, up to here.
    Holds(Seal),
    /// It holds to its end.
    Ends,
    Breaks(Breach),
}

/// Looks at the next piece of a chain behind a seal that holds.
pub fn check_chain(tx: &mut Tx<'_>, chain: &Chain, from: &Seal) -> Result<ChainCheck> {
    let batch = store::read(tx, chain, from.position, BATCH)?;
    let Some((last, _)) = batch.last() else { return Ok(ChainCheck::Ends) };
    let known = store::known_of_sealed(tx, chain, from.position, last.position)?;
    let mut end = from.clone();
    for (seal, row) in batch {
        let expected = known.get(&row).map(|parts| end.next(parts));
        if expected.as_ref() != Some(&seal) {
            let problem = problem(&seal, end.position + 1, expected.is_some());
            return Ok(ChainCheck::Breaks(Breach { rule: RULE, row, problem }));
        }
        end = seal;
    }
    Ok(ChainCheck::Holds(end))
}

fn problem(seal: &Seal, expected: i64, is_there: bool) -> String {
    let position = seal.position;
    if position != expected {
        format!("seal number {expected} is gone; the next one is {position}")
    } else if is_there {
        format!("it was changed after it was sealed as number {position}")
    } else {
        format!("it is gone; it was sealed as number {position}")
    }
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
