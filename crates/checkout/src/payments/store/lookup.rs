//! Lookup of payments whose buyer is not known: by payment token, by our reference, or by the
//! gateway's transaction number. Attempts are distributed by buyer, so they can be found by these
//! values only through this table. Its primary key keeps the values unique.

use db::{ToValue, Tx, params};

use super::AttemptKey;
use ledger::{KeyedBy, Rule};
use platform::error::Result;

/// Value by which an attempt can be found. The reference of a refund finds the attempt whose charge
/// is refunded.
#[derive(Clone, Copy)]
pub enum Name<'a> {
    /// Keyed hash of the one-time payment token.
    Token(&'a str),
    /// Reference of an attempt that we sent to the gateway.
    Reference(&'a str),
    /// The gateway's transaction number.
    Transaction(&'a str),
    /// Reference of a refund that we sent to the gateway.
    Refund(&'a str),
}

impl Name<'_> {
    pub fn key(self) -> String {
        match self {
            Name::Token(hash) => format!("token:{hash}"),
            Name::Reference(reference) => format!("reference:{reference}"),
            Name::Transaction(number) => format!("transaction:{number}"),
            Name::Refund(reference) => format!("refund:{reference}"),
        }
    }
}

pub const RULES: &[Rule] = &[
    Rule {
        name: "a payment is found by its token, its reference and its transaction",
        breaking: "WITH found AS MATERIALIZED (
             SELECT l.key, l.person_id, l.attempt_id FROM payment_lookup l
             WHERE l.key IN (SELECT 'token:' || a.token_hash FROM {rows} a UNION ALL SELECT 'reference:' || a.reference FROM {rows} a
                             UNION ALL SELECT 'transaction:' || a.transaction_id FROM {rows} a))
         SELECT a.id, 'one of them finds another payment, or none', a.person_id FROM {rows} a
         LEFT JOIN found n ON n.key = 'token:' || a.token_hash AND n.person_id = a.person_id AND n.attempt_id = a.id
         LEFT JOIN found r ON r.key = 'reference:' || a.reference AND r.person_id = a.person_id AND r.attempt_id = a.id
         LEFT JOIN found t ON t.key = 'transaction:' || a.transaction_id AND t.person_id = a.person_id AND t.attempt_id = a.id
         WHERE n.key IS NULL OR r.key IS NULL OR a.transaction_id IS NOT NULL AND t.key IS NULL
         ORDER BY a.id LIMIT 5",
        table: "payment_attempt",
        key: KeyedBy::Person,
        made: "sent_at",
        touched: "sent_at",
    },
    Rule {
        name: "a refund is found by its reference",
        breaking: "WITH found AS MATERIALIZED (
             SELECT l.key, l.person_id, l.attempt_id FROM payment_lookup l
             WHERE l.key IN (SELECT 'refund:' || r.reference FROM {rows} r))
         SELECT r.id, 'it finds another payment, or none', r.person_id FROM {rows} r
         LEFT JOIN found l ON l.key = 'refund:' || r.reference AND l.person_id = r.person_id AND l.attempt_id = r.attempt_id
         WHERE l.key IS NULL ORDER BY r.id LIMIT 5",
        table: "refund",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "created_at",
    },
];

/// Returns the SQL condition that finds an attempt by one of `count` lookup keys, which are the
/// first parameters of the query.
pub fn named(count: usize) -> String {
    let places = db::places(1..=count);
    let found = format!("FROM payment_lookup l WHERE l.key IN ({places}) ORDER BY l.key LIMIT 1");
    format!("person_id = (SELECT l.person_id {found}) AND id = (SELECT l.attempt_id {found})")
}

/// Inserts values by which an attempt can be found. Fails if one of them belongs to another
/// attempt.
pub fn insert(tx: &mut Tx<'_>, attempt: AttemptKey, names: &[Name<'_>]) -> Result<()> {
    let keys: Vec<String> = names.iter().map(|name| name.key()).collect();
    let mut values = params![attempt.person, attempt.id].to_vec();
    let mut rows = Vec::new();
    for key in &keys {
        values.push(key.to_value());
        rows.push(format!("(${}, $1, $2)", values.len()));
    }
    tx.later(
        &format!(
            "INSERT INTO payment_lookup (key, person_id, attempt_id) VALUES {}",
            rows.join(", ")
        ),
        &values,
    )?;
    Ok(())
}

/// Replaces the transaction number by which an attempt can be found.
pub fn set_transaction(
    tx: &mut Tx<'_>,
    attempt: AttemptKey,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<()> {
    if before == after {
        return Ok(());
    }
    if let Some(before) = before {
        tx.later(
            "DELETE FROM payment_lookup WHERE key = $1",
            params![Name::Transaction(before).key()],
        )?;
    }
    match after {
        Some(after) => insert(tx, attempt, &[Name::Transaction(after)]),
        None => Ok(()),
    }
}

pub fn is_known(tx: &mut Tx<'_>, name: Name<'_>) -> Result<bool> {
    let found: Option<(String,)> =
        tx.first("SELECT key FROM payment_lookup WHERE key = $1", params![name.key()])?;
    Ok(found.is_some())
}
