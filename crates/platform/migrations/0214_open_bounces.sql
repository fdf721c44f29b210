-- oldest program: 41
CREATE INDEX CONCURRENTLY sent_mail_bounced ON sent_mail (mail_id) WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL;
