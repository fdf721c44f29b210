-- oldest program: 41
-- A mail server that took a mail may say later that it could not be delivered: why, as a code of RFC 3463.
ALTER TABLE sent_mail ADD COLUMN bounce_status TEXT;
