-- oldest program: 241
CREATE INDEX CONCURRENTLY payment_attempt_proven ON payment_attempt (person_id, amount) WHERE state = 'ISSUED';
