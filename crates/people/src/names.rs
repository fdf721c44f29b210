//! Checks names of people from forms, so that nobody can choose a name that looks like the
//! platform's.

use kernel::{
    brand::Brand,
    fields::{Fields, Given},
    fold,
    messages::Message,
    names::PersonName,
};

/// Words that are not names of people. A name made only of these words would look like the
/// platform's.
const RESERVED_WORDS: [&str; 42] = [
    "admin",
    "administrateur",
    "administration",
    "administrator",
    "administratrice",
    "aide",
    "assistance",
    "billing",
    "client",
    "clientele",
    "clients",
    "customer",
    "customers",
    "desk",
    "equipe",
    "facturation",
    "help",
    "helpdesk",
    "la",
    "l",
    "le",
    "moderateur",
    "moderator",
    "moderatrice",
    "official",
    "officiel",
    "paiements",
    "payments",
    "root",
    "securite",
    "security",
    "service",
    "services",
    "soutien",
    "staff",
    "super",
    "superadministration",
    "support",
    "system",
    "systeme",
    "team",
    "the",
];

const RESERVED: Message = Message::new(
    "This name could be taken for ours. Write the person’s own name.",
    "Ce nom peut être pris pour le nôtre. Écrivez celui de la personne.",
);

/// Checks the form fields `firstName` and `lastName`, each alone and both together. Returns the
/// trimmed names, or `None` if one is invalid.
pub fn check(
    fields: &mut Fields,
    first_name: &(impl Given + ?Sized),
    last_name: &(impl Given + ?Sized),
) -> Option<(String, String)> {
    let first = fields.required::<PersonName>("firstName", "First Name", first_name);
    let last = fields.required::<PersonName>("lastName", "Last Name", last_name);
    let (first, last) = first.zip(last)?;
    if is_reserved(&format!("{first} {last}")) {
        fields.add("firstName", RESERVED);
    }
    Some((first.into(), last.into()))
}

/// Returns true if a name contains the name of a brand in any spelling, or consists of reserved
/// words only.
fn is_reserved(name: &str) -> bool {
    let words = fold::words(name);
    let letters = words.concat();
    Brand::all().any(|brand| letters.contains(brand.slug()))
        || words.iter().all(|word| RESERVED_WORDS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_refuses_names_that_speak_for_the_platform() {
        let refuses = |first: &str, last: &str| {
            let mut fields = Fields::default();
            check(&mut fields, first, last);
            fields.paths().any(|path| path == "firstName")
        };
        for (first, last) in [
            ("FunRay", "Support"),
            ("Fun", "Ray"),
            ("Ann", "of Ｒayzr"),
            ("Équipe", "Support"),
            ("Super", "Administrator"),
            ("Service à", "FUN-RAY"),
        ] {
            assert!(refuses(first, last), "{first} {last}");
        }
        for (first, last) in [
            ("Ann", "Roy"),
            ("Grace", "Support"),
            ("Ray", "Fun"),
            ("Admin", "Okafor"),
            ("李", "王"),
        ] {
            assert!(!refuses(first, last), "{first} {last}");
        }
    }
}
