-- Seals are made with a key that the database doesn't hold, in a chain for each vendor and one for what is no vendor's.
-- Whatever stands here is sealed anew: the seals of before had no key and one chain for all. Where those had come to is
-- kept, for the log of the program of before says the same.
CREATE TABLE former_seal_end (
    chain TEXT NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO former_seal_end (chain, position, hash)
SELECT 'transfers', position, hash FROM seal ORDER BY position DESC LIMIT 1;
INSERT INTO former_seal_end (chain, position, hash)
SELECT 'status-changes', position, hash FROM status_change_seal ORDER BY position DESC LIMIT 1;
INSERT INTO former_seal_end (chain, position, hash)
SELECT 'audit', position, hash FROM audit_seal ORDER BY position DESC LIMIT 1;

DROP TABLE seal;
DROP TABLE unsealed;
DROP TABLE status_change_seal;
DROP TABLE unsealed_status_change;
DROP TABLE audit_seal;
DROP TABLE unsealed_audit;

CREATE TABLE unsealed (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL REFERENCES transfer (id),
    PRIMARY KEY (vendor_id, transfer_id)
);
INSERT INTO unsealed (vendor_id, transfer_id)
SELECT COALESCE(k.vendor_id, 'platform'), t.id FROM transfer t LEFT JOIN card k ON k.id = t.card_id;
CREATE TABLE seal (
    vendor_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    transfer_id TEXT NOT NULL REFERENCES transfer (id),
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, position)
);
CREATE UNIQUE INDEX seal_transfer_key ON seal (vendor_id, transfer_id);
CREATE INDEX seal_newest ON seal (sealed_at, vendor_id);

CREATE TABLE unsealed_status_change (
    vendor_id TEXT NOT NULL,
    status_change_id TEXT NOT NULL REFERENCES card_status_change (id),
    PRIMARY KEY (vendor_id, status_change_id)
);
INSERT INTO unsealed_status_change (vendor_id, status_change_id)
SELECT k.vendor_id, w.id FROM card_status_change w JOIN card k ON k.id = w.card_id;
CREATE TABLE status_change_seal (
    vendor_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    status_change_id TEXT NOT NULL REFERENCES card_status_change (id),
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, position)
);
CREATE UNIQUE INDEX status_change_seal_key ON status_change_seal (vendor_id, status_change_id);
CREATE INDEX status_change_seal_newest ON status_change_seal (sealed_at, vendor_id);

-- The log has a chain for each tenant's part of it, and one for the rest.
CREATE TABLE unsealed_audit (
    tenant_id TEXT NOT NULL,
    entry_id TEXT NOT NULL REFERENCES audit_entry (id),
    PRIMARY KEY (tenant_id, entry_id)
);
INSERT INTO unsealed_audit (tenant_id, entry_id)
SELECT COALESCE(tenant_id, 'platform'), id FROM audit_entry;
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

-- How far each chain was found to hold, seal by seal.
CREATE TABLE seal_checkpoint (
    owner_id TEXT NOT NULL,
    chain TEXT NOT NULL,
    position BIGINT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (owner_id, chain)
);

-- Up to when each check was made and nothing is left to be looked at: of what is new, and of everything.
CREATE TABLE check_run (
    name TEXT NOT NULL,
    is_full BOOLEAN NOT NULL,
    -- Null until it was made for the first time.
    done_until BIGINT,
    -- Since when it waits to be made: long, when it can't.
    waiting_since BIGINT NOT NULL,
    PRIMARY KEY (name, is_full)
);

-- Orders that were taken back since the last check.
CREATE INDEX orders_cancelled ON orders (cancelled_at, id) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_reversed ON orders (reversed_at, id) WHERE reversed_at IS NOT NULL;
