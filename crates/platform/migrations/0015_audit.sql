-- Who changed what, when and why. Rows are only ever added, and sealed in a chain like that of the transfers.
CREATE TABLE audit_entry (
    id TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    action TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- Whose part of the log shows it.
    tenant_id TEXT,
    -- A person's id, program:… or stranger.
    actor TEXT NOT NULL,
    session_id TEXT,
    role TEXT,
    before TEXT,
    after TEXT,
    reason TEXT,
    -- The keyed hash of the client's address and user agent: it proves where a call came from when these are erased.
    origin_hash TEXT
);
CREATE INDEX audit_entry_in_time ON audit_entry (created_at, id);
CREATE INDEX audit_entry_of_action ON audit_entry (action, created_at, id);
CREATE INDEX audit_entry_of_actor ON audit_entry (actor, created_at, id);
CREATE INDEX audit_entry_of_subject ON audit_entry (subject_id, created_at, id);
CREATE INDEX audit_entry_of_tenant ON audit_entry (tenant_id, created_at, id);
CREATE INDEX audit_entry_of_tenant_by_action ON audit_entry (tenant_id, action, created_at, id);

-- Where it came from. Not sealed: it is erased after a while.
CREATE TABLE audit_origin (
    entry_id TEXT NOT NULL PRIMARY KEY REFERENCES audit_entry (id),
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_origin_in_time ON audit_origin (created_at, entry_id);

CREATE TABLE unsealed_audit (
    entry_id TEXT NOT NULL PRIMARY KEY REFERENCES audit_entry (id)
);
CREATE TABLE audit_seal (
    position BIGINT NOT NULL PRIMARY KEY,
    entry_id TEXT NOT NULL REFERENCES audit_entry (id),
    hash TEXT NOT NULL
);
CREATE UNIQUE INDEX audit_seal_entry_key ON audit_seal (entry_id);
