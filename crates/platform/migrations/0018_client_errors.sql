-- oldest program: 16
-- Errors of the web app in browsers. Nothing here names a person. Old rows are deleted.

-- Reports of the same error, with the newest report as example.
CREATE TABLE client_error (
    -- Hash of kind, message and first files of the stack, without what changes from release to release.
    fingerprint TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT client_error_kind_known CHECK (kind IN (
        'UNCAUGHT', 'CAUGHT', 'REJECTION', 'IMPORT'
    )),
    message TEXT NOT NULL,
    -- Template of the page, such as `/wallet/:id`.
    route TEXT NOT NULL,
    stack TEXT NOT NULL,
    engine TEXT NOT NULL,
    -- Trace of the newest call of the page; null if it made none.
    trace_id TEXT,
    occurrences BIGINT NOT NULL,
    -- One per line, the newest first.
    releases TEXT NOT NULL,
    first_seen_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);
CREATE INDEX client_error_newest ON client_error (last_seen_at, fingerprint);
CREATE INDEX client_error_newest_of_kind ON client_error (kind, last_seen_at, fingerprint);

-- The error to which the number on an error page belongs.
CREATE TABLE client_error_report (
    number TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX client_error_report_in_time ON client_error_report (created_at, number);
