-- What a job ran into, as the code that programs compare; the text beside it is for people.
ALTER TABLE job ADD COLUMN error_code TEXT;
-- Jobs that were given up while money was stopped said so in the text alone.
UPDATE job SET state = 'waiting', attempts = 0, due_at = created_at, error_code = 'LEDGER_STOPPED'
WHERE state = 'dead' AND last_error LIKE '%Refused(LedgerStopped)';
