-- oldest program: 241
-- Refunds above the limit for one person: one asks, and another approves or declines.
CREATE TABLE refund_request (
    -- The buyer.
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- JSON: the cards, each with the balance that is to go back.
    cards TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT refund_request_amount_positive CHECK (amount > 0),
    reason TEXT NOT NULL,
    requested_by TEXT NOT NULL REFERENCES person (id),
    requested_at BIGINT NOT NULL,
    decided_by TEXT REFERENCES person (id),
    decided_at BIGINT,
    is_approved BOOLEAN,
    decline_reason TEXT,
    CONSTRAINT refund_request_id_key PRIMARY KEY (person_id, id)
);
CREATE UNIQUE INDEX refund_request_open_key ON refund_request (person_id, order_id) WHERE decided_at IS NULL;
CREATE INDEX refund_request_of_order ON refund_request (person_id, order_id, requested_at, id);
CREATE INDEX refund_request_open ON refund_request (requested_at, id) WHERE decided_at IS NULL;
