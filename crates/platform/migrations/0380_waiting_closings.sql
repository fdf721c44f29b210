-- oldest program: 330
-- Closings of shops that wait for a second person, the oldest first.
CREATE INDEX CONCURRENTLY shop_closing_waiting ON shop_closing (requested_at, id) WHERE decided_at IS NULL;
