-- The audit log and the history of staff names. Both are sealed: each seal holds the keyed hash of its row and of the seal before it,
-- so that a changed or missing row is noticed. There is a chain of seals for each tenant, and one ('platform') for the rest.

-- A change: its author, subject, moment and reason. Rows are only added.
CREATE TABLE audit_entry (
    id TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    action TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- Tenant in whose part of the log the entry appears.
    tenant_id TEXT,
    -- Id of a person, program:… or stranger.
    actor TEXT NOT NULL,
    session_id TEXT,
    role TEXT,
    before TEXT,
    after TEXT,
    reason TEXT,
    -- Address and user agent of the client: proof of the origin when audit_origin is erased.
    origin_hash TEXT
);
CREATE INDEX audit_entry_in_time ON audit_entry (created_at, id);
CREATE INDEX audit_entry_of_action ON audit_entry (action, created_at, id);
CREATE INDEX audit_entry_of_actor ON audit_entry (actor, created_at, id);
CREATE INDEX audit_entry_of_subject ON audit_entry (subject_id, created_at, id);
CREATE INDEX audit_entry_of_tenant ON audit_entry (tenant_id, created_at, id);
CREATE INDEX audit_entry_of_tenant_by_action ON audit_entry (tenant_id, action, created_at, id);

-- Origin of an entry. It is not sealed, because it is erased after a while.
CREATE TABLE audit_origin (
    entry_id TEXT NOT NULL PRIMARY KEY REFERENCES audit_entry (id),
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_origin_in_time ON audit_origin (created_at, entry_id);

-- An entry that waits for its seal.
CREATE TABLE unsealed_audit (
    tenant_id TEXT NOT NULL,
    entry_id TEXT NOT NULL REFERENCES audit_entry (id),
    PRIMARY KEY (tenant_id, entry_id)
);

-- The seal of an entry.
CREATE TABLE audit_seal (
    tenant_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    entry_id TEXT NOT NULL REFERENCES audit_entry (id),
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, position)
);
CREATE UNIQUE INDEX audit_seal_entry_key ON audit_seal (tenant_id, entry_id);
CREATE INDEX audit_seal_newest ON audit_seal (sealed_at, tenant_id);

-- Name, address and roles of a member of staff from a moment on. Rows are only added, also when an account is renamed or closed: the
-- log shows people as they were called at that time.
CREATE TABLE person_identity (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    -- Counted from 1 for each person.
    number BIGINT NOT NULL,
    since BIGINT NOT NULL,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    -- Active roles above consumer, each with its tenant, separated by commas.
    roles TEXT NOT NULL
);
CREATE UNIQUE INDEX person_identity_number_key ON person_identity (person_id, number);
CREATE INDEX person_identity_in_time ON person_identity (since, id);

-- A row of the history that waits for its seal.
CREATE TABLE unsealed_identity (
    owner_id TEXT NOT NULL,
    identity_id TEXT NOT NULL REFERENCES person_identity (id),
    PRIMARY KEY (owner_id, identity_id)
);
-- A new row of the history is compared with its seal.
CREATE INDEX unsealed_identity_of_row ON unsealed_identity (identity_id);

-- The seal of a row of the history.
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
-- A new row of the history is compared with its seal.
CREATE INDEX identity_seal_of_row ON identity_seal (identity_id);
