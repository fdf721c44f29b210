-- oldest program: 241
CREATE INDEX CONCURRENTLY payment_attempt_watched ON payment_attempt (is_spent, watch_due_at, id) WHERE watch_due_at IS NOT NULL;
