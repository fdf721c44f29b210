-- oldest program: 16
-- A bank statement that was imported from a file.
CREATE TABLE bank_statement (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- SHA-256 of the file. The same file is imported once.
    hash TEXT NOT NULL,
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    -- Lines of the file, and those among them that no earlier statement had.
    lines BIGINT NOT NULL,
    new_lines BIGINT NOT NULL,
    imported_by TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX bank_statement_hash_key ON bank_statement (hash);
CREATE INDEX bank_statement_newest ON bank_statement (imported_at, id);

-- A line of the bank account.
CREATE TABLE bank_line (
    id TEXT NOT NULL PRIMARY KEY,
    statement_id TEXT NOT NULL REFERENCES bank_statement (id),
    -- Hash of the line's day, amount, text and reference, and its number among equal lines. Overlapping statements share lines.
    mark TEXT NOT NULL,
    day TEXT NOT NULL,
    -- Positive if the account received it.
    amount BIGINT NOT NULL CONSTRAINT bank_line_amount_not_zero CHECK (amount <> 0),
    text TEXT NOT NULL,
    reference TEXT NOT NULL,
    -- Null while it is not matched.
    resolution TEXT,
    -- Fee that was deducted from deposits.
    fee BIGINT NOT NULL DEFAULT 0,
    export_id TEXT,
    payout_id TEXT,
    reason TEXT,
    resolved_by TEXT,
    resolved_at BIGINT,
    -- Not a foreign key, because transfers may be on another server.
    transfer_id TEXT
);
CREATE UNIQUE INDEX bank_line_mark_key ON bank_line (mark);
CREATE UNIQUE INDEX bank_line_export_key ON bank_line (export_id) WHERE export_id IS NOT NULL;
CREATE UNIQUE INDEX bank_line_payout_key ON bank_line (payout_id, resolution) WHERE payout_id IS NOT NULL;
CREATE INDEX bank_line_newest ON bank_line (day, id);
CREATE INDEX bank_line_open ON bank_line (day, id) WHERE resolution IS NULL;
CREATE INDEX bank_line_of_transfer ON bank_line (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX bank_line_of_statement ON bank_line (statement_id, id);
