-- oldest program: 241
-- Accounts of the ledger that are emptied and go out of use. Cash-outs were booked to `cash_out`; they are owed to the shop.
CREATE TABLE retired_account (
    account TEXT NOT NULL PRIMARY KEY,
    -- Its entries before this moment add up to nothing, vendor by vendor. Null before that was seen.
    empty_until BIGINT,
    -- Nothing is booked on it from this moment on: until then programs of the release before may be running.
    retired_at BIGINT
);
