-- What proves who somebody is beside their password: an app that shows codes, passkeys, and recovery codes for when these are lost.
ALTER TABLE person ADD COLUMN has_second_factor BOOLEAN NOT NULL DEFAULT FALSE;

-- One for each person. The secret is sealed with the program's key. Null until a first code has shown that it works.
CREATE TABLE authenticator_app (
    person_id TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
    secret TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    -- The half minute of the newest code that was used: no code of it or before it is good again.
    last_step BIGINT NOT NULL
);

-- A passkey belongs to the host of the brand on which it was made.
CREATE TABLE passkey (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    brand TEXT NOT NULL CONSTRAINT passkey_brand_known CHECK (brand IN ('funray', 'rayzr')),
    credential_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    sign_count BIGINT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE UNIQUE INDEX passkey_credential_key ON passkey (credential_id);
CREATE INDEX passkey_of_person ON passkey (person_id, created_at, id);

-- Only keyed hashes are kept. Each code is good once.
CREATE TABLE recovery_code (
    person_id TEXT NOT NULL REFERENCES person (id),
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (person_id, hash)
);

-- Somebody who has given the right password and not yet their second factor.
CREATE TABLE sign_in_ticket (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_ticket_of_person ON sign_in_ticket (person_id, hash);
CREATE INDEX sign_in_ticket_by_expiry ON sign_in_ticket (expires_at, hash);

-- What a passkey is asked to sign: once, soon, and for one purpose. Whoever signs in by a passkey alone is nobody yet.
CREATE TABLE passkey_challenge (
    id TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CONSTRAINT passkey_challenge_purpose_known CHECK (purpose IN ('ADD', 'SIGN_IN', 'PROVE')),
    person_id TEXT REFERENCES person (id),
    brand TEXT NOT NULL CONSTRAINT passkey_challenge_brand_known CHECK (brand IN ('funray', 'rayzr')),
    challenge TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expires_at, id);
