-- oldest program: 241
-- The dashboard counts payouts that one administrator has reported as failed and nobody has confirmed.
CREATE INDEX CONCURRENTLY payout_failure_reported ON payout (failure_asked_at, id) WHERE failure_asked_by IS NOT NULL;
