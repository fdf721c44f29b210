-- oldest program: 216
-- What was moved on a vendor's cards within a day, by the amount of the card, by who redeemed it and by the hour, and what the vendor
-- was owed more after it. Made of the ledger along the seals, as the totals of each day are, and made anew with them.
CREATE TABLE daily_breakdown (
    vendor_id TEXT NOT NULL REFERENCES daily_position (vendor_id),
    kind TEXT NOT NULL CONSTRAINT daily_breakdown_kind_known CHECK (kind IN ('AMOUNT', 'EMPLOYEE', 'HOUR', 'OWED')),
    -- The moments between which the day lies in Toronto.
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    -- An amount in cents, who redeemed, or how many hours after the day had begun; '' for what is owed.
    name TEXT NOT NULL,
    -- Whether the cards support a cause.
    has_cause BOOLEAN NOT NULL,
    -- How many cards, redemptions or transfers.
    items BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    rolled_up_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, kind, starts_at, name, has_cause)
);
CREATE INDEX daily_breakdown_rolled_up ON daily_breakdown (rolled_up_at, vendor_id);

-- The last seal whose transfer is among the breakdowns, and what the vendor was owed then.
ALTER TABLE daily_position ADD COLUMN breakdown_position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_position ADD COLUMN owed BIGINT NOT NULL DEFAULT 0;
