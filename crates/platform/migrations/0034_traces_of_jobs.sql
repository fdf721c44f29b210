-- The request that a job comes from, for whoever reads the log.
ALTER TABLE job ADD COLUMN trace TEXT;
