//! Letters: what a mail says. Each feature declares its letters as an enum beside the code that sends them, with texts in
//! both languages (`en.toml`, `fr.toml`). The layout makes HTML and text of the content, so the two always agree.

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

/// The letters of a feature: an enum that is stored with the tag `letter`. The fields fill the placeholders of the texts.
pub trait Letter: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Fields with names that people chose. Anybody can have a mail sent to anybody, so a name that looks like an address or
    /// an advertisement counts as missing.
    const PEOPLE: &'static [&'static str] = &["firstName"];

    /// The texts of the feature's letters.
    fn texts() -> &'static Texts;

    /// Whether its reader waits for it to continue, or has to act on it at once. It leaves before all others, so nothing that
    /// is sent by the thousand belongs here.
    fn is_awaited(&self) -> bool {
        false
    }

    /// To whom an answer goes, if not to the brand.
    fn reply_to(&self) -> Option<&str> {
        None
    }

    /// Adds what texts alone can't say: pictures, bills, and values that are computed.
    fn complete(&self, _writing: &mut Writing<'_>) {}
}

/// A letter in the words of its reader.
pub struct Written {
    /// Its name, as in the queue.
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

/// The letters of one feature, as the program lists them.
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

    /// The names of its letters.
    pub fn words(self) -> Vec<&'static str> {
        (self.texts)().letters()
    }

    pub fn texts(self) -> &'static Texts {
        (self.texts)()
    }
}

/// All letters of the program. It reads those in the queue by their names.
pub struct Letters(pub &'static [Kind]);

impl Letters {
    /// Fails if the letter is that of a newer program.
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
