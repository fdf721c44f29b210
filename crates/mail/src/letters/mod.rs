//! Letters: the content of emails. Each feature declares its letters as an enum beside the code
//! that sends them, with texts in both languages (`en.toml`, `fr.toml`). HTML and plain text are
//! built from the same content.

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

/// Letters of a feature: an enum stored with the tag `letter`. Its fields fill placeholders of the
/// texts.
pub trait Letter: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Fields with names that users chose. Anyone can cause an email to any address, so a name that
    /// looks like an address or an advertisement is treated as missing.
    const PEOPLE: &'static [&'static str] = &["firstName"];

    /// Texts of the feature's letters.
    fn texts() -> &'static Texts;

    /// Returns true if the reader waits for the letter or must act at once. Such letters are sent
    /// before all others, so bulk letters must not return true.
    fn is_awaited(&self) -> bool {
        false
    }

    /// Returns the reply address, if it is not the brand's.
    fn reply_to(&self) -> Option<&str> {
        None
    }

    /// Adds parts that texts can't express: pictures, bills and computed values.
    fn complete(&self, _writing: &mut Writing<'_>) {}
}

/// Letter in the reader's language.
pub struct Written {
    /// Name of the letter, as in the queue.
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

/// Letters of one feature, for the program's list.
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

    /// Returns the names of its letters.
    pub fn words(self) -> Vec<&'static str> {
        (self.texts)().letters()
    }

    pub fn texts(self) -> &'static Texts {
        (self.texts)()
    }
}

/// All letters of the program, by which queued letters are parsed.
pub struct Letters(pub &'static [Kind]);

impl Letters {
    /// Writes a stored letter. Fails if a newer program queued it.
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
