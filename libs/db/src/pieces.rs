//! Lists of values in statements, and their pieces of few distinct lengths. Each length gives a
//! different statement text, which every connection has to prepare and cache.

/// Maximum rows in one statement.
const MAX_ROWS: usize = 256;
/// Maximum parameters in one statement; both engines accept more.
const MAX_PARAMETERS: usize = 16_384;

/// Maximum length of a cached statement, in bytes. Keeping the plan of a longer statement in every
/// connection costs more than preparing the statement again.
pub(crate) const MAX_KEPT_TEXT: usize = 64 * 1024;

/// Splits rows into pieces whose lengths are powers of two up to 256, for statements that write
/// each row once.
pub fn pieces<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    pieces_of(rows, 1)
}

/// Like [`pieces`], for rows of `parameters` parameters each.
pub(crate) fn pieces_of<T>(rows: &[T], parameters: usize) -> impl Iterator<Item = &[T]> {
    let most = MAX_ROWS.min(MAX_PARAMETERS / parameters.max(1)).max(1);
    let mut rest = rows;
    std::iter::from_fn(move || {
        let length = rest.len().min(most).checked_ilog2()?;
        let (piece, others) = rest.split_at(1 << length);
        rest = others;
        Some(piece)
    })
}

/// Repeats the last item until the length is a power of two, so that lists of different lengths
/// share few prepared statements. For lists in which a repeated item has no effect (`IN (…)`, `… OR
/// …`).
pub fn padded<T>(items: &[T]) -> impl Iterator<Item = &T> {
    let length = if items.is_empty() { 0 } else { items.len().next_power_of_two() };
    items.iter().chain(std::iter::repeat_with(move || items.last()).flatten()).take(length)
}

/// Returns the placeholders with these numbers, such as `$2, $3`.
pub fn places(numbers: impl IntoIterator<Item = usize>) -> String {
    let places: Vec<String> = numbers.into_iter().map(|number| format!("${number}")).collect();
    places.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn pieces_have_few_lengths_whatever_the_number_of_rows() {
        let rows: Vec<usize> = (0..500).collect();
        let mut lengths = BTreeSet::new();
        for count in 0..=500 {
            let found: Vec<&[usize]> = pieces(&rows[..count]).collect();
            assert_eq!(found.concat(), rows[..count]);
            lengths.extend(found.iter().map(|piece| piece.len()));
        }
        assert!(lengths.len() <= 10, "{lengths:?}");
        assert_eq!(pieces_of(&rows, 10_000).map(<[usize]>::len).max(), Some(1));
    }

    #[test]
    fn padded_lists_have_few_lengths_and_the_same_items() {
        let items: Vec<usize> = (0..500).collect();
        let mut lengths = BTreeSet::new();
        for count in 0..=500 {
            let found: Vec<usize> = padded(&items[..count]).copied().collect();
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), items[..count].iter().collect());
            lengths.insert(found.len());
        }
        assert!(lengths.len() <= 11, "{lengths:?}");
    }
}
