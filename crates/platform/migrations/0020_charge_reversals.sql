-- Charges that somebody else took back at the gateway: voided, refunded, disputed, or declined after all.
ALTER TABLE payment_attempt DROP CONSTRAINT payment_attempt_state_known;
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_state_known CHECK (state IN (
    'SENDING', 'APPROVED', 'ISSUED', 'DECLINED', 'HELD', 'UNKNOWN', 'NOT_CHARGED', 'VOID_PENDING', 'VOIDED', 'REVERSED'
));
-- How much of an issued charge has been taken back by now.
ALTER TABLE payment_attempt ADD COLUMN reversed BIGINT NOT NULL DEFAULT 0;

ALTER TABLE transfer DROP CONSTRAINT transfer_kind_known;
ALTER TABLE transfer ADD CONSTRAINT transfer_kind_known
    CHECK (kind IN ('SALE', 'REDEMPTION', 'REVERSAL', 'CASH_OUT', 'CHARGE_REVERSAL', 'PARTIAL_REFUND'));

-- When the whole charge of an order had been taken back: its cards are empty for good.
ALTER TABLE orders ADD COLUMN reversed_at BIGINT;

-- What was left on a card when its charge was taken back, and how much of that had been the shop's.
ALTER TABLE card ADD COLUMN reversed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE card ADD COLUMN reversed_revenue BIGINT NOT NULL DEFAULT 0;

-- Cards are frozen by the program, too: then no person is named.
ALTER TABLE card_switch ALTER COLUMN person_id DROP NOT NULL;

-- Each time a charge was taken back, wholly or in part: what somebody has to look into.
CREATE TABLE charge_reversal (
    id TEXT NOT NULL PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES payment_attempt (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    -- The gateway's number of what took it back: of a void or a dispute that of the charge itself.
    transaction_id TEXT NOT NULL,
    cause TEXT NOT NULL CONSTRAINT charge_reversal_cause_known
        CHECK (cause IN ('VOIDED', 'REFUNDED', 'DISPUTED', 'DECLINED')),
    amount BIGINT NOT NULL CONSTRAINT charge_reversal_amount_positive CHECK (amount > 0),
    -- What was still on the cards, and what had been spent from them already.
    unspent BIGINT NOT NULL,
    loss BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Who has looked into it, and what they wrote about it.
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    note TEXT
);
CREATE UNIQUE INDEX charge_reversal_key ON charge_reversal (attempt_id, transaction_id);
CREATE INDEX charge_reversal_of_order ON charge_reversal (order_id, created_at, id);
CREATE INDEX charge_reversal_open ON charge_reversal (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX charge_reversal_newest ON charge_reversal (created_at, id);
