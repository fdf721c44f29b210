//! Reasons and notes that people type about a card or its order.

use kernel::{
    fields::Checked,
    messages::{self, Message},
    text::{Line, Paragraphs},
};

use crate::card::codes::CardCode;

/// A reason of one line, which must not contain a card's code. Reasons stay in the history, which
/// more people may read than may see the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

impl Checked for Reason {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let line = String::from(Line::<200>::check(label, text)?);
        if CardCode::is_in(&line) { Err(messages::CARD_CODE) } else { Ok(Reason(line)) }
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> String {
        reason.0
    }
}

/// A note of several lines for colleagues. Like a reason, a note must not contain a card's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note(String);

impl Checked for Note {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let lines = String::from(Paragraphs::<2000>::check(label, text)?);
        if CardCode::is_in(&lines) { Err(messages::CARD_CODE) } else { Ok(Note(lines)) }
    }
}

impl From<Note> for String {
    fn from(note: Note) -> String {
        note.0
    }
}
