//! Tests that check all letters (emails) of the program: their texts, their layout, and their
//! stored form.

mod by_code;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde_json::{Value, json};

use super::LETTERS;
use accounts::{contact, tills};
use checkout::order;
use finance::{payouts, reports};
use kernel::{brand::Brand, language::Language};
use mail::{Content, Kind, Letter, Letters, Mail, Sender, TestLetter, Texts, html, text};
use market::tenants;

use by_code::BY_CODE;

const SITE: &str = "https://shop.example";
const SIGNATURE: &str = "Main Street Cards Ltd., 7 King Street West";

/// Placeholders that are filled in every letter.
const GENERAL: [&str; 4] = ["brand", "site", "contactPage", "lifetime"];

/// Keys of the texts that a letter shows.
const CONTENT: [&str; 11] = [
    "subject",
    "preview",
    "heading",
    "paragraphs",
    "quote",
    "facts",
    "button",
    "otherWay",
    "smallPrint",
    "notYou",
    "footer",
];

/// Returns examples of all letters as JSON, the form in which they are stored.
fn examples() -> Vec<Value> {
    fn stored<L: Letter>(letters: Vec<L>) -> Vec<Value> {
        letters.iter().map(|letter| json!(letter)).collect()
    }
    [
        stored(vec![TestLetter::Test]),
        stored(accounts::letters::examples()),
        stored(tenants::letters::examples()),
        stored(order::letters::examples()),
        stored(cards::letters::examples()),
        stored(payouts::letters::examples()),
        stored(reports::letters::examples()),
        stored(desk::letters::examples()),
        stored(contact::letters::examples()),
        stored(tills::letters::examples()),
    ]
    .concat()
}

fn word(letter: &Value) -> &str {
    letter["letter"].as_str().expect("a name")
}

fn write(letter: &Value, brand: Brand, lang: Language) -> Content {
    let written = Letters(LETTERS).write(letter.clone(), Sender { brand, site: SITE }, lang);
    written.expect("written").content
}

/// Returns every example letter in both brands and both languages.
fn every_mail() -> impl Iterator<Item = (Brand, Language, Content)> {
    examples().into_iter().flat_map(|letter| {
        Brand::all().flat_map(move |brand| {
            let letter = letter.clone();
            [Language::En, Language::Fr]
                .into_iter()
                .map(move |lang| (brand, lang, write(&letter, brand, lang)))
        })
    })
}

/// Letters that earlier versions of the program stored can still be read. The recorded examples
/// stay unchanged when a letter changes, because emails in the old form may still wait in the
/// queue.
#[test]
fn letters_that_earlier_programs_stored_can_be_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored/jobs/mail.json");
    let stored_text = fs::read_to_string(file).unwrap_or_else(|_| "[]".to_owned());
    let mut stored: Vec<Value> = serde_json::from_str(&stored_text).expect("a list");
    for letter in examples() {
        let to = "ann@shop.example".to_owned();
        let new = json!(Mail { to, brand: Brand::DEFAULT, lang: Language::En, letter });
        if stored.iter().all(|mail| word(&mail["letter"]) != word(&new["letter"])) {
            stored.push(new);
        }
    }
    let whole = serde_json::to_string_pretty(&stored).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(file, &whole).expect("the file is written");
    } else {
        assert!(
            stored_text == whole,
            "{file} lacks a letter: UPDATE_GOLDEN=1 cargo test --lib adds it"
        );
    }
    for mail in stored {
        let from = Sender { brand: Brand::DEFAULT, site: SITE };
        let read = Letters(LETTERS).write(mail["letter"].clone(), from, Language::En);
        assert!(read.is_ok(), "{mail}: {:?}", read.err());
    }
}

#[test]
fn letters_of_newer_programs_are_refused() {
    let from = Sender { brand: Brand::DEFAULT, site: SITE };
    let written = Letters(LETTERS).write(json!({ "letter": "newer" }), from, Language::En);
    assert_eq!(written.err().as_deref(), Some("no feature declares the letter \"newer\""));
}

#[test]
fn every_letter_has_an_example() {
    let examples = examples();
    let shown: BTreeSet<&str> = examples.iter().map(word).collect();
    let declared: BTreeSet<&str> = LETTERS.iter().flat_map(|kind| kind.words()).collect();
    assert_eq!(shown, declared);
}

/// Returns the names of the placeholders in a text. For `{vendor.short}`, `{?isOn}` and
/// `{cards.count}`, these are `vendor`, `isOn` and `cards`.
fn placeholders(text: &str) -> BTreeSet<String> {
    let names = text.split('{').skip(1).map(|rest| {
        let (name, _) = rest.split_once('}').expect("a placeholder ends with }");
        name.trim_start_matches(['?', '!'])
    });
    names.map(|name| name.split('.').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn both_languages_have_the_same_texts_and_placeholders() {
    let outline = |texts: &'static Texts, lang, section: &str| {
        let texts = texts.of(lang, section);
        let names: BTreeSet<String> =
            texts.iter().flat_map(|(_, text)| placeholders(text)).collect();
        let paths: BTreeSet<String> = texts.into_iter().map(|(path, _)| path).collect();
        (paths, names)
    };
    for kind in LETTERS {
        for section in kind.words().into_iter().chain(["all"]) {
            let [english, french] =
                [Language::En, Language::Fr].map(|lang| outline(kind.texts(), lang, section));
            assert_eq!(english, french, "{section}");
        }
    }
}

/// Names that a letter uses, found by following placeholders from the texts that the letter shows.
#[derive(Default)]
struct Used {
    /// Names of texts, fields and other placeholders.
    names: BTreeSet<String>,
    /// Names of the fields whose value selects a variant of a text.
    choosing: BTreeSet<String>,
}

/// Texts of a letter by key. Each text comes with the path of fields and values that selects this
/// variant.
type ByKey = BTreeMap<String, Vec<(Vec<String>, String)>>;

/// Returns the texts of a letter. A text of the letter itself overrides a text with the same key
/// that letters share.
fn by_key(kind: Kind, lang: Language, word: &str, fields: &BTreeSet<String>) -> ByKey {
    let common = Kind::of::<TestLetter>().texts().of(lang, "all");
    let mut texts = ByKey::new();
    for section in [kind.texts().of(lang, word), kind.texts().of(lang, "all"), common] {
        let mut own = ByKey::new();
        for (path, text) in section {
            let mut path: Vec<String> = path.split('.').skip(1).map(str::to_owned).collect();
            let key = path.pop().expect("a key");
            let field = path.first();
            if field.is_none_or(|field| fields.contains(field)) {
                own.entry(key).or_default().push((path, text));
            }
        }
        for (key, found) in own {
            texts.entry(key).or_insert(found);
        }
    }
    texts
}

fn used(texts: &ByKey, by_code: &[&str]) -> Used {
    let mut open: Vec<String> =
        CONTENT.iter().chain(by_code).map(|key| (*key).to_owned()).collect();
    let mut used = Used::default();
    while let Some(name) = open.pop() {
        if used.names.insert(name.clone()) {
            for (path, text) in texts.get(&name).into_iter().flatten() {
                used.choosing.extend(path.iter().cloned());
                open.extend(placeholders(text));
            }
        }
    }
    used
}

/// Returns the names of all fields that the examples of a letter have.
fn fields(word: &str) -> BTreeSet<String> {
    let examples = examples().into_iter().filter(|letter| letter["letter"] == word);
    let fields = examples.flat_map(|letter| letter.as_object().expect("an object").clone());
    fields.map(|(field, _)| field).filter(|field| field != "letter").collect()
}

#[test]
fn every_field_and_text_is_used_and_every_placeholder_is_filled() {
    let (mut used_anywhere, common) = (BTreeSet::new(), Kind::of::<TestLetter>().texts());
    for kind in LETTERS {
        let mut used_in_file = BTreeSet::new();
        for word in kind.words() {
            let fields = fields(word);
            let by_code = BY_CODE.iter().find(|(of, ..)| *of == word);
            let (_, shown, keys, filled) = by_code.copied().unwrap_or((word, &[], &[], &[]));
            let known = [&CONTENT[..], &GENERAL, keys, filled].concat();
            for lang in [Language::En, Language::Fr] {
                let texts = by_key(*kind, lang, word, &fields);
                let used = used(&texts, keys);
                for field in &fields {
                    let is_used = used.names.contains(field)
                        || used.choosing.contains(field)
                        || shown.contains(&field.as_str());
                    assert!(is_used, "the field {field} of {word} is in no text ({lang:?})");
                }
                for name in &used.names {
                    let is_filled = fields.contains(name)
                        || texts.contains_key(name)
                        || known.contains(&name.as_str());
                    assert!(is_filled, "nothing fills {{{name}}} of {word} ({lang:?})");
                }
                assert_used(&kind.texts().of(lang, word), &used.names);
                used_in_file.extend(used.names);
            }
        }
        if !std::ptr::eq(kind.texts(), common) {
            assert_used(&kind.texts().of(Language::En, "all"), &used_in_file);
        }
        used_anywhere.extend(used_in_file);
    }
    assert_used(&common.of(Language::En, "all"), &used_anywhere);
}

fn assert_used(texts: &[(String, String)], used: &BTreeSet<String>) {
    for (path, _) in texts {
        let key = path.rsplit('.').next().unwrap_or_default();
        assert!(used.contains(key), "no letter uses {path}");
    }
}

/// Joins all texts of a letter. Leaves out the addresses of links and the vendor's name from the
/// examples.
fn words(content: &Content) -> String {
    let ways = content.button.iter().chain(&content.other_way).map(|way| &way.label);
    let lines: Vec<&str> = [&content.subject, &content.preview, &content.heading]
        .into_iter()
        .chain(&content.paragraphs)
        .chain(content.bill.iter().chain(&content.facts).map(|(label, _)| label))
        .chain(ways)
        .chain(&content.small_print)
        .chain(&content.not_you)
        .chain([&content.reason])
        .map(String::as_str)
        .collect();
    lines.join("\n").replace("Maple Leaf Books", "")
}

#[test]
fn html_and_text_have_the_same_content() {
    for (brand, lang, content) in every_mail() {
        let html = html(brand, lang, &content, SIGNATURE);
        let text = text(brand, lang, &content, SIGNATURE);
        assert!(html.contains(SIGNATURE) && text.contains(SIGNATURE));
        assert!(html.contains(&format!("lang=\"{}\"", lang.code())));
        let pairs = content.bill.iter().chain(&content.facts);
        let facts = pairs.flat_map(|(label, value)| [label, value]);
        let ways = content.button.iter().chain(&content.other_way);
        for words in content
            .paragraphs
            .iter()
            .chain(&content.quote)
            .chain([&content.heading, &content.reason])
            .chain(facts)
            .chain(ways.clone().map(|way| &way.label))
            .chain(&content.small_print)
            .chain(&content.not_you)
        {
            assert!(html.contains(words.as_str()), "{words}");
            assert!(text.contains(words.as_str()), "{words}");
        }
        // Each email has either a button or a code. The code is typed on a page that is already
        // open.
        let brings_code = content.facts.iter().any(|(label, _)| label == "Code");
        assert!(content.button.is_some() || brings_code, "{}", content.subject);
        for way in ways {
            assert!(html.contains(&format!("href=\"{}\"", way.url)), "{}", way.url);
            assert!(text.contains(&way.url), "{}", way.url);
        }
        let other = Brand::all().find(|other| *other != brand).expect("two brands");
        assert!(html.contains(brand.name()) && !html.contains(other.name()));
        assert!(text.contains(brand.name()) && !text.contains(other.name()));
    }
}

#[test]
fn mails_are_wholly_in_one_language() {
    let english = [
        " the ", " you ", " your ", " and ", " is ", " was ", " to ", "You", "Hello", "email",
        "assword", "link ", "sign",
    ];
    let french = [" vous ", " votre ", " et ", " est ", " le ", " la ", "Bonjour", "courriel"];
    for (_, lang, content) in every_mail() {
        let words = words(&content);
        let foreign: &[&str] = match lang {
            Language::En => &french,
            Language::Fr => &english,
        };
        for word in foreign {
            assert!(!words.contains(word), "{word:?} in {lang:?}: {words}");
        }
        assert!(!words.contains('\''), "typed apostrophes are straight: {words}");
        // French texts have a non-breaking space before a colon, so that no line starts with the
        // colon.
        assert!(lang == Language::En || !words.contains(" :"), "{words}");
    }
}

#[test]
fn subjects_and_previews_are_short() {
    for (_, _, content) in every_mail() {
        assert!(content.subject.chars().count() <= 70, "{}", content.subject);
        assert!(content.preview.chars().count() <= 90, "{}", content.preview);
        assert!(!content.subject.is_empty() && !content.preview.is_empty());
    }
}

/// The HTML of a letter loads nothing from a server. Readers who block pictures miss nothing, and
/// no server learns when an email was read.
#[test]
fn html_loads_nothing_from_other_servers() {
    for (brand, lang, content) in every_mail() {
        let html = html(brand, lang, &content, SIGNATURE);
        // Pictures that are attached to the email are allowed.
        let html =
            html.replace("<img src=\"cid:picture\"", "").replace("<img src=\"cid:card\"", "");
        for loading in ["<img", "url(", "src=", "<link", "@import"] {
            assert!(!html.contains(loading), "{loading}");
        }
    }
}
