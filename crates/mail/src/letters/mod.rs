//! Letters: the content of emails. Each feature declares its letters as an enum beside the code
//! that sends them. The texts in both languages are in `en.toml` and `fr.toml`. HTML and plain text
//! are built from the same content.

mod content;
mod phrases;
mod test;
mod texts;
mod writing;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Error, Value};

use kernel::language::Language;

pub use content::{Button, Content, Picture, Sender};
pub use phrases::{name, organization};
pub use test::TestLetter;
pub use texts::Texts;
pub use writing::Writing;

/// Letters of a feature, implemented by an enum. A letter is stored as JSON with its name in the
/// field `letter`; the other fields fill placeholders in the texts.
pub trait Letter: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Names of fields that contain names chosen by users. Anyone can trigger an email to someone
    /// else's address. A name that looks like an address or an advertisement is therefore omitted.
    const PEOPLE: &'static [&'static str] = &["firstName"];

    /// Returns the texts of the feature's letters.
    fn texts() -> &'static Texts;

    /// Returns true if the reader waits for the email or must act at once. Such emails are sent
    /// before all others, so return false for emails to many recipients.
    fn is_awaited(&self) -> bool {
        false
    }

    /// Returns the address for replies, or `None` for the brand's address.
    fn reply_to(&self) -> Option<&str> {
        None
    }

    /// Adds parts that the text files can't contain: pictures, bills and computed values.
    fn complete(&self, _writing: &mut Writing<'_>) {}
}

/// Letter written in the reader's language.
pub struct Written {
    /// Name of the letter, as stored in the queue.
    pub word: String,
    pub content: Content,
    pub reply_to: Option<String>,
}

pub fn write_letter<L: Letter>(
    letter: &L,
    from: Sender<'_>,
    lang: Language,
) -> Result<Written, Error> {
    let fields = serde_json::to_value(letter)?;
    let mut writing = Writing::new(L::texts(), L::PEOPLE, fields, from, lang);
    letter.complete(&mut writing);
    Ok(Written {
        word: writing.word().to_owned(),
        content: writing.content(),
        reply_to: letter.reply_to().map(str::to_owned),
    })
}

type WriteStored = fn(Value, Sender<'_>, Language) -> Result<Written, Error>;

/// Letters of one feature, as an entry in the program's list of all letters.
#[derive(Clone, Copy)]
pub struct Kind {
    texts: fn() -> &'static Texts,
    write: WriteStored,
}

impl Kind {
    pub const fn of<L: Letter>() -> Kind {
        Kind {
            texts: L::texts,
            write: |stored, from, lang| {
                write_letter(&serde_json::from_value::<L>(stored)?, from, lang)
            },
        }
    }

    /// Returns the names of the feature's letters.
    pub fn words(self) -> Vec<&'static str> {
        (self.texts)().letters()
    }

    pub fn texts(self) -> &'static Texts {
        (self.texts)()
    }
}

/// Letters of all features. Used to parse letters from the queue.
pub struct Letters(pub &'static [Kind]);

impl Letters {
    /// Writes a letter from the queue. Returns an error if this program does not know the letter,
    /// for example if a newer release queued it.
    pub fn write(
        &self,
        stored: Value,
        from: Sender<'_>,
        lang: Language,
    ) -> Result<Written, String> {
        let word = stored["letter"].as_str().unwrap_or_default();
        let kind = self.0.iter().find(|kind| (kind.texts)().has(word));
        let kind = kind.ok_or_else(|| format!("no feature declares the letter {word:?}"))?;
        (kind.write)(stored, from, lang)
            .map_err(|error| format!("the letter can't be read: {error}"))
    }
}
