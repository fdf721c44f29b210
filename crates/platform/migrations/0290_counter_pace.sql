-- oldest program: 241
-- An unusual pace informs and stops nobody by default. A shop with the former default limits never chose any.
UPDATE counter_settings SET is_pace_limited = FALSE, most_redemptions = 60, most_amount = 250000
WHERE most_redemptions = 25 AND most_amount = 100000 AND single_amount = 50000;

-- Settings that were saved and are not in force yet: what loosens a rule begins a day later. All are null, or none.
ALTER TABLE counter_settings ADD COLUMN next_from BIGINT;
ALTER TABLE counter_settings ADD COLUMN next_is_pace_limited BOOLEAN;
ALTER TABLE counter_settings ADD COLUMN next_most_redemptions BIGINT;
ALTER TABLE counter_settings ADD COLUMN next_most_amount BIGINT;
ALTER TABLE counter_settings ADD COLUMN next_single_amount BIGINT;
ALTER TABLE counter_settings ADD COLUMN next_redeems_by_name BOOLEAN;

-- When this person's unusual pace at this shop was last recorded.
ALTER TABLE counter_pace ADD COLUMN unusual_at BIGINT;

-- The program knows which kinds of notices there are.
ALTER TABLE notice DROP CONSTRAINT notice_kind_known;
ALTER TABLE notice_setting DROP CONSTRAINT notice_setting_kind_known;
