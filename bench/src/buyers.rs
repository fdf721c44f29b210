//! Accounts of buyers, of which a benchmark needs more than the demo has.

use db::{Error, Tx, params};
use kernel::{
    ids::{PersonId, UserRoleId},
    timestamp::Timestamp,
};

/// End of the buyers' email addresses.
pub const DOMAIN: &str = "@bench.test";

/// Copies the demo's first buyer into `count` accounts with the same password. Returns their email
/// addresses.
pub fn add(tx: &mut Tx<'_>, count: usize) -> Result<Vec<String>, Error> {
    let (buyer, made_at): (PersonId, Timestamp) = tx.one(
        "SELECT p.id, p.created_at FROM person p JOIN person_role r ON r.person_id = p.id
         WHERE r.role = 'CONSUMER' ORDER BY p.id LIMIT 1",
        &[],
    )?;
    let mut emails = Vec::new();
    for number in 0..count {
        let (person, role) = (PersonId::new(made_at), UserRoleId::new(made_at));
        let email = format!("buyer{number}{DOMAIN}");
        tx.execute(
            "INSERT INTO person (id, email, first_name, last_name, language, brand, password_hash, confirmed_at, is_active, search_key, created_at)
             SELECT $1, $2, first_name, last_name, language, brand, password_hash, confirmed_at, is_active, search_key, created_at
             FROM person WHERE id = $3",
            params![person, email, buyer],
        )?;
        tx.execute(
            "INSERT INTO person_role (id, person_id, role, is_active, created_at) VALUES ($1, $2, 'CONSUMER', TRUE, $3)",
            params![role, person, made_at],
        )?;
        emails.push(email);
    }
    Ok(emails)
}
