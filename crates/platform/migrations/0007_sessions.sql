-- Sessions, and the limit on personal data that a person may read from lists.

-- A signed-in browser. Refresh tokens are derived from `seed` and `generation` with a key that is not in the database: a copy of this
-- row lets no one in.
CREATE TABLE session (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    seed TEXT NOT NULL,
    -- Generation of the newest refresh token.
    generation BIGINT NOT NULL,
    -- Generation of the last token that was used, and of the first of its successors. It stays valid until a successor is used,
    -- because the reply with the successor may have been lost. Null before the first use.
    used_generation BIGINT,
    first_successor BIGINT,
    client TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    -- Till on which the clerk signed in by PIN; null on any other browser.
    till_id TEXT REFERENCES till (id),
    created_at BIGINT NOT NULL,
    rotated_at BIGINT NOT NULL,
    -- Last proof of identity within the session. Null: signing in was the last proof.
    proven_at BIGINT,
    ended_at BIGINT,
    CONSTRAINT session_id_key PRIMARY KEY (person_id, id)
);
CREATE INDEX session_by_person ON session (person_id, ended_at, id);
-- Sessions that ended or are no longer used are deleted after a while.
CREATE INDEX session_by_end ON session (ended_at, id);
CREATE INDEX session_by_rotation ON session (rotated_at, id);
CREATE INDEX session_on_till ON session (till_id, id) WHERE till_id IS NOT NULL;

-- Number of rows with personal data that a person has read from lists on a day.
CREATE TABLE list_reading_day (
    person_id TEXT NOT NULL,
    day TEXT NOT NULL,
    rows_read BIGINT NOT NULL,
    -- When the super administrators were mailed that the limit is reached.
    reported_at BIGINT,
    PRIMARY KEY (person_id, day)
);
CREATE INDEX list_reading_day_by_age ON list_reading_day (day, person_id);

-- A list that is read with one filter in one session within an hour. Its audit entries are written from here.
CREATE TABLE list_reading (
    person_id TEXT NOT NULL,
    -- Hash of session, list, filter and kind.
    look TEXT NOT NULL,
    session_id TEXT NOT NULL,
    role TEXT NOT NULL,
    tenant_id TEXT,
    list TEXT NOT NULL,
    filter TEXT NOT NULL,
    is_download BOOLEAN NOT NULL,
    begun_at BIGINT NOT NULL,
    rows_read BIGINT NOT NULL,
    -- Number in the audit log.
    rows_recorded BIGINT NOT NULL,
    rows_in_all BIGINT NOT NULL,
    PRIMARY KEY (person_id, look)
);
CREATE INDEX list_reading_by_age ON list_reading (begun_at, person_id, look);

-- A page of a list that a person has read within an hour: reading it again counts new rows only.
CREATE TABLE list_reading_page (
    person_id TEXT NOT NULL,
    -- Hash of the list and the whole query.
    page TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    -- Short hashes of the people on the page, so that reading it again counts only people who are new on it.
    people TEXT NOT NULL,
    PRIMARY KEY (person_id, page)
);
CREATE INDEX list_reading_page_by_age ON list_reading_page (read_at, person_id, page);
