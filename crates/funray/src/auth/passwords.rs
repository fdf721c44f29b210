//! Passwords: hashed with argon2id, a bounded number at once, in the same time whether the account exists or not.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::PasswordHash,
};
use tokio::sync::Semaphore;

use crate::{
    config,
    error::{Error, Result},
    kernel::{
        fields::Fields,
        passwords::{NewPassword, Password},
    },
};

/// Passwords that everybody tries first, one on a line, in lower case.
const COMMON: &str = include_str!("../../assets/common-passwords.txt");

/// Makes and checks hashes.
pub struct Passwords {
    argon2: Argon2<'static>,
    /// Each hash takes memory and a core: more at once would only make all of them slow.
    places: Arc<Semaphore>,
    /// How many may wait for a place.
    queue: Arc<Semaphore>,
    /// What an unknown account's password is checked against.
    nobodys: String,
}

impl Passwords {
    pub fn new(settings: &config::Passwords) -> Result<Passwords, String> {
        let params = Params::new(settings.memory_kib, settings.iterations, 1, None)
            .map_err(|error| format!("passwords: {error}"))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobodys = argon2
            .hash_password(crate::kernel::random::random_hex().as_bytes())
            .map_err(|error| format!("passwords: {error}"))?
            .to_string();
        Ok(Passwords {
            argon2,
            places: Arc::new(Semaphore::new(settings.at_once)),
            queue: Arc::new(Semaphore::new(settings.at_once + settings.waiting)),
            nobodys,
        })
    }

    pub async fn hash(&self, password: &NewPassword) -> Result<String> {
        let (argon2, password) = (self.argon2.clone(), password.clone());
        self.in_turn(move || {
            let hash = argon2.hash_password(password.as_password().reveal().as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| Error::Internal(error.to_string()))
        })
        .await?
    }

    /// Whether the password is the one that `hash` was made of. Without a hash the work is the same and the answer no.
    pub async fn is_right(&self, password: &Password, hash: Option<String>) -> Result<bool> {
        let exists = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobodys.clone());
        let (argon2, password) = (self.argon2.clone(), password.clone());
        self.in_turn(move || {
            let hash =
                PasswordHash::new(&hash).map_err(|error| Error::Internal(error.to_string()))?;
            let fits = argon2.verify_password(password.reveal().as_bytes(), &hash).is_ok();
            Ok(fits && exists)
        })
        .await?
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let waiting = self.queue.clone().try_acquire_owned();
        let Ok(waiting) = waiting else { return Err(Error::Database(db::Error::Busy)) };
        let place = self.places.clone().acquire_owned().await;
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop((place, waiting));
            done
        })
        .await
        .map_err(|error| Error::Internal(error.to_string()))
    }
}

/// Refuses what everybody tries first, and one's own address.
pub fn refuse_common(path: &str, password: &NewPassword, email: &str) -> Result<(), Fields> {
    let typed = password.as_password().reveal().to_lowercase();
    let is_own = email.eq_ignore_ascii_case(&typed)
        || email.split('@').next().is_some_and(|name| name.eq_ignore_ascii_case(&typed));
    let is_monotone = typed.chars().skip(1).zip(typed.chars()).all(|(one, other)| one == other);
    if is_own || is_monotone || COMMON.lines().any(|common| common == typed) {
        return Err(Fields::one(
            path,
            "This password is too easy to guess. Please choose another one.",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::fields::Checked;

    fn new(text: &str) -> NewPassword {
        NewPassword::check("Password", text).expect("long enough")
    }

    fn passwords(at_once: usize, waiting: usize) -> Passwords {
        let settings = config::Passwords { memory_kib: 64, iterations: 1, at_once, waiting };
        Passwords::new(&settings).expect("valid settings")
    }

    #[tokio::test]
    async fn a_hash_knows_its_password_and_no_other() {
        let passwords = passwords(2, 2);
        let hash = passwords.hash(&new("swordfish 7")).await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        let check = async |text: &str, hash: Option<String>| {
            let typed = Password::check("", text).expect("any");
            passwords.is_right(&typed, hash).await.expect("an answer")
        };
        assert!(check("swordfish 7", Some(hash.clone())).await);
        assert!(!check("swordfish 8", Some(hash)).await);
        assert!(!check("swordfish 7", None).await);
    }

    #[tokio::test]
    async fn more_than_may_wait_are_told_to_come_back() {
        let passwords = passwords(1, 0);
        let held = passwords.queue.clone().try_acquire_owned().expect("a place");
        let refused = passwords.hash(&new("swordfish 7")).await;
        assert!(matches!(refused, Err(Error::Database(db::Error::Busy))), "{refused:?}");
        drop(held);
        assert!(passwords.hash(&new("swordfish 7")).await.is_ok());
    }

    #[test]
    fn what_everybody_tries_first_is_refused() {
        for (password, is_fine) in [
            ("password", false),
            ("PassWord1", false),
            ("123456", false),
            ("aaaaaaaa", false),
            ("ann.lee", false),
            ("ann.lee@shop.example", false),
            ("demo-password-1", true),
            ("correct horse", true),
        ] {
            let answer = refuse_common("password", &new(password), "ann.lee@shop.example");
            assert_eq!(answer.is_ok(), is_fine, "{password}");
        }
    }
}
