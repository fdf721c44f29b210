-- oldest program: 383
-- What a reversal took beyond the rest of its charge: refunds that were not made yet, and refunds that the bank had paid already.
ALTER TABLE charge_reversal ADD COLUMN covered BIGINT NOT NULL DEFAULT 0;
ALTER TABLE charge_reversal ADD COLUMN paid_twice BIGINT NOT NULL DEFAULT 0;
