-- oldest program: 330
CREATE INDEX CONCURRENTLY payout_in_state ON payout (state, drafted_at, id);
