-- People, how they sign in, and the codes and links that they are mailed.

-- An account. A closed account keeps its row without personal data, because money records refer to it.
CREATE TABLE person (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    phone TEXT,
    address_line TEXT,
    unit TEXT,
    city TEXT,
    province TEXT,
    postal_code TEXT,
    language TEXT NOT NULL CONSTRAINT person_language_known CHECK (language IN ('en', 'fr')),
    brand TEXT NOT NULL CONSTRAINT person_brand_known CHECK (brand IN ('funray', 'rayzr')),
    -- Null until the person chooses a password, such as after an invitation.
    password_hash TEXT,
    -- Whether there is a confirmed authenticator app or a passkey.
    has_second_factor BOOLEAN NOT NULL DEFAULT FALSE,
    confirmed_at BIGINT,
    is_active BOOLEAN NOT NULL,
    -- Whether the person is mailed about each movement on their cards.
    mails_movements BOOLEAN NOT NULL DEFAULT TRUE,
    closed_at BIGINT,
    search_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Last use of the sessions that are deleted by now. Sessions that are still there know of later uses.
    seen_at BIGINT
);
CREATE UNIQUE INDEX person_email_key ON person (email);
CREATE INDEX person_newest ON person (created_at, id);
-- The list of users by name.
CREATE INDEX person_by_name ON person (search_key, id);
-- Closed accounts whose gifts may still name a recipient: these names are erased after a while.
CREATE INDEX person_closed ON person (closed_at, id) WHERE closed_at IS NOT NULL;
-- Registrations that were never confirmed are deleted after a while.
CREATE INDEX person_unconfirmed ON person (created_at, id) WHERE confirmed_at IS NULL AND closed_at IS NULL;
-- The list of users, filtered by second factor.
CREATE INDEX person_with_second_factor ON person (created_at, id) WHERE has_second_factor = TRUE;

-- The reply to a call that carried an Idempotency-Key. A repeated call gets this reply and changes nothing.
CREATE TABLE idempotency (
    person_id TEXT NOT NULL REFERENCES person (id),
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    reply TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Shop at whose counter the call was made; 'platform' for any other call.
    vendor_id TEXT NOT NULL DEFAULT 'platform',
    PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at, person_id, key);

-- A network from which a person has signed in before. An attack from elsewhere can't use up their attempts.
CREATE TABLE known_client (
    person_id TEXT NOT NULL REFERENCES person (id),
    client TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, client)
);
-- Old rows are deleted.
CREATE INDEX known_client_by_age ON known_client (seen_at, person_id, client);

-- A browser with which a person has signed in. The person is mailed about a new one.
CREATE TABLE known_device (
    person_id TEXT NOT NULL REFERENCES person (id),
    device TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    -- Keyed hashes of the networks in which the device was seen, the newest first.
    networks TEXT NOT NULL,
    PRIMARY KEY (person_id, device)
);
CREATE INDEX known_device_by_age ON known_device (seen_at, person_id, device);

-- A code that was mailed in a link to confirm an address or to choose a password.
CREATE TABLE mailed_code (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    purpose TEXT NOT NULL CONSTRAINT mailed_code_purpose_known CHECK (purpose IN ('Register', 'Invite', 'Reset', 'Approval')),
    success_url TEXT NOT NULL,
    failed_url TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX mailed_code_by_person ON mailed_code (person_id, purpose, used_at);
-- Expired codes are deleted.
CREATE INDEX mailed_code_by_expiry ON mailed_code (expires_at, hash);

-- Six digits that were mailed to an address. The caller who asked for them holds a ticket whose hash is the key of the row.
CREATE TABLE email_code (
    hash TEXT NOT NULL PRIMARY KEY,
    -- The address itself is not stored.
    address_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX email_code_over ON email_code (expires_at, hash);

-- A mailed link with which a person ends all their sessions.
CREATE TABLE end_sessions_link (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX end_sessions_link_by_person ON end_sessions_link (person_id, hash);
CREATE INDEX end_sessions_link_by_expiry ON end_sessions_link (expires_at, hash);

-- A mailed link to the cards that a closed account still owns: they stay valid and are redeemed by number and code. The link works for
-- a day from its first opening.
CREATE TABLE closed_cards_link (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    expires_at BIGINT NOT NULL,
    opened_at BIGINT
);
CREATE INDEX closed_cards_link_by_expiry ON closed_cards_link (expires_at, hash);

-- The app of a person that shows codes as the second factor.
CREATE TABLE authenticator_app (
    person_id TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
    -- Encrypted.
    secret TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Null until a first code has shown that the app works.
    confirmed_at BIGINT,
    -- Half minute of the newest code that was used. Codes of it and before it are refused.
    last_step BIGINT NOT NULL
);

-- A passkey. It belongs to the host of the brand on which it was made.
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

-- A challenge for a passkey to sign: valid once, briefly, and for one purpose.
CREATE TABLE passkey_challenge (
    id TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CONSTRAINT passkey_challenge_purpose_known CHECK (purpose IN ('ADD', 'SIGN_IN', 'PROVE')),
    -- Null when someone signs in by a passkey alone.
    person_id TEXT REFERENCES person (id),
    brand TEXT NOT NULL CONSTRAINT passkey_challenge_brand_known CHECK (brand IN ('funray', 'rayzr')),
    challenge TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expires_at, id);

-- A code for a person who has lost the second factor. Each is valid once.
CREATE TABLE recovery_code (
    person_id TEXT NOT NULL REFERENCES person (id),
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (person_id, hash)
);

-- Issued after the right password; signing in with it still needs the second factor.
CREATE TABLE sign_in_ticket (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_ticket_of_person ON sign_in_ticket (person_id, hash);
CREATE INDEX sign_in_ticket_by_expiry ON sign_in_ticket (expires_at, hash);
