-- oldest program: 41
-- What administrators write down about a card, an order, a person or an organization. A note is struck out, never removed.
CREATE TABLE case_note (
    -- What it is about.
    subject_id TEXT NOT NULL,
    id TEXT NOT NULL,
    subject_kind TEXT NOT NULL CONSTRAINT case_note_kind_known
        CHECK (subject_kind IN ('CARD', 'ORDER', 'PERSON', 'VENDOR', 'CHARITY')),
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
