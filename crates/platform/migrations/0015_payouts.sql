-- Payouts to shops and charities.

-- A payout to a tenant for a period. Its transfer is written at the approval, and reversed if the bank returns the money.
CREATE TABLE payout (
    -- The books that it is in: the shop's own, 'platform' for a charity's.
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    tenant_id TEXT NOT NULL REFERENCES tenant (id),
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT payout_state_known CHECK (state IN (
        'DRAFT', 'APPROVED', 'EXPORTED', 'PAID', 'FAILED', 'DISCARDED'
    )),
    -- Claim of the tenant at the start and the end of the period.
    opening BIGINT NOT NULL,
    closing BIGINT NOT NULL,
    held_back BIGINT NOT NULL CONSTRAINT payout_held_back_not_negative CHECK (held_back >= 0),
    held_back_reason TEXT,
    -- Part that stays with the platform by hold_back_terms, and the day on which all of it is released.
    reserve BIGINT NOT NULL DEFAULT 0,
    reserve_percent BIGINT,
    reserve_until TEXT,
    hold_back_terms_id TEXT,
    amount BIGINT NOT NULL CONSTRAINT payout_amount_positive CHECK (amount > 0),
    -- Name in the bank file.
    payee_name TEXT,
    -- The bank account that was approved.
    sealed_bank TEXT,
    -- Not a foreign key, because transfers may be on another server.
    transfer_id TEXT,
    drafted_by TEXT NOT NULL,
    drafted_at BIGINT NOT NULL,
    approved_by TEXT,
    approved_at BIGINT,
    export_id TEXT,
    ended_by TEXT,
    ended_at BIGINT,
    -- The bank knows the payment by it.
    reference TEXT,
    -- Why it failed or was discarded.
    failure TEXT,
    -- A payout that may be with the bank fails by two people: one reports it with the bank's reference, another one confirms it.
    failure_asked_by TEXT,
    failure_asked_at BIGINT,
    failure_reason TEXT,
    failure_reference TEXT,
    PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX payout_draft_key ON payout (vendor_id, tenant_id) WHERE state = 'DRAFT';
-- A tenant is paid once for a period.
CREATE UNIQUE INDEX payout_period_key ON payout (vendor_id, tenant_id, last_day) WHERE state NOT IN ('FAILED', 'DISCARDED');
CREATE INDEX payout_by_id ON payout (id);
CREATE INDEX payout_newest ON payout (drafted_at, id);
CREATE INDEX payout_of_tenant ON payout (tenant_id, drafted_at, id);
CREATE INDEX payout_of_export ON payout (export_id, id);
-- The dashboard counts reported failures that wait for the second person.
CREATE INDEX payout_failure_reported ON payout (failure_asked_at, id) WHERE failure_asked_by IS NOT NULL;
-- The journal shows the part of a payout that stayed with the platform.
CREATE INDEX payout_of_transfer ON payout (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payout_in_state ON payout (state, drafted_at, id);

-- A file for the bank. Its payouts refer to it.
CREATE TABLE payout_export (
    id TEXT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    -- Day on which the payees have the money.
    funds_on TEXT NOT NULL,
    -- JSON: the platform's identity at its bank when the file was made.
    originator TEXT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Second administrator, without whom the file can't be downloaded.
    released_by TEXT,
    released_at BIGINT
);
CREATE UNIQUE INDEX payout_export_number_key ON payout_export (number);

-- From a day on, the part of payouts that the platform holds back for cards whose charges may still be disputed.
CREATE TABLE hold_back_terms (
    id TEXT NOT NULL PRIMARY KEY,
    starts_on TEXT NOT NULL,
    -- Cards are at risk for this many days after their sale.
    card_days BIGINT NOT NULL,
    card_percent BIGINT NOT NULL,
    -- All cards of a tenant are at risk for this many days after it joined.
    young_days BIGINT NOT NULL,
    young_percent BIGINT NOT NULL,
    set_by TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX hold_back_terms_by_day ON hold_back_terms (starts_on, set_at, id);
