//! Lists that collect what the features declare, such as error codes and jobs. A new feature adds
//! its list here. A new entry in a feature's list needs no change here.

use access::{
    audit::{self, Action, Actions, Finders, SubjectKind},
    auth, idempotency,
    rotation::{self, Kept, Renewal, Sealed, UnderKeys},
};
use accounts::{contact, setup::FirstStart, tills, users};
use art::PictureCache;
use checkout::{carts, fraud, order, orders, payments};
use finance::{
    bank, books, closing, payouts, reports, taxes,
    verify::{self, Rules},
};
use mail::{Kind, Letters, TestLetter};
use market::{campaigns, directory, files, imports, previews, tenants};
use platform::{
    app::Shared,
    error::{self, Code},
    jobs::Work,
    limits, passwords,
    secrets::{self, Use},
    services, web,
};

use crate::go_live;

#[cfg(test)]
mod letters;

/// Lists of error codes, one per feature.
const CODES: &[&[Code]] = &[
    error::codes::CODES,
    web::errors::CODES,
    auth::errors::CODES,
    ledger::errors::CODES,
    idempotency::errors::CODES,
    imports::errors::CODES,
    tenants::errors::CODES,
    cards::errors::CODES,
    carts::errors::CODES,
    payments::errors::CODES,
    order::errors::CODES,
    reports::errors::CODES,
    taxes::errors::CODES,
    payouts::errors::CODES,
    bank::errors::CODES,
    accounts::errors::CODES,
    tills::errors::CODES,
];

/// Lists of the actions that features record in the audit log.
const ACTIONS: &[&[Action]] = &[
    audit::actions::ACTIONS,
    directory::actions::ACTIONS,
    tenants::actions::ACTIONS,
    campaigns::actions::ACTIONS,
    cards::actions::ACTIONS,
    order::actions::ACTIONS,
    taxes::actions::ACTIONS,
    books::actions::ACTIONS,
    payouts::actions::ACTIONS,
    bank::actions::ACTIONS,
    closing::actions::ACTIONS,
    accounts::actions::ACTIONS,
    desk::actions::ACTIONS,
    tills::actions::ACTIONS,
    rotation::actions::ACTIONS,
    go_live::actions::ACTIONS,
];

/// Lists of the kinds of subjects (such as a payout) that audit log entries refer to.
const SUBJECTS: &[&[SubjectKind]] = &[
    audit::actions::SUBJECTS,
    directory::actions::SUBJECTS,
    campaigns::actions::SUBJECTS,
    cards::actions::SUBJECTS,
    order::actions::SUBJECTS,
    taxes::actions::SUBJECTS,
    books::actions::SUBJECTS,
    payouts::actions::SUBJECTS,
    bank::actions::SUBJECTS,
    accounts::actions::SUBJECTS,
    desk::actions::SUBJECTS,
    tills::actions::SUBJECTS,
    go_live::actions::SUBJECTS,
];

/// Lists of the purposes for which features use the program's keys.
const SECRET_USES: &[&[Use]] = &[
    secrets::SECRET_USES,
    services::secret_uses::SECRET_USES,
    passwords::secret_uses::SECRET_USES,
    limits::secret_uses::SECRET_USES,
    web::secret_uses::SECRET_USES,
    auth::secret_uses::SECRET_USES,
    tenants::secret_uses::SECRET_USES,
    cards::secret_uses::SECRET_USES,
    payments::secret_uses::SECRET_USES,
    fraud::secret_uses::SECRET_USES,
    accounts::secret_uses::SECRET_USES,
    tills::secret_uses::SECRET_USES,
    go_live::secret_uses::SECRET_USES,
];

/// Kinds of emails that the program sends.
pub const LETTERS: &[Kind] = &[
    Kind::of::<TestLetter>(),
    Kind::of::<tenants::letters::Letter>(),
    Kind::of::<cards::letters::Letter>(),
    Kind::of::<order::letters::Letter>(),
    Kind::of::<reports::letters::Letter>(),
    Kind::of::<payouts::letters::Letter>(),
    Kind::of::<accounts::letters::Letter>(),
    Kind::of::<contact::letters::Letter>(),
    Kind::of::<desk::letters::Letter>(),
    Kind::of::<tills::letters::Letter>(),
];

/// Functions that re-encrypt rows and renew their hashes after a change of the key, for rows that
/// are found by a keyed hash.
const RENEWALS: &[Renewal] = &[cards::renew_secrets];

/// Columns that are encrypted with the program's key.
const SEALED: &[&[Sealed]] =
    &[tenants::secret_uses::SEALED, payouts::sealed::SEALED, accounts::secret_uses::SEALED];

/// Rows that can't be read or found without the key with which they were written.
const KEPT: &[&[Kept]] = &[
    cards::KEPT_UNDER_KEYS,
    tenants::secret_uses::KEPT,
    payouts::sealed::KEPT,
    accounts::secret_uses::KEPT,
    tills::secret_uses::KEPT,
];

/// Functions that add the jobs and scheduled tasks of each feature. Tasks that are due at the same
/// time start in this order.
pub const WORK: &[fn(Work) -> Work] = &[
    mail::add_work,
    cards::add_work,
    verify::add_sealing,
    reports::add_work,
    taxes::add_work,
    bank::add_work,
    verify::add_checks,
    orders::add_work,
    files::add_work,
    limits::add_work,
    idempotency::add_work,
    auth::add_work,
    audit::add_work,
    desk::add_work,
    previews::add_work,
    campaigns::add_work,
    accounts::upkeep::add_work,
];

/// Functions with which the search in the audit log finds the people and other records of each
/// feature.
const FINDERS: Finders =
    Finders { people: users::find_ids, others: &[tenants::find_ids, orders::support::find_ids] };

/// Returns the values of features that lower layers of the running program need, such as the list
/// of letters.
pub fn shared() -> Shared {
    Shared::default()
        .with(Actions(actions()))
        .with(FINDERS)
        .with(Letters(LETTERS))
        .with(rules())
        .with(PictureCache::default())
        .with(FirstStart::default())
}

/// Returns all data that depends on the program's keys, for a change of the key.
pub fn under_keys() -> UnderKeys {
    UnderKeys { renewals: RENEWALS.to_vec(), sealed: SEALED.concat(), kept: KEPT.concat() }
}

/// Returns the rules of the books and the kinds of rows that are sealed. The checks run in this
/// order.
pub fn rules() -> Rules {
    let of_books = [
        ledger::RULES.to_vec(),
        cards::rules(),
        audit::rules(),
        orders::rules(),
        payouts::rules(),
        taxes::rules(),
        books::rules(),
        bank::rules(),
    ];
    Rules {
        of_books: of_books.concat(),
        chains: [ledger::CHAINS, cards::CHAINS, audit::CHAINS].concat(),
        of_derived: reports::RULES.to_vec(),
    }
}

/// Returns all error codes, sorted by name.
pub fn codes() -> Vec<Code> {
    sorted(CODES, Code::word)
}

/// Returns all actions of the audit log, sorted by name.
pub fn actions() -> Vec<Action> {
    sorted(ACTIONS, Action::word)
}

/// Returns all kinds of subjects in the audit log, sorted by name.
pub fn subjects() -> Vec<SubjectKind> {
    sorted(SUBJECTS, SubjectKind::word)
}

/// Returns all purposes of the program's keys, sorted by their labels.
pub fn secret_uses() -> Vec<Use> {
    sorted(SECRET_USES, Use::label)
}

fn sorted<T: Copy>(lists: &[&[T]], name: impl Fn(T) -> &'static str) -> Vec<T> {
    let mut all = lists.concat();
    all.sort_by_key(|one| name(*one));
    all
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs, path::PathBuf};

    use super::*;
    use kernel::language::Language;

    use crate::work;

    /// Compares declared names with the file that records them. With `UPDATE_GOLDEN=1`, adds and
    /// changes lines of the file instead. Never removes a line, because stored rows, keys and
    /// clients use such names for years.
    fn assert_recorded(file: &str, declared: impl IntoIterator<Item = (String, String)>) {
        let path = format!("{}/tests/registries/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut names = BTreeMap::new();
        for (name, about) in declared {
            assert!(!names.contains_key(&name), "{name} is declared twice");
            names.insert(name, about);
        }
        for line in text.lines() {
            let name = line.split('\t').next().unwrap_or_default();
            assert!(
                names.contains_key(name),
                "{name} is no longer declared: if nothing holds this name any more, remove its line from {path}"
            );
        }
        let line = |(name, about): (&String, &String)| {
            format!("{name}\t{about}").trim_end().to_owned() + "\n"
        };
        let whole: String = names.iter().map(line).collect();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &whole).expect("the file is written");
        } else {
            assert!(
                text == whole,
                "{path} differs: UPDATE_GOLDEN=1 cargo test --lib features updates it"
            );
        }
    }

    #[test]
    fn error_codes_are_recorded() {
        let declared = codes().into_iter().map(|code| {
            let message = code.message();
            let (english, french) = (message.english(), message.said_in(Language::Fr));
            (code.word().to_owned(), format!("{}\t{english}\t{french}", code.status().as_u16()))
        });
        assert_recorded("codes.txt", declared);
    }

    #[test]
    fn error_codes_say_different_things_in_both_languages() {
        for code in codes() {
            let message = code.message();
            let french = message.said_in(Language::Fr);
            assert_ne!(message.english(), french);
            assert!(!french.contains(" :"), "a line may break before the colon: {french}");
        }
    }

    #[test]
    fn audit_actions_and_subjects_are_recorded() {
        let alone = |word: &str| (word.to_owned(), String::new());
        assert_recorded("actions.txt", actions().into_iter().map(|action| alone(action.word())));
        assert_recorded("subjects.txt", subjects().into_iter().map(|kind| alone(kind.word())));
    }

    /// Every list that a feature declares is named in this file. Otherwise its entries would be
    /// missing from the API's description and might be declared twice.
    #[test]
    fn lists_of_all_features_are_collected() {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let collected = fs::read_to_string(root.join("funray/src/features.rs")).expect("text");
        let (mut folders, mut count) = (vec![root.clone()], 0);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                if path.extension().is_none_or(|extension| extension != "rs") {
                    continue;
                }
                let text = fs::read_to_string(&path).expect("text");
                let name = path.strip_prefix(&root).expect("inside").with_extension("");
                let name = name.display().to_string().replace("/src/", "/");
                let parts: Vec<&str> = name.split('/').filter(|part| *part != "mod").collect();
                // A file in the root folder of a crate belongs to the feature that has the crate's
                // name.
                let names =
                    [2, 1].map(|count| parts[parts.len().saturating_sub(count)..].join("::"));
                if text.contains("\nimpl mail::Letter for Letter {\n") {
                    let is_there = names
                        .iter()
                        .any(|name| collected.contains(&format!("Kind::of::<{name}::Letter>()")));
                    assert!(is_there, "{name}: its letters are missing in features.rs");
                    count += 1;
                }
                for (declaration, list) in LISTS {
                    if text.contains(&format!("\n{declaration}! {{\n")) {
                        let is_there = names
                            .iter()
                            .any(|name| collected.contains(&format!(" {name}::{list}")));
                        assert!(is_there, "{name}: its {list} are missing in features.rs");
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 30, "only {count} lists were found");
    }

    /// Macros that declare lists of names, and the constants that these macros define.
    const LISTS: [(&str, &str); 4] = [
        ("codes", "CODES"),
        ("actions", "ACTIONS"),
        ("subjects", "SUBJECTS"),
        ("secret_uses", "SECRET_USES"),
    ];

    #[test]
    fn jobs_and_scheduled_tasks_are_recorded() {
        let handlers = work::handlers();
        let kinds = handlers.kinds().into_iter();
        assert_recorded(
            "jobs.txt",
            kinds.map(|kind| (kind.to_owned(), format!("{:?}", handlers.class(kind)))),
        );
        let tasks = work::scheduled_tasks();
        let tasks = tasks
            .periods()
            .map(|(name, every)| (name.to_owned(), format!("{} s", every.as_secs())));
        assert_recorded("tasks.txt", tasks);
    }

    #[test]
    fn secret_uses_are_recorded() {
        assert_recorded(
            "secret-uses.txt",
            secret_uses().into_iter().map(|one| (one.label().to_owned(), String::new())),
        );
    }

    #[test]
    fn letters_are_recorded() {
        let words = LETTERS.iter().flat_map(|kind| kind.words());
        assert_recorded("letters.txt", words.map(|word| (word.to_owned(), String::new())));
    }

    #[test]
    fn checks_of_the_books_are_recorded() {
        assert_recorded(
            "checks.txt",
            verify::names(&rules()).into_iter().map(|name| (name, String::new())),
        );
    }
}
