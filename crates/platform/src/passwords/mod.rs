//! Password hashing with argon2id. Only a bounded number of passwords is hashed at once. The check
//! of a password takes equal time for existing and unknown accounts. Callers wait for their hash in
//! a line (`turns`). People known to the program go first. Strangers need a captcha once half of
//! the waiting places for strangers are taken.

mod leaked;
pub mod secret_uses;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use kernel::{
    brand::Brand,
    fields::Fields,
    ids::{PersonId, TenantId},
    messages::{self, Message},
    passwords::{MIN_LENGTH, NewPassword, Password, Pin},
};

use crate::{
    config,
    error::{Error, Result, codes::CAPTCHA_REQUIRED},
    passwords::secret_uses::PIN,
    secrets::Secrets,
    turns::{Line, Rank},
};
use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::PasswordHash,
};

use leaked::is_leaked;

/// Minimum length of a staff password, which protects customers' money.
const MIN_STAFF_LENGTH: usize = 8;
/// Words that are common first guesses on this site, besides the names of the brands.
const OUR_NAMES: [&str; 2] = ["giftcard", "giftcards"];
/// Maximum number of digits or signs after a leaked word that still count as a variation of the
/// leaked word.
const MAX_ENDING_LENGTH: usize = 5;

/// PIN with its person and shop, hashed with the program's key. An attacker who has only the
/// database can't try all PINs. The same digits have different hashes for different people or
/// shops.
#[derive(Clone)]
pub struct TypedPin {
    person: String,
    shop: String,
    pin: Pin,
}

impl TypedPin {
    pub fn new(person: PersonId, shop: TenantId, pin: Pin) -> TypedPin {
        TypedPin { person: person.to_string(), shop: shop.to_string(), pin }
    }

    fn parts(&self) -> [&[u8]; 3] {
        [self.person.as_bytes(), self.shop.as_bytes(), self.pin.reveal().as_bytes()]
    }
}

/// Creates and verifies password hashes.
pub struct Passwords {
    argon2: Argon2<'static>,
    /// Line in which callers wait to hash. Each hash takes memory and a core, so too many at once
    /// would slow down all of them.
    line: Arc<Line>,
    /// Hash against which the passwords of unknown accounts are checked, so that the check takes
    /// equal time.
    dummy_hash: String,
    made: AtomicU64,
}

impl Passwords {
    pub fn new(settings: &config::Passwords) -> Result<Passwords, String> {
        let params = Params::new(settings.memory_kib, settings.iterations, 1, None)
            .map_err(|error| format!("passwords: {error}"))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy_hash = argon2
            .hash_password(kernel::random::random_hex().as_bytes())
            .map_err(|error| format!("passwords: {error}"))?
            .to_string();
        Ok(Passwords {
            argon2,
            line: Line::new(settings.at_once, settings.waiting),
            dummy_hash,
            made: AtomicU64::new(0),
        })
    }

    /// Returns the number of hashes made since the program started.
    pub fn count(&self) -> u64 {
        self.made.load(Relaxed)
    }

    /// Returns true if a hash for a caller of this rank would be accepted now.
    pub fn has_room(&self, rank: Rank) -> bool {
        self.line.has_room(rank)
    }

    /// Returns the line in which callers wait to hash, for tests that fill it.
    pub fn line(&self) -> &Arc<Line> {
        &self.line
    }

    pub async fn hash(&self, rank: Rank, password: &NewPassword) -> Result<String> {
        self.hash_text(rank, password.as_password().reveal().to_owned()).await
    }

    /// Hashes a PIN together with the program's key, because a PIN alone is too short. The result
    /// begins with the key's name if several keys are configured.
    pub async fn hash_pin(&self, secrets: &Secrets, typed: &TypedPin) -> Result<String> {
        let keyed = secrets.mac_hex(PIN, &typed.parts());
        Ok(secrets.named(self.hash_text(Rank::Known, keyed).await?))
    }

    async fn hash_text(&self, rank: Rank, text: String) -> Result<String> {
        let argon2 = self.argon2.clone();
        self.in_turn(rank, move || {
            let hash = argon2.hash_password(text.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| Error::Internal(error.to_string()))
        })
        .await?
    }

    /// Returns true if a password matches a hash. Without a hash, does the same work and returns
    /// false, so that response times do not reveal which accounts exist.
    pub async fn is_right(
        &self,
        rank: Rank,
        password: &Password,
        hash: Option<String>,
    ) -> Result<bool> {
        let exists = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy_hash.clone());
        Ok(self.fits(rank, password.reveal().to_owned(), hash).await? && exists)
    }

    /// Returns true if a PIN matches a hash. If the hash does not begin with a key's name, tries
    /// each key.
    pub async fn is_right_pin(
        &self,
        secrets: &Secrets,
        typed: &TypedPin,
        hash: &str,
    ) -> Result<bool> {
        let (keyed, hash) = secrets.hashes_behind(PIN, &typed.parts(), hash);
        for text in keyed {
            if self.fits(Rank::Known, text, hash.to_owned()).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn fits(&self, rank: Rank, text: String, hash: String) -> Result<bool> {
        let argon2 = self.argon2.clone();
        self.in_turn(rank, move || {
            let hash =
                PasswordHash::new(&hash).map_err(|error| Error::Internal(error.to_string()))?;
            Ok(argon2.verify_password(text.as_bytes(), &hash).is_ok())
        })
        .await?
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        rank: Rank,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let Some(turn) = self.line.enter(rank).await else {
            return Err(match rank {
                Rank::Stranger => Error::Refused(CAPTCHA_REQUIRED),
                Rank::Known | Rank::Vouched => Error::Database(db::Error::Busy),
            });
        };
        self.made.fetch_add(1, Relaxed);
        turn.run(work).await
    }
}

/// Owner of a new password.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    pub email: &'a str,
    /// Whether the person has, or is offered, a role above consumer.
    pub is_staff: bool,
}

/// Checks a new password. If the password is too short, the message names the minimum length for
/// this owner.
pub fn check_new(
    path: &str,
    label: &str,
    password: &Password,
    owner: Owner<'_>,
) -> Result<NewPassword, Fields> {
    let least = if owner.is_staff { MIN_STAFF_LENGTH } else { MIN_LENGTH };
    let new = NewPassword::of_length(label, password, least);
    let new = new.map_err(|message| Fields::one(path, message))?;
    refuse_weak(path, label, &new, owner)?;
    Ok(new)
}

/// Refuses a password that is too short for its owner, leaked, or an obvious guess.
pub fn refuse_weak(
    path: &str,
    label: &str,
    password: &NewPassword,
    owner: Owner<'_>,
) -> Result<(), Fields> {
    let password = password.as_password();
    if owner.is_staff && password.reveal().chars().count() < MIN_STAFF_LENGTH {
        return Err(Fields::one(path, messages::password_length(label, MIN_STAFF_LENGTH)));
    }
    if is_guessable(password, owner.email) {
        return Err(Fields::one(
            path,
            Message::new(
                "This password is too easy to guess. Please choose another one.",
                "Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre.",
            ),
        ));
    }
    Ok(())
}

/// Returns true if the current password is strong enough for a staff member.
pub fn is_fit_for_staff(password: &Password, email: &str) -> bool {
    password.reveal().chars().count() >= MIN_STAFF_LENGTH && !is_guessable(password, email)
}

fn is_guessable(password: &Password, email: &str) -> bool {
    let typed = password.reveal().to_lowercase();
    let is_own = email.eq_ignore_ascii_case(&typed)
        || email.split('@').next().is_some_and(|name| name.eq_ignore_ascii_case(&typed));
    let is_monotone = typed.chars().skip(1).zip(typed.chars()).all(|(one, other)| one == other);
    let word = typed.trim_end_matches(|sign: char| !sign.is_alphabetic());
    let has_short_ending = typed.chars().count() - word.chars().count() <= MAX_ENDING_LENGTH;
    is_own
        || is_monotone
        || is_leaked(&typed)
        || has_short_ending && (is_our_name(word) || is_leaked(word))
}

fn is_our_name(word: &str) -> bool {
    OUR_NAMES.contains(&word) || Brand::all().any(|brand| brand.slug() == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::fields::Checked;

    fn new(text: &str) -> NewPassword {
        NewPassword::check("Password", text).expect("long enough")
    }

    fn passwords(at_once: usize, waiting: usize) -> Passwords {
        let settings = config::Passwords { memory_kib: 64, iterations: 1, at_once, waiting };
        Passwords::new(&settings).expect("valid settings")
    }

    #[tokio::test]
    async fn is_right_accepts_only_the_hashed_password() {
        let passwords = passwords(2, 2);
        let hash = passwords.hash(Rank::Known, &new("swordfish 7")).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let check = async |text: &str, hash: Option<String>| {
            let typed = Password::check("", text).expect("any");
            passwords.is_right(Rank::Known, &typed, hash).await.expect("an answer")
        };
        assert!(check("swordfish 7", Some(hash.clone())).await);
        assert!(!check("swordfish 8", Some(hash)).await);
        assert!(!check("swordfish 7", None).await);
    }

    #[tokio::test]
    async fn hash_pin_binds_a_pin_to_key_person_and_shop() {
        let (passwords, secrets) = (passwords(2, 2), Secrets::random());
        let now = kernel::timestamp::Timestamp::UNIX_EPOCH;
        let (person, shop) = (PersonId::new(now), TenantId::new(now));
        let pin = Pin::check("PIN", "2580").expect("a PIN");
        let typed = |person, shop| TypedPin::new(person, shop, pin.clone());
        let hash = passwords.hash_pin(&secrets, &typed(person, shop)).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let fits = async |secrets: &Secrets, person, shop| {
            let typed = typed(person, shop);
            passwords.is_right_pin(secrets, &typed, &hash).await.expect("an answer")
        };
        assert!(fits(&secrets, person, shop).await);
        assert!(!fits(&secrets, PersonId::new(now), shop).await, "another person");
        assert!(!fits(&secrets, person, TenantId::new(now)).await, "another shop");
        assert!(!fits(&Secrets::random(), person, shop).await, "another key");
    }

    #[tokio::test]
    async fn hash_is_busy_when_the_queue_is_full() {
        let passwords = passwords(1, 0);
        let hash = async |rank| passwords.hash(rank, &new("swordfish 7")).await;
        let held = passwords.line.enter(Rank::Known).await.expect("it is free");
        for rank in [Rank::Known, Rank::Vouched] {
            let refused = hash(rank).await;
            assert!(matches!(refused, Err(Error::Database(db::Error::Busy))), "{refused:?}");
        }
        let refused = hash(Rank::Stranger).await.expect_err("no place");
        assert_eq!(refused.code(), CAPTCHA_REQUIRED);
        assert!(refused.is_busy(), "it was no try");
        drop(held);
        assert!(hash(Rank::Stranger).await.is_ok());
    }

    fn check(password: &str, is_staff: bool) -> Result<(), Fields> {
        let owner = Owner { email: "ann.lee@shop.example", is_staff };
        refuse_weak("password", "Password", &new(password), owner)
    }

    #[test]
    fn refuse_weak_refuses_leaked_and_similar_passwords() {
        for (password, is_fine) in [
            ("password", false),
            ("PassWord1", false),
            ("123456", false),
            ("aaaaaaaa", false),
            ("ann.lee", false),
            ("ann.lee@shop.example", false),
            ("Summer2026", false),
            ("Bonjour123!", false),
            ("FunRay2026", false),
            ("demo-password-1", true),
            ("correct horse", true),
            ("dragon 5520917", true),
        ] {
            assert_eq!(check(password, false).is_ok(), is_fine, "{password}");
            let typed = Password::check("", password).expect("any");
            let is_fit = is_fit_for_staff(&typed, "ann.lee@shop.example");
            assert_eq!(is_fit, is_fine, "{password} of somebody who has it already");
        }
    }

    #[test]
    fn refuse_weak_requires_eight_characters_of_staff() {
        assert!(check("xq7vzk", false).is_ok());
        let refused = check("xq7vzkw", true).expect_err("too short");
        let message = "The Password must be at least 8 and at max 100 characters long.";
        assert_eq!(refused.to_string(), format!("password: {message}"));
        assert!(check("xq7vzkwé", true).is_ok());
        assert!(!is_fit_for_staff(
            &Password::check("", "xq7vzkw").expect("any"),
            "ann@shop.example"
        ));
    }
}
