-- oldest program: 216
-- job_waiting is in its place.
DROP INDEX job_due;
