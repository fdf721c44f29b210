-- oldest program: 216
-- An index of what waits alone: one of all jobs ended in the id, and a queue that was empty when it was analysed had each job
-- looked up by its id along all of that index.
CREATE INDEX CONCURRENTLY job_waiting ON job (priority, due_at, id) WHERE state = 'waiting';
