-- oldest program: 241
-- Rows with personal data that a person has read from lists on a day.
CREATE TABLE list_reading_day (
    person_id TEXT NOT NULL,
    day TEXT NOT NULL,
    rows_read BIGINT NOT NULL,
    -- When the super administrators were mailed that the limit is reached.
    reported_at BIGINT,
    PRIMARY KEY (person_id, day)
);
CREATE INDEX list_reading_day_by_age ON list_reading_day (day, person_id);
-- One list with one filter in one session, within an hour: its rows of the audit log are written from here.
CREATE TABLE list_reading (
    person_id TEXT NOT NULL,
    -- The hash of session, list, filter and kind.
    look TEXT NOT NULL,
    session_id TEXT NOT NULL,
    role TEXT NOT NULL,
    tenant_id TEXT,
    list TEXT NOT NULL,
    filter TEXT NOT NULL,
    is_download BOOLEAN NOT NULL,
    begun_at BIGINT NOT NULL,
    rows_read BIGINT NOT NULL,
    -- The number that the audit log says.
    rows_recorded BIGINT NOT NULL,
    rows_in_all BIGINT NOT NULL,
    PRIMARY KEY (person_id, look)
);
CREATE INDEX list_reading_by_age ON list_reading (begun_at, person_id, look);
-- The pages of lists that a person has read within an hour: reading one again counts only what is new.
CREATE TABLE list_reading_page (
    person_id TEXT NOT NULL,
    -- The hash of the list and the whole query.
    page TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    rows_read BIGINT NOT NULL,
    PRIMARY KEY (person_id, page)
);
CREATE INDEX list_reading_page_by_age ON list_reading_page (read_at, person_id, page);
