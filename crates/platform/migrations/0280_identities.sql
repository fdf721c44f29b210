-- oldest program: 241
-- Names, addresses and roles of staff as they were: one row from each moment on at which one of them changed. Rows are only ever added, also
-- when an account is renamed or closed, and sealed: what somebody did stays theirs under the name that they had then.
CREATE TABLE person_identity (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    -- Counted from 1 within the person.
    number BIGINT NOT NULL,
    since BIGINT NOT NULL,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    -- The active roles above consumer, each with its tenant, separated by commas.
    roles TEXT NOT NULL
);
CREATE UNIQUE INDEX person_identity_number_key ON person_identity (person_id, number);
CREATE INDEX person_identity_in_time ON person_identity (since, id);

CREATE TABLE unsealed_identity (
    owner_id TEXT NOT NULL,
    identity_id TEXT NOT NULL REFERENCES person_identity (id),
    PRIMARY KEY (owner_id, identity_id)
);
CREATE TABLE identity_seal (
    owner_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    identity_id TEXT NOT NULL REFERENCES person_identity (id),
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, position)
);
CREATE UNIQUE INDEX identity_seal_key ON identity_seal (owner_id, identity_id);
CREATE INDEX identity_seal_newest ON identity_seal (sealed_at, owner_id);

-- What staff were called before is not known: today's names count from the beginning of their accounts.
INSERT INTO person_identity (id, person_id, number, since, email, first_name, last_name, roles)
SELECT p.id || '/1', p.id, 1, p.created_at, p.email, p.first_name, p.last_name,
       COALESCE((SELECT string_agg(r.role || COALESCE(' ' || r.tenant_id, ''), ', ' ORDER BY r.role, r.tenant_id)
                 FROM person_role r WHERE r.person_id = p.id AND r.role <> 'CONSUMER' AND r.is_active = TRUE), '')
FROM person p
WHERE p.closed_at IS NULL AND EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = p.id AND r.role <> 'CONSUMER');
INSERT INTO unsealed_identity (owner_id, identity_id) SELECT 'platform', id FROM person_identity;

-- What programs of the release before still change without a seal, until they are gone: a check that would take that for tampering waits.
-- A new database has none of them.
CREATE TABLE seals_to_come (
    name TEXT NOT NULL PRIMARY KEY,
    -- When a program of this release first saw it; a day later it seals what there is and takes the row out.
    seen_at BIGINT
);
INSERT INTO seals_to_come (name) SELECT 'identities' WHERE EXISTS (SELECT 1 FROM person);
