//! Seals of the history of staff names, and the rules that check the history.

use ledger::{Chain, KeyedBy, Rule, Source};

pub const IDENTITIES: Chain = Chain {
    name: "identities of staff",
    word: "identities",
    table: "person_identity",
    seals: "identity_seal",
    unsealed: "unsealed_identity",
    owner: "owner_id",
    key: "identity_id",
    has_age: false,
    sources: &[Source {
        columns: "h.id, h.person_id, h.number, h.since, h.email, h.first_name, h.last_name, h.roles",
        join: "JOIN person_identity h ON h.id = s.identity_id",
        order: "h.id",
    }],
};

/// Largest possible time. The rules below use it as the change time of rows, so that the hourly
/// check reads the whole table: the table is small, or its rows have no change time.
pub const ALWAYS: &str = "9223372036854775807";

pub const RULES: &[Rule] = &[
    Rule {
        name: "every identity of staff is sealed or about to be",
        breaking: "SELECT h.id, 'no seal knows it', h.id FROM {rows} h
     LEFT JOIN identity_seal s ON s.owner_id = 'platform' AND s.identity_id = h.id
     LEFT JOIN unsealed_identity u ON u.owner_id = 'platform' AND u.identity_id = h.id
     WHERE s.position IS NULL AND u.identity_id IS NULL ORDER BY h.id LIMIT 5",
        table: "person_identity",
        key: KeyedBy::Column("id"),
        made: "since",
        touched: "since",
    },
    Rule {
        name: "staff are named as their history says",
        breaking: "SELECT h.person_id, 'its name or address is not the last of its history', h.person_id FROM {rows} h
     JOIN person p ON p.id = h.person_id
     WHERE p.closed_at IS NULL
       AND (p.first_name <> h.first_name OR p.last_name <> h.last_name OR p.email <> h.email)
       AND NOT EXISTS (SELECT 1 FROM person_identity l WHERE l.person_id = h.person_id AND l.number > h.number)
     ORDER BY h.person_id LIMIT 5",
        table: "person_identity",
        key: KeyedBy::Column("person_id"),
        made: "since",
        touched: ALWAYS,
    },
    Rule {
        name: "a role above consumer is in its person's history",
        breaking: "SELECT r.id, 'the history of ' || r.person_id || ' does not name it', r.id FROM {rows} r
     JOIN person p ON p.id = r.person_id
     LEFT JOIN person_identity h ON h.person_id = r.person_id
        AND h.number = (SELECT MAX(m.number) FROM person_identity m WHERE m.person_id = r.person_id)
     WHERE r.role IN ('SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'MANAGER', 'EMPLOYEE') AND r.is_active = TRUE
       AND p.closed_at IS NULL
       AND ', ' || COALESCE(h.roles, '') || ', ' NOT LIKE '%, ' || r.role || COALESCE(' ' || r.tenant_id, '') || ', %'
     ORDER BY r.id LIMIT 5",
        table: "person_role",
        key: KeyedBy::Column("id"),
        made: "created_at",
        touched: "created_at",
    },
];
