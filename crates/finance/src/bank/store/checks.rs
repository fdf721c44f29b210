//! Rules that the bank side and its transfers must satisfy.

use ledger::{KeyedBy, Rule};

pub const RULES: [Rule; 4] = [
    Rule {
        name: "a deposit of the gateway has moved its net amount",
        breaking: "WITH moved AS MATERIALIZED (SELECT e.transfer_id, CAST(SUM(e.amount) AS BIGINT) AS amount FROM entry e
             WHERE e.vendor_id = 'platform' AND e.account = 'gateway_transit' GROUP BY e.transfer_id)
         SELECT d.id, 'it pays ' || d.net || ', and its transfer moved ' || COALESCE(-m.amount, 0), d.id
         FROM {rows} d LEFT JOIN moved m ON m.transfer_id = d.transfer_id
         WHERE COALESCE(-m.amount, 0) <> CASE WHEN d.booked_at IS NULL THEN 0 ELSE d.net END
             OR d.net <> d.charges - d.refunds OR (d.booked_at IS NOT NULL AND d.listed <> d.net)
         ORDER BY d.id LIMIT 5",
        table: "gateway_deposit",
        key: KeyedBy::Column("id"),
        made: "created_at",
        touched: "COALESCE(booked_at, created_at)",
    },
    Rule {
        name: "a settlement belongs to a deposit of the gateway",
        breaking: "WITH known AS MATERIALIZED (SELECT transfer_id FROM gateway_deposit WHERE transfer_id IS NOT NULL)
         SELECT t.id, 'no deposit knows it', t.vendor_id FROM {rows} t LEFT JOIN known k ON k.transfer_id = t.id
         WHERE t.kind = 'SETTLEMENT' AND k.transfer_id IS NULL ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a matched line of the bank has moved its amount",
        breaking: "WITH moved AS MATERIALIZED (SELECT e.transfer_id, e.account, CAST(SUM(e.amount) AS BIGINT) AS amount FROM entry e
             WHERE e.vendor_id = 'platform' AND (e.account = 'bank' OR e.account LIKE 'bank:%') GROUP BY e.transfer_id, e.account)
         SELECT l.id, 'it is ' || l.amount || ', and its transfer moved ' || COALESCE(-m.amount, 0), l.id
         FROM {rows} l LEFT JOIN moved m ON m.transfer_id = l.transfer_id
             AND m.account = CASE WHEN l.account_id = 'bka_00000000000000000000000004' THEN 'bank' ELSE 'bank:' || l.account_id END
         WHERE COALESCE(-m.amount, 0) <> CASE WHEN l.resolution IS NULL THEN 0 ELSE l.amount END
         ORDER BY l.id LIMIT 5",
        table: "bank_line",
        key: KeyedBy::Column("id"),
        made: "resolved_at",
        touched: "resolved_at",
    },
    Rule {
        name: "a transfer of the bank belongs to a line or is reversed",
        breaking: "WITH known AS MATERIALIZED (SELECT transfer_id FROM bank_line WHERE transfer_id IS NOT NULL)
         SELECT t.id, 'no line knows it', t.vendor_id FROM {rows} t LEFT JOIN known k ON k.transfer_id = t.id
         LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.reverses = t.id
         WHERE t.kind = 'BANK_LINE' AND k.transfer_id IS NULL AND r.id IS NULL ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
];
