-- oldest program: 41
-- What the support desk gives back of a charge: the rest on some of its cards. The cards are empty for good at once; the
-- gateway is asked until it has done it.
ALTER TABLE transfer DROP CONSTRAINT transfer_kind_known;
ALTER TABLE transfer ADD CONSTRAINT transfer_kind_known CHECK (kind IN (
    'SALE', 'REDEMPTION', 'REVERSAL', 'CASH_OUT', 'CHARGE_REVERSAL', 'PARTIAL_REFUND', 'REFUND'
));

-- How much of an issued charge we have given back by now.
ALTER TABLE payment_attempt ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0;

-- When the rest of a card was given back to its buyer.
ALTER TABLE card ADD COLUMN refunded_at BIGINT;

CREATE TABLE refund (
    id TEXT NOT NULL PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES payment_attempt (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    number BIGINT NOT NULL,
    -- What the gateway knows it by.
    reference TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT refund_amount_positive CHECK (amount > 0),
    -- Covered: before the gateway had done it, somebody else reversed the whole charge there.
    state TEXT NOT NULL CONSTRAINT refund_state_known CHECK (state IN ('PENDING', 'MADE', 'COVERED')),
    transaction_id TEXT,
    requested_by TEXT NOT NULL REFERENCES person (id),
    reason TEXT NOT NULL,
    -- What the gateway said when it refused.
    message TEXT,
    -- The job that sees to its end.
    job_id TEXT,
    created_at BIGINT NOT NULL,
    -- When the gateway was last asked for it, as long as nobody knows that it refused.
    sent_at BIGINT,
    ended_at BIGINT
);
CREATE UNIQUE INDEX refund_reference_key ON refund (reference);
CREATE UNIQUE INDEX refund_number_key ON refund (attempt_id, number);
CREATE INDEX refund_of_order ON refund (order_id, created_at, id);
CREATE INDEX refund_pending ON refund (created_at, id) WHERE state = 'PENDING';
