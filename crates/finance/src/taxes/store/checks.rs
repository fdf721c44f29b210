//! Rules that statements of commission must satisfy.

use ledger::{KeyedBy, Rule};

pub const RULES: [Rule; 5] = [
    Rule {
        name: "a statement of commission adds up its taxes",
        breaking: "SELECT s.id, 'its tax is ' || s.tax || ', its lines add up to ' || COALESCE(SUM(l.amount), 0), s.vendor_id
         FROM {rows} s LEFT JOIN commission_tax l ON l.vendor_id = s.vendor_id AND l.statement_id = s.id
         GROUP BY s.vendor_id, s.id, s.tax HAVING s.tax <> COALESCE(SUM(l.amount), 0) ORDER BY s.id LIMIT 5",
        table: "commission_statement",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a statement of commission has moved its tax",
        breaking: "SELECT s.id, 'its tax is ' || s.tax || ', and its transfer moved ' || COALESCE(-SUM(e.amount), 0), s.vendor_id
         FROM {rows} s LEFT JOIN entry e ON e.vendor_id = s.vendor_id AND e.transfer_id = s.transfer_id
             AND e.account = 'vendor_payable:' || s.vendor_id
         GROUP BY s.vendor_id, s.id, s.tax HAVING s.tax <> COALESCE(-SUM(e.amount), 0) ORDER BY s.id LIMIT 5",
        table: "commission_statement",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a statement of commission has the commission of its period",
        breaking: "SELECT s.id, 'it says ' || s.commission || ', the entries of its period ' || COALESCE(SUM(e.amount), 0), s.vendor_id
         FROM {rows} s LEFT JOIN entry e ON e.vendor_id = s.vendor_id AND e.account = 'platform_revenue'
             AND e.created_at >= s.starts_at AND e.created_at < s.ends_at
         GROUP BY s.vendor_id, s.id, s.commission HAVING s.commission <> COALESCE(SUM(e.amount), 0) ORDER BY s.id LIMIT 5",
        table: "commission_statement",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a tax is its rate of its base",
        breaking: "SELECT s.id, l.amount || ' is not the tax on ' || l.base || ' at ' || l.rate || ' thousandths of a percent', s.vendor_id
         FROM {rows} s JOIN commission_tax l ON l.vendor_id = s.vendor_id AND l.statement_id = s.id
         WHERE l.amount <> CASE WHEN l.base < 0 THEN -((-l.base * l.rate + 50000) / 100000) ELSE (l.base * l.rate + 50000) / 100000 END
         ORDER BY s.id, l.position LIMIT 5",
        table: "commission_statement",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a transfer of tax belongs to a statement of commission",
        breaking: "SELECT t.id, 'no statement knows it', t.vendor_id FROM {rows} t
         LEFT JOIN commission_statement s ON s.vendor_id = t.vendor_id AND s.transfer_id = t.id
         WHERE t.kind = 'COMMISSION_TAX' AND s.id IS NULL ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
];
