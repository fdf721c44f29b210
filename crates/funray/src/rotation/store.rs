//! Where something stands that was made with the program's key, beside the cards.

use db::{Tx, Value, params};

use crate::{
    accounts::secret_uses::AUTHENTICATOR_APP,
    error::Result,
    kernel::timestamp::Timestamp,
    secrets::{NAME_LENGTH, Use},
    tenants::secret_uses::BANK_NUMBERS,
};

/// A column of sealed texts.
#[derive(Clone, Copy)]
pub struct Sealed {
    table: &'static str,
    id: &'static str,
    /// Whose the text is: it opens for nobody else.
    owner: &'static str,
    column: &'static str,
    pub purpose: Use,
}

pub const SEALED: [Sealed; 3] = [
    Sealed { table: "tenant", id: "id", owner: "id", column: "sealed_bank", purpose: BANK_NUMBERS },
    Sealed {
        table: "payout",
        id: "id",
        owner: "tenant_id",
        column: "sealed_bank",
        purpose: BANK_NUMBERS,
    },
    Sealed {
        table: "authenticator_app",
        id: "person_id",
        owner: "person_id",
        column: "secret",
        purpose: AUTHENTICATOR_APP,
    },
];

db::row! {
    pub struct OutdatedText {
        pub id: String,
        pub owner: String,
        pub text: String,
    }
}

/// The first texts behind a row that don't begin with `mark`, which is that of the current key.
pub fn outdated(
    tx: &mut Tx<'_>,
    sealed: Sealed,
    mark: &str,
    after: &str,
    most: i64,
) -> Result<Vec<OutdatedText>> {
    let Sealed { table, id, owner, column, .. } = sealed;
    let length = mark.len();
    let sql = format!(
        "SELECT {id}, {owner}, {column} FROM {table} WHERE {id} > $1 AND substr({column}, 1, {length}) <> $2
         ORDER BY {id} LIMIT $3"
    );
    Ok(tx.rows(&sql, params![after, mark, most])?)
}

/// Puts the same text in its place, sealed anew, unless it was changed meanwhile.
pub fn set_text(tx: &mut Tx<'_>, sealed: Sealed, old: &OutdatedText, new: &str) -> Result<()> {
    let Sealed { table, id, column, .. } = sealed;
    let sql = format!("UPDATE {table} SET {column} = $1 WHERE {id} = $2 AND {column} = $3");
    tx.later(&sql, params![new, old.id, old.text])?;
    Ok(())
}

/// Rows that can't be read, or not be found, without the key that they were made with.
struct Kept {
    /// What operators call them.
    name: &'static str,
    table: &'static str,
    column: &'static str,
    /// Which rows still count; where `$1` stands in it, that is now.
    condition: &'static str,
}

const KEPT: [Kept; 13] = [
    Kept { name: "cards", table: "card", column: "sealed_code", condition: "TRUE" },
    Kept { name: "numbers of cards", table: "card", column: "sealed_number", condition: "TRUE" },
    Kept {
        name: "links of gifts",
        table: "card",
        column: "sealed_claim",
        condition: "sealed_claim IS NOT NULL",
    },
    Kept {
        name: "bank accounts",
        table: "tenant",
        column: "sealed_bank",
        condition: "sealed_bank IS NOT NULL",
    },
    Kept {
        name: "bank accounts of payouts",
        table: "payout",
        column: "sealed_bank",
        condition: "sealed_bank IS NOT NULL",
    },
    Kept {
        name: "authenticator apps",
        table: "authenticator_app",
        column: "secret",
        condition: "TRUE",
    },
    Kept {
        name: "PINs, made anew when they are typed",
        table: "till_pin",
        column: "hash",
        condition: "TRUE",
    },
    Kept {
        name: "tills, made anew when they are used",
        table: "till",
        column: "secret_hash",
        condition: "secret_hash IS NOT NULL AND revoked_at IS NULL",
    },
    Kept {
        name: "recovery codes, until their owners make new ones",
        table: "recovery_code",
        column: "hash",
        condition: "used_at IS NULL",
    },
    Kept {
        name: "mailed links, until they expire",
        table: "mailed_code",
        column: "hash",
        condition: "used_at IS NULL AND expires_at > $1",
    },
    Kept {
        name: "invitations, until they expire",
        table: "invitation",
        column: "code_hash",
        condition: "state = 'OFFERED' AND expires_at > $1",
    },
    Kept {
        name: "links that end sessions, until they expire",
        table: "end_sessions_link",
        column: "hash",
        condition: "used_at IS NULL AND expires_at > $1",
    },
    Kept {
        name: "links to the cards of closed accounts, until they expire",
        table: "closed_cards_link",
        column: "hash",
        condition: "expires_at > $1",
    },
];

/// So many rows of a kind name this key, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    pub what: &'static str,
    /// The name of the key; empty where a row names none.
    pub key: String,
    pub rows: i64,
}

/// What is kept under which key.
pub fn count(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Left>> {
    let mut all = Vec::new();
    for Kept { name, table, column, condition } in KEPT {
        let behind = NAME_LENGTH + 1;
        let sql = format!(
            "SELECT c.name, count(*) FROM (
                 SELECT CASE WHEN substr({column}, {behind}, 1) = ':' THEN substr({column}, 1, {NAME_LENGTH}) ELSE '' END AS name
                 FROM {table} WHERE {condition}) c
             GROUP BY c.name ORDER BY c.name"
        );
        let values: &[Value<'_>] = if condition.contains("$1") { params![now] } else { &[] };
        let rows: Vec<(String, i64)> = tx.rows(&sql, values)?;
        all.extend(rows.into_iter().map(|(key, rows)| Left { what: name, key, rows }));
    }
    Ok(all)
}
