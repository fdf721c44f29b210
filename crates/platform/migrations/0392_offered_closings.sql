-- oldest program: 383
-- Closings whose cards a shop was asked to take over, the newest first.
CREATE INDEX CONCURRENTLY shop_closing_successor ON shop_closing (successor_id, requested_at) WHERE successor_id IS NOT NULL;
