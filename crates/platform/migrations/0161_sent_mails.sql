-- oldest program: 41
-- Which mails about a card, an order, a person or an organization were sent, a row for each of these. They are thrown away after a while.
CREATE TABLE sent_mail (
    -- What it is about.
    subject_id TEXT NOT NULL,
    -- The job that sends it.
    mail_id TEXT NOT NULL,
    -- Which letter it is.
    letter TEXT NOT NULL,
    -- Masked.
    recipient TEXT NOT NULL,
    -- When it was last tried.
    tried_at BIGINT NOT NULL,
    -- When a mail server took it. Null as long as none did.
    sent_at BIGINT,
    PRIMARY KEY (subject_id, mail_id)
);
CREATE INDEX sent_mail_of_subject ON sent_mail (subject_id, tried_at, mail_id);
CREATE INDEX sent_mail_in_time ON sent_mail (tried_at, subject_id, mail_id);
