-- oldest program: 41
CREATE INDEX CONCURRENTLY sent_mail_of_mail ON sent_mail (mail_id);
