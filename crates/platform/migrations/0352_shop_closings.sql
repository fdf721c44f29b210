-- oldest program: 330
-- Closing a shop that has money on its cards: what is left is refunded. One administrator asks, another one approves or declines, and a
-- job does it order by order.
CREATE TABLE shop_closing (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- What was on the cards when it was asked for.
    cards BIGINT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT shop_closing_amount_positive CHECK (amount > 0),
    requested_by TEXT NOT NULL REFERENCES person (id),
    requested_at BIGINT NOT NULL,
    decided_by TEXT REFERENCES person (id),
    decided_at BIGINT,
    is_approved BOOLEAN,
    decline_reason TEXT,
    -- The last card that the job has looked at.
    reached TEXT NOT NULL DEFAULT '',
    done_cards BIGINT NOT NULL DEFAULT 0,
    done_amount BIGINT NOT NULL DEFAULT 0,
    ended_at BIGINT,
    CONSTRAINT shop_closing_id_key PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX shop_closing_open_key ON shop_closing (vendor_id) WHERE ended_at IS NULL;
CREATE INDEX shop_closing_newest ON shop_closing (vendor_id, requested_at, id);

-- Orders of which something stayed on the cards, and why.
CREATE TABLE shop_closing_left (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    closing_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- The buyer.
    person_id TEXT NOT NULL REFERENCES person (id),
    cards BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    cause TEXT NOT NULL,
    -- Who recorded that it was paid in another way, and under which reference.
    paid_by TEXT REFERENCES person (id),
    paid_at BIGINT,
    payment_reference TEXT,
    CONSTRAINT shop_closing_left_key PRIMARY KEY (vendor_id, closing_id, order_id)
);

-- The closing of a shop that a refund belongs to.
ALTER TABLE refund ADD COLUMN closing_id TEXT;
