//! Lists of all that the features declare by name. A new feature adds its own list to them; a new name in a feature does not.

use crate::{
    accounts, auth, cards, carts, error, error::Code, idempotency, ledger, orders, payments,
    payouts, reports, tenants, tills, web,
};

/// Error codes, feature by feature.
const CODES: &[&[Code]] = &[
    error::codes::ALL,
    web::errors::ALL,
    auth::errors::ALL,
    ledger::errors::ALL,
    idempotency::errors::ALL,
    tenants::errors::ALL,
    cards::errors::ALL,
    carts::errors::ALL,
    payments::errors::ALL,
    orders::errors::ALL,
    reports::errors::ALL,
    payouts::errors::ALL,
    accounts::errors::ALL,
    tills::errors::ALL,
];

/// All error codes, by name.
pub fn codes() -> Vec<Code> {
    sorted(CODES, |code| code.word())
}

fn sorted<T: Copy>(lists: &[&[T]], name: impl Fn(T) -> &'static str) -> Vec<T> {
    let mut all = lists.concat();
    all.sort_by_key(|one| name(*one));
    all
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use super::*;
    use crate::{
        audit::{Action, SubjectKind},
        kernel::language::Language,
        secrets::Use,
        verify, work,
    };

    /// Compares declared names with the file that records them. `UPDATE_GOLDEN=1` adds and changes lines. It removes none,
    /// because rows, keys and clients hold such names for years.
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
        let nothing = String::new;
        assert_recorded(
            "actions.txt",
            Action::ALL.iter().map(|action| (action.word().to_owned(), nothing())),
        );
        assert_recorded(
            "subjects.txt",
            SubjectKind::ALL.iter().map(|kind| (kind.word().to_owned(), nothing())),
        );
    }

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
            Use::ALL.iter().map(|one| (one.label().to_owned(), String::new())),
        );
    }

    #[test]
    fn checks_of_the_books_are_recorded() {
        assert_recorded(
            "checks.txt",
            verify::names().into_iter().map(|name| (name, String::new())),
        );
    }
}
