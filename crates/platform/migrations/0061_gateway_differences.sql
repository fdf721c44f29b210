-- oldest program: 41
-- What the card gateway and our payments say differently: what somebody has to look into.
CREATE TABLE gateway_difference (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT gateway_difference_kind_known
        CHECK (kind IN ('MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE')),
    -- The gateway's number.
    transaction_id TEXT NOT NULL,
    -- What it was sent under.
    reference TEXT,
    -- Null where it is not known here.
    order_id TEXT REFERENCES orders (id),
    our_amount BIGINT,
    our_state TEXT,
    -- Null where it is not known there.
    their_amount BIGINT,
    their_status TEXT,
    created_at BIGINT NOT NULL,
    -- Who has looked into it, and what they wrote about it.
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    note TEXT
);
CREATE UNIQUE INDEX gateway_difference_key ON gateway_difference (transaction_id, kind);
CREATE INDEX gateway_difference_open ON gateway_difference (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX gateway_difference_newest ON gateway_difference (created_at, id);
