-- oldest program: 41
-- What a vendor or a charity is paid for a period. Its transfer is written when it is approved, and reversed when the bank sends the
-- money back.
CREATE TABLE payout (
    -- In whose books it stands: the vendor's own, 'platform' for a charity's.
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    tenant_id TEXT NOT NULL REFERENCES tenant (id),
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT payout_state_known
        CHECK (state IN ('DRAFT', 'APPROVED', 'EXPORTED', 'PAID', 'FAILED', 'DISCARDED')),
    -- What was owed when the period began, and when it had ended.
    opening BIGINT NOT NULL,
    closing BIGINT NOT NULL,
    held_back BIGINT NOT NULL CONSTRAINT payout_held_back_not_negative CHECK (held_back >= 0),
    held_back_reason TEXT,
    amount BIGINT NOT NULL CONSTRAINT payout_amount_positive CHECK (amount > 0),
    -- The bank account that was approved.
    sealed_bank TEXT,
    -- Compared with by the rules of the books: transfers may stand on another machine.
    transfer_id TEXT,
    drafted_by TEXT NOT NULL,
    drafted_at BIGINT NOT NULL,
    approved_by TEXT,
    approved_at BIGINT,
    export_id TEXT,
    ended_by TEXT,
    ended_at BIGINT,
    -- What the bank knows the payment by.
    reference TEXT,
    -- Why it failed or was discarded.
    failure TEXT,
    PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX payout_draft_key ON payout (vendor_id, tenant_id) WHERE state = 'DRAFT';
CREATE UNIQUE INDEX payout_period_key ON payout (vendor_id, tenant_id, last_day) WHERE state NOT IN ('FAILED', 'DISCARDED');
CREATE INDEX payout_by_id ON payout (id);
CREATE INDEX payout_newest ON payout (drafted_at, id);
CREATE INDEX payout_of_tenant ON payout (tenant_id, drafted_at, id);
CREATE INDEX payout_of_export ON payout (export_id, id);
