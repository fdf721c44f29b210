-- Tills: devices at a shop's counter that a manager has enrolled, on which its clerks sign in by PIN.
CREATE TABLE till (
    id TEXT NOT NULL PRIMARY KEY,
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT NOT NULL REFERENCES person (id),
    -- The keyed hash of the token in the link that enrols a device. It is kept after its use, so that a second one is told so.
    link_hash TEXT NOT NULL,
    link_expires_at BIGINT NOT NULL,
    is_link_used BOOLEAN NOT NULL DEFAULT FALSE,
    -- The keyed hash of the secret that the enrolled device keeps.
    secret_hash TEXT,
    user_agent TEXT,
    enrolled_at BIGINT,
    last_seen_at BIGINT,
    revoked_at BIGINT
);
CREATE UNIQUE INDEX till_link_key ON till (link_hash);
CREATE UNIQUE INDEX till_secret_key ON till (secret_hash) WHERE secret_hash IS NOT NULL;
CREATE INDEX till_newest ON till (created_at, id);
CREATE INDEX till_of_vendor ON till (vendor_id, created_at, id);

-- One for each person and shop. What was hashed is keyed with the program's key: so few digits would be guessed otherwise.
CREATE TABLE till_pin (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    hash TEXT NOT NULL,
    chosen_at BIGINT NOT NULL,
    -- Tries since the last right one. With five it is locked.
    misses BIGINT NOT NULL
);
CREATE UNIQUE INDEX till_pin_key ON till_pin (person_id, vendor_id);
CREATE INDEX till_pin_of_vendor ON till_pin (vendor_id, id);

-- The till that somebody signed in on by PIN. Null: they signed in as on any browser.
ALTER TABLE session ADD COLUMN till_id TEXT REFERENCES till (id);
CREATE INDEX session_on_till ON session (till_id, id) WHERE till_id IS NOT NULL;

-- The till at which money was moved. It came after the seals, so it is no part of them.
ALTER TABLE transfer ADD COLUMN till_id TEXT REFERENCES till (id);
