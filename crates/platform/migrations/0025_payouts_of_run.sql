-- oldest program: 16
CREATE INDEX CONCURRENTLY payout_of_run ON payout (run_id, drafted_at, id) WHERE run_id IS NOT NULL;
