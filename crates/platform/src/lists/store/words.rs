//! Index of words: one row for each word of a vendor, charity or campaign. Searches find words by
//! prefix. If no word starts like the wanted word, they find words with one wrong letter. Vendors
//! and charities are also found by the names of their category, region or kind.

use std::collections::BTreeSet;

use db::{Tx, Value, params};

use super::spelling::{slips_of_known, slips_of_typed};
use kernel::{fold, random::hex};

use crate::{
    error::Result,
    lists::{Depth, Indexed, Wanted},
};

/// Number of characters of a word that are stored and searched; longer words are cut.
const MAX_WORD_LENGTH: usize = 24;
/// Maximum number of indexed words of a text; searches don't find the rest of a longer text.
const MAX_WORDS: usize = 300;
/// Maximum number of words in a search for which misspellings are tolerated.
const MAX_FORGIVEN: usize = 5;

fn stored(word: &str) -> String {
    let beginning: String = word.chars().take(MAX_WORD_LENGTH).collect();
    hex(beginning.as_bytes())
}

/// Returns the singular of a plural in "-ies", so that "bakeries" and "bakery" find each other.
/// Returns `None` for other words: other plurals start like their singulars or differ by one
/// letter.
fn singular(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ies").filter(|stem| stem.len() > 2)?;
    Some(format!("{stem}y"))
}

/// Returns the words of a text as they are stored.
fn words_of(text: &str) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = fold::words(text).into_iter().take(MAX_WORDS).collect();
    words.extend(words.iter().filter_map(|word| singular(word)).collect::<Vec<_>>());
    words
}

/// Inserts rows and skips existing ones. The statements are queued until the commit.
fn insert(tx: &mut Tx<'_>, table: &str, columns: &str, rows: &[Vec<Value<'static>>]) -> Result<()> {
    for chunk in db::pieces(rows) {
        let mut parameters: Vec<Value<'static>> = Vec::new();
        let mut places = Vec::new();
        for row in chunk {
            let first = parameters.len() + 1;
            parameters.extend(row.iter().cloned());
            let row = db::places(first..=parameters.len());
            places.push(format!("({})", row));
        }
        let sql = format!(
            "INSERT INTO {table} ({columns}) VALUES {} ON CONFLICT DO NOTHING",
            places.join(", ")
        );
        tx.later(&sql, &parameters)?;
    }
    Ok(())
}

/// Stores the misspelt forms of the words in these texts.
fn learn<'t>(tx: &mut Tx<'_>, texts: impl IntoIterator<Item = &'t str>) -> Result<()> {
    let words: BTreeSet<String> = texts.into_iter().flat_map(words_of).collect();
    let rows: Vec<Vec<Value<'static>>> = words
        .iter()
        .flat_map(|word| {
            let text = stored(word);
            let row = move |slip: String| {
                vec![Value::Text(slip.into()), Value::Text(text.clone().into())]
            };
            // A misspelt plural also finds the singular.
            let one = word.strip_suffix('s').map(slips_of_known).unwrap_or_default();
            slips_of_known(word).into_iter().chain(one).map(row)
        })
        .collect();
    insert(tx, "spelling", "slip, word", &rows)
}

/// Row of a list with its texts, for the index of words.
pub struct Texts {
    pub owner: String,
    pub texts: Vec<(Depth, String)>,
    /// Texts in which searches tolerate one wrong letter.
    pub spelt: Vec<String>,
}

/// Replaces the indexed words of a vendor, charity or campaign, and marks the catalogue as changed.
/// Searches tolerate one wrong letter in words of the `spelt` texts.
pub fn index(
    tx: &mut Tx<'_>,
    kind: Indexed,
    owner: &str,
    texts: &[(Depth, &str)],
    spelt: &[&str],
) -> Result<()> {
    let texts = Texts {
        owner: owner.to_owned(),
        texts: texts.iter().map(|(depth, text)| (*depth, (*text).to_owned())).collect(),
        spelt: spelt.iter().map(|text| (*text).to_owned()).collect(),
    };
    index_all(tx, kind, &[texts])
}

/// Like [`index`], for many rows at once. A word that several rows have is learned once.
pub fn index_all(tx: &mut Tx<'_>, kind: Indexed, all: &[Texts]) -> Result<()> {
    for some in db::pieces(all) {
        let owners: Vec<Value<'static>> =
            some.iter().map(|row| Value::Text(row.owner.clone().into())).collect();
        let sql =
            format!("DELETE FROM search_word WHERE owner_id IN ({})", db::places(1..=owners.len()));
        tx.later(&sql, &owners)?;
    }
    let rows: Vec<Vec<Value<'static>>> = all
        .iter()
        .flat_map(|row| {
            let words: BTreeSet<(Depth, String)> = row
                .texts
                .iter()
                .flat_map(|(depth, text)| {
                    words_of(text).into_iter().map(|word| (*depth, stored(&word)))
                })
                .collect();
            words.into_iter().map(|(depth, word)| {
                vec![
                    Value::Text(kind.word().into()),
                    Value::Text(word.into()),
                    Value::Int(depth as i64),
                    Value::Text(row.owner.clone().into()),
                ]
            })
        })
        .collect();
    insert(tx, "search_word", "kind, word, depth, owner_id", &rows)?;
    learn(tx, all.iter().flat_map(|row| row.spelt.iter().map(String::as_str)))?;
    super::changed(tx)
}

/// Replaces the words of a directory entry, such as a category. Tenants that are filed under the
/// entry are found by these words.
pub fn file_under(tx: &mut Tx<'_>, entry: &str, names: &[&str]) -> Result<()> {
    tx.later("DELETE FROM filing_word WHERE entry_id = $1", params![entry])?;
    let words: BTreeSet<String> =
        names.iter().flat_map(|name| words_of(name)).map(|word| stored(&word)).collect();
    let rows: Vec<Vec<Value<'static>>> = words
        .into_iter()
        .map(|word| vec![Value::Text(word.into()), Value::Text(entry.to_owned().into())])
        .collect();
    insert(tx, "filing_word", "word, entry_id", &rows)?;
    learn(tx, names.iter().copied())
}

/// Returns SQL that joins directory entries to the tenants filed under them. Few entries match a
/// search, so CROSS JOIN makes the query planner read the entries first.
fn filed(kind: Indexed) -> Option<&'static str> {
    match kind {
        Indexed::Vendor => {
            Some("CROSS JOIN tenant t WHERE t.category_id = f.entry_id AND t.kind = 'VENDOR'")
        }
        Indexed::Charity => {
            Some("CROSS JOIN tenant t WHERE t.organization_id = f.entry_id AND t.kind = 'CHARITY'")
        }
        Indexed::Campaign => None,
    }
}

/// Returns an SQL condition on a vendor's id. The word, or a correction of the word, must occur in
/// the vendor's name, text or directory entries.
pub fn vendor_has_word(
    column: &str,
    word: &str,
    bind: impl FnMut(Value<'static>) -> String,
) -> String {
    let wanted = Wanted {
        words: vec![word.to_owned()],
        depths: vec![Depth::Name, Depth::Text],
        fields: Vec::new(),
    };
    format!("{column} IN (SELECT owner_id FROM {})", found(&[Indexed::Vendor], &wanted, bind))
}

/// Returns SQL for a derived table, `(…) found`, of rows that contain every wanted word. Matches
/// are ranked by the [`Depth`] at which the words occur: those in the name come before those in the
/// text.
pub(super) fn found(
    kinds: &[Indexed],
    wanted: &Wanted,
    mut bind: impl FnMut(Value<'static>) -> String,
) -> String {
    let mut list = |values: Vec<Value<'static>>| {
        values.into_iter().map(&mut bind).collect::<Vec<_>>().join(", ")
    };
    let own_kinds = list(kinds.iter().map(|kind| Value::Text(kind.word().into())).collect());
    let depths = list(wanted.depths.iter().map(|depth| Value::Int(*depth as i64)).collect());
    // The names of directory entries count as part of the text.
    let is_filed = wanted.depths.contains(&Depth::Text);
    let joins: Vec<&str> =
        kinds.iter().filter_map(|kind| filed(*kind)).filter(|_| is_filed).collect();
    let each_word: Vec<String> = wanted
        .words
        .iter()
        .enumerate()
        .map(|(place, word)| {
            // The index stores a plural together with its singular, so the singular finds both.
            let beginning = stored(&singular(word).unwrap_or_else(|| word.clone()));
            // The end of the range sorts directly after every word with this prefix. Stored words
            // are hexadecimal, so none of their characters comes after f.
            let end = format!("{beginning}g");
            let [from, to] = [beginning, end].map(|text| bind(Value::Text(text.into())));
            let begins = format!("(word >= {from} AND word < {to})");
            let own = format!("kind IN ({own_kinds}) AND depth IN ({depths})");
            let mut sources =
                vec![format!("SELECT owner_id, depth FROM search_word WHERE {begins} AND {own}")];
            for join in &joins {
                sources.push(format!(
                    "SELECT t.id AS owner_id, 2 AS depth FROM filing_word f {join} AND {begins}"
                ));
            }
            let slips = if place < MAX_FORGIVEN { slips_of_typed(word) } else { Vec::new() };
            if !slips.is_empty() {
                let slips: Vec<String> =
                    slips.into_iter().map(|slip| bind(Value::Text(slip.into()))).collect();
                let mut unknown =
                    format!("NOT EXISTS (SELECT 1 FROM search_word WHERE {begins} AND {own})");
                if !joins.is_empty() {
                    unknown +=
                        &format!(" AND NOT EXISTS (SELECT 1 FROM filing_word WHERE {begins})");
                }
                let meant = format!(
                    "IN (SELECT word FROM spelling WHERE slip IN ({}) AND {unknown})",
                    slips.join(", ")
                );
                sources.push(format!(
                    "SELECT owner_id, depth FROM search_word WHERE word {meant} AND {own}"
                ));
                for join in &joins {
                    sources.push(format!(
                        "SELECT t.id AS owner_id, 2 AS depth FROM filing_word f {join}
                         AND f.word {meant}"
                    ));
                }
            }
            format!(
                "SELECT owner_id, MIN(depth) AS depth FROM ({}) one_word GROUP BY owner_id",
                sources.join(" UNION ALL ")
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
