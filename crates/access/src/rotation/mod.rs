//! Key rotation: re-encrypts sealed texts and recomputes card hashes with a new key, in small
//! transactions while the program runs. Features declare the columns that need it. Each renewed row
//! names the new key, so an interrupted rotation can resume.

pub mod actions;
mod store;

use std::{fmt, sync::Arc};

use db::{Db, Tx};
use serde_json::json;

use kernel::timestamp::Timestamp;
use platform::{
    error::{Error, Result},
    secrets::{Secrets, Use},
};

use crate::audit::{self, Author, Entry, Subject, actions::PROGRAM_KEY};
use store::Left;

/// Column that contains texts encrypted with the program's key.
#[derive(Clone, Copy)]
pub struct Sealed {
    pub table: &'static str,
    pub id: &'static str,
    /// Column with the id of the text's owner. A text can only be decrypted together with the id of
    /// its owner.
    pub owner: &'static str,
    pub column: &'static str,
    pub purpose: Use,
}

/// Rows that can't be read or found without the key they were made with. The report on a rotation
/// counts the rows that still need each key.
#[derive(Clone, Copy)]
pub struct Kept {
    /// Name of these rows in the report for operators.
    pub name: &'static str,
    pub table: &'static str,
    pub column: &'static str,
    /// SQL condition for rows still in use. `$1` in the condition is the current time.
    pub condition: &'static str,
}

/// Function that renews the next rows with an id above the passed id, up to the passed number of
/// rows.
pub type Renewal = fn(&mut Tx<'_>, &Secrets, &str, i64) -> Result<Renewed>;

/// Result of renewing a batch of rows.
pub struct Renewed {
    /// Id of the last row of the batch; `None` if there are no more rows.
    pub last: Option<String>,
    pub renewed: u64,
    /// Number of rows that no configured key can decrypt.
    pub unreadable: u64,
}

/// All data of the features that depends on the program's keys.
pub struct UnderKeys {
    pub renewals: Vec<Renewal>,
    pub sealed: Vec<Sealed>,
    pub kept: Vec<Kept>,
}

/// Rows renewed per transaction. A small batch keeps other transactions from waiting long.
pub const BATCH: i64 = 100;

/// Key rotation in progress.
pub struct Rotation {
    db: Db,
    secrets: Arc<Secrets>,
    under_keys: UnderKeys,
    /// Number of kinds of rows that are finished. The `renewals` are done first, then the `sealed`
    /// texts.
    finished: usize,
    /// Id of the last examined row of the current kind of rows.
    last: String,
    renewed: u64,
    unreadable: u64,
}

impl Rotation {
    pub fn new(db: Db, secrets: Arc<Secrets>, under_keys: UnderKeys) -> Rotation {
        let last = String::new();
        Rotation { db, secrets, under_keys, finished: 0, last, renewed: 0, unreadable: 0 }
    }

    /// Renews up to `limit` rows. Returns true if more rows may remain.
    pub async fn go_on(&mut self, limit: i64) -> Result<bool> {
        let (secrets, last) = (self.secrets.clone(), self.last.clone());
        let UnderKeys { renewals, sealed, .. } = &self.under_keys;
        let count = renewals.len() + sealed.len();
        let step = match renewals.get(self.finished) {
            Some(&renew) => self.db.write(move |tx| renew(tx, &secrets, &last, limit)).await?,
            None => {
                let Some(&texts) = sealed.get(self.finished - renewals.len()) else {
                    return Ok(false);
                };
                self.db.write(move |tx| renew_texts(tx, &secrets, texts, &last, limit)).await?
            }
        };
        self.renewed += step.renewed;
        self.unreadable += step.unreadable;
        match step.last {
            Some(last) => self.last = last,
            None => (self.finished, self.last) = (self.finished + 1, String::new()),
        }
        Ok(self.finished < count)
    }

    /// Renews all rows and records the rotation in the audit log.
    pub async fn finish(mut self, now: Timestamp) -> Result<Rotated> {
        while self.go_on(BATCH).await? {}
        if self.renewed + self.unreadable > 0 {
            let entry = self.entry();
            let record = move |tx: &mut Tx<'_>| {
                audit::record(tx, now, &Author::system("rotate-key"), entry.clone())
            };
            self.db.write(record).await?;
        }
        let kept = self.under_keys.kept.clone();
        let left = self.db.read(move |tx| store::count(tx, now, &kept)).await?;
        Ok(Rotated {
            key: self.secrets.name().to_owned(),
            previous: self.secrets.previous_names().map(str::to_owned).collect(),
            renewed: self.renewed,
            unreadable: self.unreadable,
            left,
        })
    }

    fn entry(&self) -> Entry {
        let key = self.secrets.name();
        let after = json!({
            (audit::SUBJECT_NAME): key,
            "renewed": self.renewed,
            "unreadable": self.unreadable,
        });
        Entry::new(actions::KEY_ROTATED, Subject::of(PROGRAM_KEY, key)).after(after)
    }
}

fn renew_texts(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    sealed: Sealed,
    after: &str,
    limit: i64,
) -> Result<Renewed> {
    let outdated = store::outdated(tx, sealed, &secrets.mark(), after, limit)?;
    let last = outdated.last().map(|row| row.id.clone());
    let mut done = Renewed { last, renewed: 0, unreadable: 0 };
    for old in outdated {
        match secrets.open(sealed.purpose, &old.owner, &old.text) {
            Some(text) => {
                let new = secrets.seal(sealed.purpose, &old.owner, &text);
                store::set_text(tx, sealed, &old, &new)?;
                done.renewed += 1;
            }
            None => {
                let (purpose, row) = (sealed.purpose, &old.id);
                tracing::error!(
                    ?purpose,
                    row,
                    "a stored text can't be decrypted with any configured key"
                );
                done.unreadable += 1;
            }
        }
    }
    Ok::<_, Error>(done)
}

/// Result of a key rotation.
pub struct Rotated {
    key: String,
    previous: Vec<String>,
    renewed: u64,
    pub unreadable: u64,
    left: Vec<Left>,
}

impl Rotated {
    /// Describes the rows that still need a key. An empty `key` selects rows that don't name their
    /// key, which may need any of the previous keys.
    fn needs(&self, key: &str) -> Vec<String> {
        let left = self.left.iter().filter(|left| left.key == key);
        left.map(|left| format!("{} {}", left.rows, left.what)).collect()
    }
}

/// Formats the report for the operator.
impl fmt::Display for Rotated {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rotated { key, renewed, unreadable, .. } = self;
        writeln!(out, "Made anew with the key {key}: {renewed} cards and sealed texts.")?;
        if *unreadable > 0 {
            writeln!(
                out,
                "None of the keys opens {unreadable} of them, which the log names: add the key they need to previous_keys."
            )?;
        }
        let nameless = self.needs("");
        for previous in &self.previous {
            let needs = self.needs(previous);
            if !needs.is_empty() {
                writeln!(out, "Still made with {previous}: {}.", needs.join("; "))?;
            } else if nameless.is_empty() {
                writeln!(
                    out,
                    "Nothing needs {previous} any more but the seals of the books: it may go from previous_keys to retired_keys."
                )?;
            }
        }
        if !nameless.is_empty() {
            let needs = nameless.join("; ");
            writeln!(out, "Made with a previous key that they don't name: {needs}.")?;
        }
        Ok(())
    }
}
