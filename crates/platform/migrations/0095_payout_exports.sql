-- oldest program: 41
-- The files for the bank: which payouts are in one stands with these.
CREATE TABLE payout_export (
    id TEXT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    -- When its payees have the money.
    funds_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX payout_export_number_key ON payout_export (number);
