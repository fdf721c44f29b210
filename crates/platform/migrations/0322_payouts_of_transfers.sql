-- oldest program: 241
-- The journal shows what a payout left with the platform.
CREATE INDEX CONCURRENTLY payout_of_transfer ON payout (transfer_id) WHERE transfer_id IS NOT NULL;
