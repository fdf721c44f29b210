-- oldest program: 241
-- A payout that may be with the bank fails by two people: one asks for it with the bank's reference, another confirms it.
ALTER TABLE payout ADD COLUMN failure_asked_by TEXT;
ALTER TABLE payout ADD COLUMN failure_asked_at BIGINT;
ALTER TABLE payout ADD COLUMN failure_reason TEXT;
ALTER TABLE payout ADD COLUMN failure_reference TEXT;
-- The payee's name in the bank file.
ALTER TABLE payout ADD COLUMN payee_name TEXT;
-- Who the platform was to its bank when the file was made (JSON), and who released the file.
ALTER TABLE payout_export ADD COLUMN originator TEXT;
ALTER TABLE payout_export ADD COLUMN released_by TEXT;
ALTER TABLE payout_export ADD COLUMN released_at BIGINT;
UPDATE payout_export SET released_by = created_by, released_at = created_at;
