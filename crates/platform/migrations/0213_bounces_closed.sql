-- oldest program: 41
-- When nobody had to do anything any more about a mail that came back: it was sent again, or somebody said so.
ALTER TABLE sent_mail ADD COLUMN bounce_closed_at BIGINT;
