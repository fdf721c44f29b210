-- oldest program: 16
-- Numbers and names of the ledger's accounts in the accountant's program. Kinds of accounts without a row have the usual ones.
CREATE TABLE chart_account (
    account TEXT NOT NULL PRIMARY KEY,
    number TEXT NOT NULL,
    name TEXT NOT NULL,
    set_by TEXT NOT NULL,
    set_at BIGINT NOT NULL
);

-- A request to reopen a closed month. A second administrator decides.
CREATE TABLE month_reopening (
    id TEXT NOT NULL PRIMARY KEY,
    month TEXT NOT NULL,
    reason TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    -- Null while nobody has decided.
    is_approved BOOLEAN,
    decided_by TEXT,
    decided_at BIGINT
);
CREATE UNIQUE INDEX month_reopening_open_key ON month_reopening (month) WHERE is_approved IS NULL;
CREATE INDEX month_reopening_newest ON month_reopening (asked_at, id);
