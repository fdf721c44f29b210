//! Decodes the bytes of a file into text with `\n` at the end of lines.

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::Refusal;

/// Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252. Refuses NUL and
/// other control characters, which no table has.
pub fn decode(bytes: &[u8]) -> Result<String, Refusal> {
    let text = match (Encoding::for_bom(bytes), std::str::from_utf8(bytes)) {
        (Some((encoding, _)), _) => {
            let (text, _, is_broken) = encoding.decode(bytes);
            if is_broken {
                return Err(Refusal::NoText);
            }
            text.into_owned()
        }
        (None, Ok(text)) => text.to_owned(),
        (None, Err(_)) => WINDOWS_1252.decode(bytes).0.into_owned(),
    };
    let is_strange = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    if text.chars().any(is_strange) {
        return Err(Refusal::NoText);
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}
