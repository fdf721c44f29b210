-- oldest program: 241
-- Many cards of a shop, or a large share of what is on them, were redeemed within minutes. Its next payout waits until an
-- administrator has written down the outcome.
CREATE TABLE burst (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    -- The first and the last movement that belong to it.
    began_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    cards BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    -- What was on the shop's cards before.
    outstanding BIGINT NOT NULL,
    found_at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    outcome TEXT,
    PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX burst_open_key ON burst (vendor_id) WHERE closed_at IS NULL;
CREATE INDEX burst_newest ON burst (found_at, id);
CREATE INDEX burst_of_vendor ON burst (vendor_id, found_at, id);

-- Until when a look at a shop's last minutes is due already.
CREATE TABLE burst_check (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    due_at BIGINT NOT NULL
);
