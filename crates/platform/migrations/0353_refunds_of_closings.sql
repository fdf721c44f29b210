-- oldest program: 330
-- The refunds of a closing, the oldest first.
CREATE INDEX CONCURRENTLY refund_of_closing ON refund (closing_id, created_at, id) WHERE closing_id IS NOT NULL;
