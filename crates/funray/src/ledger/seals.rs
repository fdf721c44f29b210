//! Seals: a chain of hashes over all transfers. Whoever changes, removes or slips in a transfer behind the program's
//! back breaks it from there on. They are made in batches afterwards, so that no sale waits for another.

use db::Tx;
use sha2::{Digest, Sha256};

use super::{
    Breach, TransferId,
    store::seals::{self as store, SealedEntry, SealedTransfer},
};
use crate::{error::Result, kernel::random::hex};

const RULE: &str = "seals hold";
const BATCH: i64 = 500;

/// The end of the chain: what is written to the log, where whoever changes the rows can't reach it.
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

    fn next(&self, transfer: &SealedTransfer, entries: &[SealedEntry]) -> Seal {
        let mut hash = Sha256::new();
        let mut add = |part: &str| {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        };
        add(&self.hash);
        for part in transfer.parts() {
            add(&part);
        }
        for part in entries.iter().flat_map(SealedEntry::parts) {
            add(&part);
        }
        Seal { position: self.position + 1, hash: hex(&hash.finalize()) }
    }
}

/// Seals a batch of what is not sealed yet; the new end of the chain, or `None` when there was nothing to do.
pub fn seal_new(tx: &mut Tx<'_>) -> Result<Option<Seal>> {
    let waiting = store::lock_unsealed(tx, BATCH)?;
    if waiting.is_empty() {
        return Ok(None);
    }
    let mut end = store::last(tx)?.unwrap_or_else(Seal::start);
    for transfer in store::transfers(tx, &waiting)? {
        let entries = store::entries(tx, transfer.id)?;
        end = end.next(&transfer, &entries);
        store::insert(tx, &end, transfer.id)?;
    }
    Ok(Some(end))
}

/// What a look at a piece of the chain has shown.
pub enum Chain {
    /// It fits what it seals, up to here.
    Holds(Seal),
    /// It holds to its end.
    Ends,
    Breaks(Breach),
}

/// Looks at the next piece of the chain behind a seal that holds.
pub fn follow(tx: &mut Tx<'_>, from: &Seal) -> Result<Chain> {
    let batch = store::read(tx, from.position, BATCH)?;
    let Some((last, _)) = batch.last() else { return Ok(Chain::Ends) };
    let mut entries =
        store::entries_between(tx, from.position, last.position)?.into_iter().peekable();
    let mut end = from.clone();
    for (seal, transfer) in &batch {
        let mut own = Vec::new();
        while let Some((_, entry)) = entries.next_if(|(position, _)| *position == seal.position) {
            own.push(entry);
        }
        let expected = end.next(transfer, &own);
        if expected != *seal {
            return Ok(Chain::Breaks(broken(transfer.id, seal.position, expected.position)));
        }
        end = expected;
    }
    Ok(Chain::Holds(end))
}

fn broken(transfer: TransferId, position: i64, expected: i64) -> Breach {
    let problem = if position == expected {
        format!("it was changed after it was sealed as number {position}")
    } else {
        format!("seal number {expected} is gone; the next one is {position}")
    };
    Breach { rule: RULE, row: transfer.to_string(), problem }
}
