-- What a person has signed in with, by what its browser calls itself: a new one is told to them.
CREATE TABLE known_device (
    person_id TEXT NOT NULL REFERENCES person (id),
    device TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, device)
);
CREATE INDEX known_device_by_age ON known_device (seen_at, person_id, device);

-- Links in notices with which a person ends all of their sessions. Only their keyed hash is kept.
CREATE TABLE end_sessions_link (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX end_sessions_link_by_person ON end_sessions_link (person_id, hash);
CREATE INDEX end_sessions_link_by_expiry ON end_sessions_link (expires_at, hash);
