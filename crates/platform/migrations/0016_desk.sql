-- Notices and mails to people, and the notes and saved views of administrators.

-- A notice in the bell of a person.
CREATE TABLE notice (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    -- The bell: the id of a shop or charity, or `platform`.
    feed TEXT NOT NULL,
    -- Shop or charity that it is about; null if none.
    tenant_id TEXT REFERENCES tenant (id),
    kind TEXT NOT NULL,
    -- Event of the notice: the same event makes no second one.
    source TEXT NOT NULL,
    -- JSON: card, amount, day.
    facts TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    PRIMARY KEY (person_id, id),
    CONSTRAINT notice_once UNIQUE (person_id, source)
);
CREATE INDEX notice_unread ON notice (person_id, feed) WHERE read_at IS NULL;
-- Old notices are deleted.
CREATE INDEX notice_in_time ON notice (created_at, person_id, id);

-- Whether a person wants a kind of notice.
CREATE TABLE notice_setting (
    person_id TEXT NOT NULL REFERENCES person (id),
    feed TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_on BOOLEAN NOT NULL,
    -- Redemptions from this amount on are large.
    amount BIGINT,
    PRIMARY KEY (person_id, feed, kind)
);

-- A single row: the last day whose sales all managers were notified of.
CREATE TABLE daily_sales_notice (
    id BIGINT NOT NULL PRIMARY KEY,
    day TEXT NOT NULL
);

-- A mail about a card, an order, a person or a tenant, one row for each of them. Old rows are deleted.
CREATE TABLE sent_mail (
    subject_id TEXT NOT NULL,
    -- The job that sends it.
    mail_id TEXT NOT NULL,
    -- Kind of letter.
    letter TEXT NOT NULL,
    -- Masked address.
    recipient TEXT NOT NULL,
    -- Last attempt.
    tried_at BIGINT NOT NULL,
    -- When a mail server accepted it.
    sent_at BIGINT,
    -- Reason why it could not be delivered, as a code of RFC 3463: a mail server may report that later.
    bounce_status TEXT,
    -- When it was sent again or dismissed.
    bounce_closed_at BIGINT,
    PRIMARY KEY (subject_id, mail_id)
);
CREATE INDEX sent_mail_of_subject ON sent_mail (subject_id, tried_at, mail_id);
CREATE INDEX sent_mail_in_time ON sent_mail (tried_at, subject_id, mail_id);
CREATE INDEX sent_mail_of_mail ON sent_mail (mail_id);
CREATE INDEX sent_mail_bounced ON sent_mail (mail_id) WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL;
CREATE INDEX sent_mail_bounced_about ON sent_mail (subject_id, mail_id) WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL;

-- A mail in the mailbox of the demo, which sends none.
CREATE TABLE demo_mail (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    subject TEXT NOT NULL,
    text_body TEXT NOT NULL,
    html_body TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);
CREATE INDEX demo_mail_newest ON demo_mail (recipient, sent_at, id);

-- A note of an administrator about a card, an order, a person or a tenant. It is struck out, never deleted.
CREATE TABLE case_note (
    subject_id TEXT NOT NULL,
    id TEXT NOT NULL,
    subject_kind TEXT NOT NULL CONSTRAINT case_note_kind_known CHECK (subject_kind IN (
        'CARD', 'ORDER', 'PERSON', 'VENDOR', 'CHARITY'
    )),
    text TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    struck_out_by TEXT,
    struck_out_at BIGINT,
    PRIMARY KEY (subject_id, id)
);
CREATE UNIQUE INDEX case_note_by_id ON case_note (id);
CREATE INDEX case_note_of_subject ON case_note (subject_id, created_at, id);
CREATE INDEX case_note_of_kind ON case_note (subject_kind, subject_id);

-- A list with filters, order and columns as a person wants to see it.
CREATE TABLE saved_view (
    person_id TEXT NOT NULL REFERENCES person (id),
    list TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name folded: each view has a name of its own.
    name_key TEXT NOT NULL,
    -- Search, filters and order, as in the address of the page.
    query TEXT NOT NULL,
    -- Ids of columns, joined by commas.
    hidden_columns TEXT NOT NULL,
    is_dense BOOLEAN NOT NULL,
    -- Shown when the list is opened without a query. At most one per list.
    is_default BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, list, id)
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (person_id, list, name_key);
