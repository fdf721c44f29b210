//! What the long lists of the catalogue share: they are searched by words that stand in an index, read from the
//! nearer end, and counted once for every version of the data.

mod store;
mod totals;

use db::Tx;

use crate::{
    error::Result,
    kernel::{fields::Fields, search::Search},
};

pub use store::{Listing, index};
pub use totals::Totals;

/// What is found by its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {
    Vendor,
    Charity,
    Campaign,
}

impl Indexed {
    fn word(self) -> &'static str {
        match self {
            Indexed::Vendor => "VENDOR",
            Indexed::Charity => "CHARITY",
            Indexed::Campaign => "CAMPAIGN",
        }
    }
}

/// Where a word stands. What matches in its name comes before what matches in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Name = 1,
    Text = 2,
    /// Administrators find by it, visitors don't: not even that it is there may be learned.
    Private = 3,
}

/// What a list is searched for: words, and where they may stand.
#[derive(Clone, Debug)]
pub struct Wanted {
    words: Vec<String>,
    depths: Vec<Depth>,
}

impl Wanted {
    /// `fields` are the names that `searchFields` may hold, with the depth of each.
    pub fn new(search: &Search, fields: &[(&str, Depth)]) -> Result<Wanted, Fields> {
        let unknown = search
            .fields()
            .any(|given| !fields.iter().any(|(name, _)| name.eq_ignore_ascii_case(given)));
        if unknown {
            let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
            let message = format!("Must be one of {}.", names.join(", "));
            return Err(Fields::one("searchFields", message));
        }
        let covered = fields.iter().filter(|(name, _)| search.covers(name));
        let mut depths: Vec<Depth> = covered.map(|(_, depth)| *depth).collect();
        depths.sort();
        depths.dedup();
        let mut words = search.words().to_vec();
        words.sort();
        words.dedup();
        Ok(Wanted { words, depths })
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// Something of the catalogue changes in this transaction: what was counted before holds no more.
pub fn changed(tx: &mut Tx<'_>) -> Result<()> {
    store::next_version(tx)
}
