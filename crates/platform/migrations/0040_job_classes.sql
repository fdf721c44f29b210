-- Jobs of payments are done before mails, mails before what nobody waits for.
ALTER TABLE job ADD COLUMN priority BIGINT NOT NULL DEFAULT 1;
UPDATE job SET priority = 0 WHERE kind IN ('finish payment', 'recheck payment', 'look into charge');
UPDATE job SET priority = 2 WHERE kind = 'discard-picture';
DROP INDEX job_due;
CREATE INDEX job_due ON job (state, priority, due_at, id);
