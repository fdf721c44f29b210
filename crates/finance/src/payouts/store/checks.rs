//! Rules that payouts and their transfers must satisfy.

use ledger::{KeyedBy, Rule};

pub const RULES: [Rule; 2] = [
    Rule {
        name: "a payout has moved its amount",
        breaking: "SELECT p.id, 'it is ' || p.state || ' with ' || p.amount || ', and its transfers moved ' || COALESCE(SUM(e.amount), 0), p.vendor_id
         FROM {rows} p
         LEFT JOIN transfer t ON t.vendor_id = p.vendor_id AND (t.id = p.transfer_id OR t.reverses = p.transfer_id)
         LEFT JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND e.account = 'payouts'
         GROUP BY p.vendor_id, p.id, p.state, p.amount
         HAVING COALESCE(SUM(e.amount), 0) <> CASE WHEN p.state IN ('APPROVED', 'EXPORTED', 'PAID') THEN p.amount ELSE 0 END
         ORDER BY p.id LIMIT 5",
        table: "payout",
        key: KeyedBy::Vendor,
        made: "drafted_at",
        touched: "COALESCE(ended_at, approved_at, drafted_at)",
    },
    Rule {
        name: "a payout's transfer belongs to a payout",
        breaking: "SELECT t.id, 'no payout knows it', t.vendor_id FROM {rows} t
         LEFT JOIN payout p ON p.vendor_id = t.vendor_id AND p.transfer_id = t.id
         WHERE t.kind = 'PAYOUT' AND p.id IS NULL ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
];
