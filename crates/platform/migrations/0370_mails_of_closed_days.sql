-- oldest program: 330
-- Whether a shop's managers are mailed the sums of each day that is closed at its counter.
ALTER TABLE counter_settings ADD COLUMN mails_closed_days BOOLEAN NOT NULL DEFAULT TRUE;
