//! Formats of Canadian postal codes, provinces and bank institution numbers. Forms use them to
//! detect typing errors.

use super::contact::PostalCode;
use super::fields::Fields;
use super::fold::search_key;
use super::language::Language;
use super::messages::Message;

/// Province or territory, with the first letters of its postal codes.
struct Province {
    english: &'static str,
    french: &'static str,
    /// French name with its preposition, as used in the middle of a sentence.
    in_french: &'static str,
    short: &'static [&'static str],
    letters: &'static str,
}

const PROVINCES: [Province; 13] = [
    province("Alberta", "Alberta", "en Alberta", &["ab", "alta"], "T"),
    province(
        "British Columbia",
        "Colombie-Britannique",
        "en Colombie-Britannique",
        &["bc", "cb"],
        "V",
    ),
    province("Manitoba", "Manitoba", "au Manitoba", &["mb", "man"], "R"),
    province("New Brunswick", "Nouveau-Brunswick", "au Nouveau-Brunswick", &["nb"], "E"),
    province(
        "Newfoundland and Labrador",
        "Terre-Neuve-et-Labrador",
        "à Terre-Neuve-et-Labrador",
        &["nl", "nf", "newfoundland", "terre neuve", "tnl"],
        "A",
    ),
    province("Nova Scotia", "Nouvelle-Écosse", "en Nouvelle-Écosse", &["ns", "ne"], "B"),
    province(
        "Northwest Territories",
        "Territoires du Nord-Ouest",
        "aux Territoires du Nord-Ouest",
        &["nt", "nwt", "tno"],
        "X",
    ),
    province("Nunavut", "Nunavut", "au Nunavut", &["nu"], "X"),
    province("Ontario", "Ontario", "en Ontario", &["on", "ont"], "KLMNP"),
    province(
        "Prince Edward Island",
        "Île-du-Prince-Édouard",
        "à l’Île-du-Prince-Édouard",
        &["pe", "pei", "ipe"],
        "C",
    ),
    province("Quebec", "Québec", "au Québec", &["qc", "pq", "que"], "GHJ"),
    province("Saskatchewan", "Saskatchewan", "en Saskatchewan", &["sk", "sask"], "S"),
    province("Yukon", "Yukon", "au Yukon", &["yt", "yk", "yukon territory"], "Y"),
];

/// Postal code prefix of the federal government, which has offices in both Ontario and Quebec.
const GOVERNMENT: &str = "K1A";

const fn province(
    english: &'static str,
    french: &'static str,
    in_french: &'static str,
    short: &'static [&'static str],
    letters: &'static str,
) -> Province {
    Province { english, french, in_french, short, letters }
}

impl Province {
    fn find(name: &str) -> Option<&'static Province> {
        let key = search_key(name);
        // An abbreviation such as "B.C." contains spaces after folding.
        let letters = key.replace(' ', "");
        let is_called = |province: &&Province| {
            province.short.contains(&key.as_str())
                || province.short.contains(&letters.as_str())
                || search_key(province.english) == key
                || search_key(province.french) == key
        };
        PROVINCES.iter().find(is_called)
    }
}

/// Finds a province by its English name, French name or abbreviation. Returns the code, such as
/// `bc`, or `None` if no province has this name.
pub(super) fn province_code(name: &str) -> Option<&'static str> {
    Province::find(name).and_then(|province| province.short.first().copied())
}

/// Returns the name of the province with this code. The code must be one of the table.
pub(super) fn name_of_code(code: &'static str, language: Language) -> &'static str {
    match (Province::find(code), language) {
        (Some(province), Language::En) => province.english,
        (Some(province), Language::Fr) => province.french,
        (None, _) => code,
    }
}

/// Returns the name of a province in this language. Addresses contain the name as it was typed.
/// Abbreviations and unknown names are returned unchanged.
pub fn province_name(typed: &str, language: Language) -> &str {
    let key = search_key(typed);
    let found = PROVINCES.iter().find(|province| {
        [province.english, province.french].into_iter().any(|name| search_key(name) == key)
    });
    match (found, language) {
        (Some(province), Language::En) => province.english,
        (Some(province), Language::Fr) => province.french,
        (None, _) => typed,
    }
}

/// Adds an error for `postalCode` if the postal code can't belong to the province. A province
/// outside Canada is not checked.
pub fn check_postal_code(fields: &mut Fields, province: &str, code: &PostalCode) {
    let Some(province) = Province::find(province) else { return };
    if let Err(message) = belongs(province, code) {
        fields.add("postalCode", message);
    }
}

fn belongs(province: &Province, code: &str) -> Result<(), Message> {
    if !is_canadian(code) {
        return Err(Message::new(
            "A Canadian postal code looks like K1A 0B1.",
            "Un code postal canadien a la forme K1A 0B1.",
        ));
    }
    let is_of_province = code.starts_with(|first| province.letters.contains(first))
        || (code.starts_with(GOVERNMENT) && province.english == "Quebec");
    if is_of_province {
        return Ok(());
    }
    let Province { english, in_french, letters, .. } = province;
    Err(Message::of(
        format!("Postal codes in {english} begin with {}.", listed(letters, "or")),
        format!("Les codes postaux {in_french} commencent par {}.", listed(letters, "ou")),
    ))
}

/// Returns whether a postal code has the form `K1A 0B1` and only letters that Canada Post uses.
fn is_canadian(code: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_uppercase() && !b"DFIOQU".contains(&byte);
    let [a, b, c, b' ', d, e, f] = code.as_bytes() else { return false };
    [a, c, e].into_iter().all(|&byte| is_letter(byte))
        && [b, d, f].into_iter().all(u8::is_ascii_digit)
}

/// Formats the letters as a list, such as `K, L or M`.
fn listed(letters: &str, or: &str) -> String {
    let (rest, last) = letters.split_at(letters.len() - 1);
    let rest: Vec<String> = rest.chars().map(String::from).collect();
    if rest.is_empty() { last.to_owned() } else { format!("{} {or} {last}", rest.join(", ")) }
}

/// Returns whether Payments Canada may have issued this institution number. Numbers of banks must
/// match exactly. Numbers of other institutions are matched by range, because new institutions join
/// every year.
pub fn is_institution(number: &str) -> bool {
    let Ok(value) = number.parse::<u16>() else { return false };
    let is_bank = matches!(value, 1..=4 | 6 | 10 | 16 | 30 | 39 | 117 | 127 | 177 | 219);
    number.len() == 3 && (is_bank || matches!(value, 240..=399 | 500..=699 | 800..=899))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Checked;

    fn message(province: &str, code: &str) -> Option<String> {
        let mut fields = Fields::default();
        check_postal_code(&mut fields, province, &PostalCode::check("Postal Code", code).unwrap());
        fields.finish(|| Some(())).err().map(|fields| fields.to_string())
    }

    #[test]
    fn province_name_is_in_the_language_of_the_reader() {
        for (typed, english, french) in [
            ("Nova Scotia", "Nova Scotia", "Nouvelle-Écosse"),
            ("colombie-britannique", "British Columbia", "Colombie-Britannique"),
            ("Québec", "Quebec", "Québec"),
            ("Ontario", "Ontario", "Ontario"),
            ("B.C.", "B.C.", "B.C."),
            ("Texas", "Texas", "Texas"),
        ] {
            let names = [Language::En, Language::Fr].map(|language| province_name(typed, language));
            assert_eq!(names, [english, french], "{typed}");
        }
    }

    #[test]
    fn postal_code_fits_the_province_by_any_of_its_names() {
        for (province, code) in [
            ("Ontario", "k1p1j1"),
            ("ON", "M5V 3L9"),
            ("Ont.", "P7A 1A1"),
            ("québec", "G1R 4S9"),
            ("Quebec", "H2Y 1C6"),
            ("QC", "K1A 0S5"),
            ("Colombie-Britannique", "V5K 0A1"),
            ("B.C.", "V5K 0A1"),
            ("Île-du-Prince-Édouard", "C1A 4P3"),
            ("PEI", "C1A 4P3"),
            ("nl", "A1C 5S7"),
            ("Nunavut", "X0A 0H0"),
            ("Yukon", "Y1A 2C6"),
        ] {
            assert_eq!(message(province, code), None, "{province} {code}");
        }
    }

    #[test]
    fn postal_code_of_another_province_is_refused_with_the_letters_it_may_begin_with() {
        for (province, code, said) in [
            ("Ontario", "H2Y 1C6", "Postal codes in Ontario begin with K, L, M, N or P."),
            ("Alberta", "V5K 0A1", "Postal codes in Alberta begin with T."),
            ("Ontario", "99999", "A Canadian postal code looks like K1A 0B1."),
            ("Ontario", "K1O 0B1", "A Canadian postal code looks like K1A 0B1."),
        ] {
            assert_eq!(message(province, code), Some(format!("postalCode: {said}")), "{province}");
        }
    }

    #[test]
    fn postal_code_outside_canada_stays_unchanged() {
        for (province, code) in [("New York", "10001"), ("Île-de-France", "75001"), ("", "K1A 0B1")]
        {
            assert_eq!(message(province, code), None, "{province} {code}");
        }
    }

    #[test]
    fn institution_numbers_are_known_by_bank_or_by_range() {
        for number in ["001", "003", "010", "219", "309", "614", "815", "899"] {
            assert!(is_institution(number), "{number}");
        }
        for number in ["000", "005", "123", "450", "999", "3", "0003", "abc", ""] {
            assert!(!is_institution(number), "{number}");
        }
    }
}
