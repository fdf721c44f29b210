-- oldest program: 241
CREATE INDEX CONCURRENTLY payment_attempt_unwatched ON payment_attempt (sent_at, id)
    WHERE state = 'ISSUED' AND watch_due_at IS NULL AND answered_at IS NULL;
