-- oldest program: 330
-- The test card of a shop, with which it tries its counter. No one bought it and no money stands behind it: it is no row of `card`, and
-- the ledger knows nothing of it. A new one takes the place of the one before.
CREATE TABLE test_card (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    code TEXT NOT NULL UNIQUE,
    balance BIGINT NOT NULL CHECK (balance >= 0),
    made_at BIGINT NOT NULL,
    -- The last time that something was redeemed from a test card of the shop.
    redeemed_at BIGINT
);

-- Until when a manager lets this clerk exceed the pace of the shop without waiting.
ALTER TABLE counter_pace ADD COLUMN free_until BIGINT;
