-- oldest program: 41
CREATE INDEX CONCURRENTLY payment_attempt_sent ON payment_attempt (sent_at, id);
