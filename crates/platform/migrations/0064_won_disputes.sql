-- oldest program: 41
-- When the bank gave back what it had taken: the charge stands again, and its cards are as they were.
ALTER TABLE charge_reversal ADD COLUMN won_at BIGINT;
