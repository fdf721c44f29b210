-- oldest program: 241
-- The part of payouts that the platform holds back for cards whose charges may still be disputed, from a day on.
CREATE TABLE hold_back_terms (
    id TEXT NOT NULL PRIMARY KEY,
    starts_on TEXT NOT NULL,
    -- Cards are at risk for this many days after their sale.
    card_days BIGINT NOT NULL,
    card_percent BIGINT NOT NULL,
    -- All cards of a payee are at risk for this many days after it joined.
    young_days BIGINT NOT NULL,
    young_percent BIGINT NOT NULL,
    set_by TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX hold_back_terms_by_day ON hold_back_terms (starts_on, set_at, id);

-- The part of what a payee is owed that a payout leaves with the platform by these terms, and by when all of it is released.
ALTER TABLE payout ADD COLUMN reserve BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payout ADD COLUMN reserve_percent BIGINT;
ALTER TABLE payout ADD COLUMN reserve_until TEXT;
ALTER TABLE payout ADD COLUMN hold_back_terms_id TEXT;
