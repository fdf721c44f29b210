//! Key rotation: re-encrypts sealed texts and recomputes card hashes under a new key, in small
//! transactions while the program runs. Features declare their columns. Renewed rows name the new
//! key, so an interrupted rotation continues.

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

/// Column of encrypted texts.
#[derive(Clone, Copy)]
pub struct Sealed {
    pub table: &'static str,
    pub id: &'static str,
    /// Column of the owner, for whom alone the text can be decrypted.
    pub owner: &'static str,
    pub column: &'static str,
    pub purpose: Use,
}

/// Rows that can't be read or found without the key that made them.
#[derive(Clone, Copy)]
pub struct Kept {
    /// Name for operators.
    pub name: &'static str,
    pub table: &'static str,
    pub column: &'static str,
    /// Condition for rows still in use. A `$1` in it is the current time.
    pub condition: &'static str,
}

/// Renews up to a number of rows after an id.
pub type Renewal = fn(&mut Tx<'_>, &Secrets, &str, i64) -> Result<Renewed>;

/// Result of a batch of rows.
pub struct Renewed {
    /// Last row of the batch; `None` if there are no more.
    pub last: Option<String>,
    pub renewed: u64,
    /// Number of rows that no configured key can decrypt.
    pub unreadable: u64,
}

/// All data of the features under the program's keys.
pub struct UnderKeys {
    pub renewals: Vec<Renewal>,
    pub sealed: Vec<Sealed>,
    pub kept: Vec<Kept>,
}

/// Rows per transaction; few, so that other transactions don't wait long.
pub const BATCH: i64 = 100;

/// Rotation in progress.
pub struct Rotation {
    db: Db,
    secrets: Arc<Secrets>,
    under_keys: UnderKeys,
    /// Number of finished kinds of rows: first the renewals, then the encrypted texts.
    finished: usize,
    /// Last examined row of the current kind.
    last: String,
    renewed: u64,
    unreadable: u64,
}

impl Rotation {
    pub fn new(db: Db, secrets: Arc<Secrets>, under_keys: UnderKeys) -> Rotation {
        let last = String::new();
        Rotation { db, secrets, under_keys, finished: 0, last, renewed: 0, unreadable: 0 }
    }

    /// Renews up to `limit` rows. Returns true if there may be more.
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

    /// Renews all rows and records the change in the audit log.
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

/// Result of a rotation.
pub struct Rotated {
    key: String,
    previous: Vec<String>,
    renewed: u64,
    pub unreadable: u64,
    left: Vec<Left>,
}

impl Rotated {
    /// Returns the rows that need a key. The empty name means any of the previous keys.
    fn needs(&self, key: &str) -> Vec<String> {
        let left = self.left.iter().filter(|left| left.key == key);
        left.map(|left| format!("{} {}", left.rows, left.what)).collect()
    }
}

/// Report for the operator.
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
