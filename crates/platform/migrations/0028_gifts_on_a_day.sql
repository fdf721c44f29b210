-- oldest program: 16
-- Gifts that are sent on a day, and reminders of gifts that nobody opened.

-- When the gift is to be emailed; null once it was, and for gifts that are sent at once.
ALTER TABLE card ADD COLUMN send_at BIGINT;
-- Time zone in which the giver chose the time.
ALTER TABLE card ADD COLUMN send_zone TEXT;
-- When the giver stopped a gift that was still to be sent; null once it is sent or gets another day.
ALTER TABLE card ADD COLUMN send_stopped_at BIGINT;
-- Last reminder of the recipient, and the number of all reminders.
ALTER TABLE card ADD COLUMN reminded_at BIGINT;
ALTER TABLE card ADD COLUMN reminded_count BIGINT NOT NULL DEFAULT 0;

-- Local day and hour, and the time zone; all null for a gift that is sent at once.
ALTER TABLE cart_item ADD COLUMN send_on TEXT;
ALTER TABLE cart_item ADD COLUMN send_hour BIGINT;
ALTER TABLE cart_item ADD COLUMN send_zone TEXT;
