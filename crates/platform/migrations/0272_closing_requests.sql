-- oldest program: 241
-- Staff who ask for their account to be closed. A colleague decides, and the row goes.
CREATE TABLE closing_request (
    person_id TEXT NOT NULL PRIMARY KEY,
    asked_at BIGINT NOT NULL,
    proven_by TEXT NOT NULL,
    CONSTRAINT closing_request_person_fkey FOREIGN KEY (person_id) REFERENCES person (id)
);
