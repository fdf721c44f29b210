-- oldest program: 330
-- What an administrator asked a registration for, the last time. Of the mailed link only the keyed hash is kept.
CREATE TABLE registration_question (
    tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- The names of the fields, joined by commas.
    fields TEXT NOT NULL,
    note TEXT,
    asked_by TEXT NOT NULL REFERENCES person (id),
    asked_at BIGINT NOT NULL,
    code_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    answered_at BIGINT
);
CREATE UNIQUE INDEX registration_question_code_key ON registration_question (code_hash);
