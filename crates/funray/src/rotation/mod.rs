//! Another key takes the place of the program's: what is sealed, and what cards are found by, is made anew under it, in small
//! transactions, while everybody works on. What was done names the new key, so whoever begins again goes on.

pub mod actions;
mod store;

use std::{fmt, sync::Arc};

use db::{Db, Tx};
use serde_json::json;

use crate::{
    audit::{self, Author, Entry, Subject, actions::PROGRAM_KEY},
    cards,
    error::{Error, Result},
    kernel::timestamp::Timestamp,
    secrets::Secrets,
};
use store::{Left, SEALED, Sealed};

/// So many rows at once, so that nobody waits long for one of them.
pub const BATCH: i64 = 100;

/// How far it has come.
pub struct Rotation {
    db: Db,
    secrets: Arc<Secrets>,
    /// How many kinds of rows are done.
    kinds: usize,
    /// The last row of the next kind that was looked at.
    last: String,
    renewed: u64,
    unreadable: u64,
}

/// What a batch of rows came to.
struct Step {
    last: Option<String>,
    renewed: u64,
    unreadable: u64,
}

impl Rotation {
    pub fn new(db: Db, secrets: Arc<Secrets>) -> Rotation {
        Rotation { db, secrets, kinds: 0, last: String::new(), renewed: 0, unreadable: 0 }
    }

    /// Does so many rows; whether there may be more.
    pub async fn go_on(&mut self, most: i64) -> Result<bool> {
        let (secrets, kind, last) = (self.secrets.clone(), self.kinds, self.last.clone());
        let step = self
            .db
            .write(move |tx| match kind.checked_sub(1) {
                None => rotate_cards(tx, &secrets, &last, most),
                Some(kind) => rotate_texts(tx, &secrets, SEALED[kind], &last, most),
            })
            .await?;
        self.renewed += step.renewed;
        self.unreadable += step.unreadable;
        match step.last {
            Some(last) => self.last = last,
            None => (self.kinds, self.last) = (self.kinds + 1, String::new()),
        }
        Ok(self.kinds <= SEALED.len())
    }

    /// Does all there is. What was changed is told in the audit log.
    pub async fn finish(mut self, now: Timestamp) -> Result<Rotated> {
        while self.go_on(BATCH).await? {}
        if self.renewed + self.unreadable > 0 {
            let entry = self.told();
            let record = move |tx: &mut Tx<'_>| {
                audit::record(tx, now, &Author::system("rotate-key"), entry.clone())
            };
            self.db.write(record).await?;
        }
        let left = self.db.read(move |tx| store::count(tx, now)).await?;
        Ok(Rotated {
            key: self.secrets.name().to_owned(),
            previous: self.secrets.previous_names().map(str::to_owned).collect(),
            renewed: self.renewed,
            unreadable: self.unreadable,
            left,
        })
    }

    fn told(&self) -> Entry {
        let key = self.secrets.name();
        let told = json!({
            (audit::SUBJECT_NAME): key,
            "renewed": self.renewed,
            "unreadable": self.unreadable,
        });
        Entry::new(actions::KEY_ROTATED, Subject::of(PROGRAM_KEY, key)).after(told)
    }
}

fn rotate_cards(tx: &mut Tx<'_>, secrets: &Secrets, after: &str, most: i64) -> Result<Step> {
    let cards::RotatedCards { last, renewed, unreadable } =
        cards::rotate_some(tx, secrets, after, most)?;
    Ok(Step { last, renewed, unreadable })
}

fn rotate_texts(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    sealed: Sealed,
    after: &str,
    most: i64,
) -> Result<Step> {
    let outdated = store::outdated(tx, sealed, &secrets.mark(), after, most)?;
    let mut step =
        Step { last: outdated.last().map(|row| row.id.clone()), renewed: 0, unreadable: 0 };
    for old in outdated {
        match secrets.open(sealed.purpose, &old.owner, &old.text) {
            Some(text) => {
                let new = secrets.seal(sealed.purpose, &old.owner, &text);
                store::set_text(tx, sealed, &old, &new)?;
                step.renewed += 1;
            }
            None => {
                let (purpose, row) = (sealed.purpose, &old.id);
                tracing::error!(?purpose, row, "none of the program's keys opens this");
                step.unreadable += 1;
            }
        }
    }
    Ok::<_, Error>(step)
}

/// What was made anew, and what still needs which key.
pub struct Rotated {
    key: String,
    previous: Vec<String>,
    renewed: u64,
    pub unreadable: u64,
    left: Vec<Left>,
}

impl Rotated {
    /// What still needs this key; the empty name stands for whichever of the previous ones.
    fn needs(&self, key: &str) -> Vec<String> {
        let left = self.left.iter().filter(|left| left.key == key);
        left.map(|left| format!("{} {}", left.rows, left.what)).collect()
    }
}

/// What an operator is told.
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
