-- Orders that look risky are charged and held until an administrator has decided about them.
ALTER TABLE payment_attempt DROP CONSTRAINT payment_attempt_state_known;
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_state_known CHECK (state IN (
    'SENDING', 'APPROVED', 'REVIEW', 'ISSUED', 'DECLINED', 'HELD', 'UNKNOWN', 'NOT_CHARGED', 'VOID_PENDING', 'VOIDED',
    'REVERSED'
));
DROP INDEX payment_attempt_live_key;
CREATE UNIQUE INDEX payment_attempt_live_key ON payment_attempt (order_id)
    WHERE state IN ('SENDING', 'UNKNOWN', 'HELD', 'APPROVED', 'REVIEW', 'ISSUED');

-- From where somebody tried to pay: the keyed hash of the client address.
ALTER TABLE payment_attempt ADD COLUMN client TEXT;
-- How the payer's address and the card's code compared, as the gateway's letters.
ALTER TABLE payment_attempt ADD COLUMN avs TEXT;
ALTER TABLE payment_attempt ADD COLUMN cvv TEXT;
CREATE INDEX payment_attempt_from_client ON payment_attempt (client, sent_at) WHERE client IS NOT NULL;

CREATE TABLE order_review (
    id TEXT NOT NULL PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES payment_attempt (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    score BIGINT NOT NULL,
    -- Words, as a JSON list.
    reasons TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When the administrators were told once more.
    reminded_at BIGINT,
    -- Nobody decided when the charge was gone at the gateway.
    decided_at BIGINT,
    decided_by TEXT REFERENCES person (id),
    is_released BOOLEAN,
    reason TEXT
);
CREATE UNIQUE INDEX order_review_key ON order_review (attempt_id);
CREATE INDEX order_review_of_order ON order_review (order_id, created_at, id);
CREATE INDEX order_review_open ON order_review (created_at, id) WHERE decided_at IS NULL;
