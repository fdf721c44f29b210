-- Jobs: the queue of everything that is done after a transaction, and the outbox of what leaves the program.
-- `due_at` of a job that is being done is the end of its lease: whoever dies gives it back by doing nothing.
CREATE TABLE job (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT job_state_known CHECK (state IN ('waiting', 'dead')),
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    lease TEXT,
    last_error TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX job_due ON job (state, due_at, id);

-- Regions: where a shop is, what the visitor filters by.
CREATE TABLE region (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    province TEXT NOT NULL,
    country TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    search_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX region_by_name ON region (is_active, search_key, id);

-- The mailbox of the demo: mails that would have been sent.
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
