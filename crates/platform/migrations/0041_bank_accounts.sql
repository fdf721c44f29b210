-- oldest program: 16
-- A bank account of the platform beside the main one. The main one has no row: the chart of accounts names it.
CREATE TABLE bank_account (
    id TEXT NOT NULL PRIMARY KEY,
    -- Number and name in the chart of accounts.
    number TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Whether the gateway's deposits arrive there, and whether new bank files leave it. If no row has it, it is the main one.
    takes_deposits BOOLEAN NOT NULL,
    pays_payouts BOOLEAN NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX bank_account_number_key ON bank_account (number);
CREATE UNIQUE INDEX bank_account_name_key ON bank_account (name);

-- The default is the id of the main account.
ALTER TABLE bank_statement ADD COLUMN account_id TEXT NOT NULL DEFAULT 'bka_00000000000000000000000004';
ALTER TABLE bank_line ADD COLUMN account_id TEXT NOT NULL DEFAULT 'bka_00000000000000000000000004';
ALTER TABLE payout_export ADD COLUMN account_id TEXT NOT NULL DEFAULT 'bka_00000000000000000000000004';
