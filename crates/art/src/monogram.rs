//! Initials that replace the logo of a shop without one, the same as on the web pages
//! (`monogram.ts`).

/// English and French words that are skipped when choosing initials.
const SMALL_WORDS: [&str; 15] = [
    "the", "of", "and", "at", "a", "le", "la", "les", "de", "du", "des", "et", "au", "aux", "chez",
];

/// Returns up to two initials of a shop's name: "Maple Leaf Books" gives ML, "Chez Léo" gives L.
pub fn monogram(name: &str) -> String {
    let parts = name.split(|letter: char| letter.is_whitespace() || "'’&.,/-".contains(letter));
    let words: Vec<&str> =
        parts.filter(|word| word.chars().next().is_some_and(char::is_alphanumeric)).collect();
    let is_telling = |word: &&&str| {
        !SMALL_WORDS.contains(&word.to_lowercase().as_str()) && word.chars().nth(1).is_some()
    };
    let telling: Vec<&str> = words.iter().filter(is_telling).copied().collect();
    let chosen = if telling.is_empty() { words } else { telling };
    chosen
        .iter()
        .take(2)
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_uppercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monogram_takes_the_first_letters_of_two_telling_words() {
        for (name, letters) in [
            ("Maple Leaf Books", "ML"),
            ("Chez Léo", "L"),
            ("The Bay", "B"),
            ("L’Érable d’Or", "ÉO"),
            ("The", "T"),
            ("& Co", "C"),
            ("!", ""),
        ] {
            assert_eq!(monogram(name), letters, "{name}");
        }
    }
}
