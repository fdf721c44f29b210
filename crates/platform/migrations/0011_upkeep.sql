-- When a gift was last mailed to the recipient whom it has now: somebody who never heard of it hears of no end, either.
ALTER TABLE card ADD COLUMN mailed_at BIGINT;
UPDATE card SET mailed_at = created_at
WHERE is_gift = TRUE
  AND NOT EXISTS (SELECT 1 FROM job j WHERE j.kind = 'gift mail' AND j.payload LIKE '%' || card.id || '%');

-- The orders of lists that were sorted at every look.
CREATE INDEX card_by_balance ON card (balance, id);
CREATE INDEX card_of_vendor_by_balance ON card (vendor_id, balance, id);
CREATE INDEX orders_begun ON orders (created_at, id);

-- Sessions that are over are thrown away after a while: those that were ended, and those that nobody came back to.
CREATE INDEX session_by_end ON session (ended_at, id);
CREATE INDEX session_by_rotation ON session (rotated_at, id);
