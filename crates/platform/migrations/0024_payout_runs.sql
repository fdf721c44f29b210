-- oldest program: 16
-- Payouts that were drafted together for all payees, with those payees that got none.
CREATE TABLE payout_run (
    id TEXT NOT NULL PRIMARY KEY,
    -- Payouts cover what was owed until the end of this day.
    last_day TEXT NOT NULL,
    -- Payees that would get less are left out.
    minimum BIGINT NOT NULL CONSTRAINT payout_run_minimum_not_negative CHECK (minimum >= 0),
    drafted_by TEXT NOT NULL,
    drafted_at BIGINT NOT NULL
);
CREATE INDEX payout_run_newest ON payout_run (drafted_at, id);

-- A payee without a payout in a run, although its balance is not zero.
CREATE TABLE payout_left_out (
    run_id TEXT NOT NULL REFERENCES payout_run (id),
    tenant_id TEXT NOT NULL REFERENCES tenant (id),
    reason TEXT NOT NULL CONSTRAINT payout_left_out_reason_known CHECK (reason IN (
        'NEGATIVE', 'BELOW_MINIMUM', 'RESERVED', 'PAUSED', 'DRAFTED'
    )),
    -- What the payout would have been; below zero, what the payee owes and the next run carries forward.
    balance BIGINT NOT NULL,
    PRIMARY KEY (run_id, tenant_id)
);

-- The run that drafted a payout. Null for payouts from before the first run.
ALTER TABLE payout ADD COLUMN run_id TEXT;
