-- oldest program: 16
-- Hashes of the links and sessions with which the first administrator is created.
CREATE TABLE setup_key (
    hash TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
