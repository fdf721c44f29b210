//! The index of words: a row for each word of a thing, found by its beginning.

use std::collections::BTreeSet;

use db::{Tx, Value, params};

use crate::{
    error::Result,
    kernel::{fold, random::hex},
    lists::{Depth, Indexed, Wanted},
};

/// Of a longer word only this beginning is kept and looked for.
const LONGEST_WORD: usize = 24;
/// So many different words of a text are kept; a longer text is found by its beginning.
const MOST_WORDS: usize = 300;
/// Rows of one statement.
const CHUNK: usize = 100;

fn stored(word: &str) -> String {
    let beginning: String = word.chars().take(LONGEST_WORD).collect();
    hex(beginning.as_bytes())
}

/// Writes a thing's words anew, and with them that the catalogue has changed.
pub fn index(tx: &mut Tx<'_>, kind: Indexed, owner: &str, texts: &[(Depth, &str)]) -> Result<()> {
    let mut words: BTreeSet<(Depth, String)> = BTreeSet::new();
    for (depth, text) in texts {
        let folded = fold::words(text);
        words.extend(folded.iter().take(MOST_WORDS).map(|word| (*depth, stored(word))));
    }
    tx.execute("DELETE FROM search_word WHERE owner_id = $1", params![owner])?;
    let words: Vec<(Depth, String)> = words.into_iter().collect();
    for chunk in words.chunks(CHUNK) {
        let mut parameters = vec![Value::Text(kind.word().into()), Value::Text(owner.into())];
        let mut rows = Vec::new();
        for (depth, word) in chunk {
            parameters.push(Value::Text(word.as_str().into()));
            rows.push(format!("($1, ${}, {}, $2)", parameters.len(), *depth as i64));
        }
        let sql = format!(
            "INSERT INTO search_word (kind, word, depth, owner_id) VALUES {}",
            rows.join(", ")
        );
        tx.execute(&sql, &parameters)?;
    }
    super::changed(tx)
}

/// A table of those that have every wanted word, with how deep the words stand: `(…) found`.
pub(super) fn found(
    kinds: &[Indexed],
    wanted: &Wanted,
    mut bind: impl FnMut(Value<'static>) -> String,
) -> String {
    let mut list = |values: Vec<Value<'static>>| {
        values.into_iter().map(&mut bind).collect::<Vec<_>>().join(", ")
    };
    let kinds = list(kinds.iter().map(|kind| Value::Text(kind.word().into())).collect());
    let depths = list(wanted.depths.iter().map(|depth| Value::Int(*depth as i64)).collect());
    let each_word: Vec<String> = wanted
        .words
        .iter()
        .map(|word| {
            let beginning = stored(word);
            // Behind every word that begins like this, in front of all others: no digit comes after f.
            let end = format!("{beginning}g");
            let [from, to] = [beginning, end].map(|text| bind(Value::Text(text.into())));
            format!(
                "SELECT owner_id, MIN(depth) AS depth FROM search_word
                 WHERE kind IN ({kinds}) AND word >= {from} AND word < {to} AND depth IN ({depths})
                 GROUP BY owner_id"
            )
        })
        .collect();
    match each_word.as_slice() {
        [one] => format!("({one}) found"),
        several => format!(
            "(SELECT owner_id, SUM(depth) AS depth FROM ({}) each_word
              GROUP BY owner_id HAVING COUNT(*) = {}) found",
            several.join(" UNION ALL "),
            several.len()
        ),
    }
}
