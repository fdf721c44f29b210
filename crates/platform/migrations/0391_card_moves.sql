-- oldest program: 383
-- A shop that closes can hand its cards over to another shop, whose manager has accepted that. The balance of each card is on a new card of
-- that shop, which takes over number, code and link; the old card is empty and frozen.
ALTER TABLE shop_closing ADD COLUMN successor_id TEXT;
ALTER TABLE shop_closing ADD COLUMN accepted_by TEXT;
ALTER TABLE shop_closing ADD COLUMN accepted_at BIGINT;

-- On the new card.
ALTER TABLE card ADD COLUMN moved_from_id TEXT;
ALTER TABLE card ADD COLUMN moved_from_vendor_id TEXT;
-- On the old card.
ALTER TABLE card ADD COLUMN moved_to_id TEXT;
ALTER TABLE card ADD COLUMN moved_to_vendor_id TEXT;

CREATE TABLE card_move (
    -- The old card and its shop.
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    card_id TEXT NOT NULL,
    new_vendor_id TEXT NOT NULL REFERENCES tenant (id),
    new_card_id TEXT NOT NULL,
    closing_id TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT card_move_amount_positive CHECK (amount > 0),
    created_at BIGINT NOT NULL,
    CONSTRAINT card_move_key PRIMARY KEY (vendor_id, card_id)
);
CREATE INDEX card_move_made ON card_move (created_at);
