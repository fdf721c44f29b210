-- Devices at a shop's counter, and the PINs of clerks.

-- A device that a manager has enrolled. Clerks sign in there by PIN.
CREATE TABLE till (
    id TEXT NOT NULL PRIMARY KEY,
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT NOT NULL REFERENCES person (id),
    -- Token in the link that enrols a device. It is kept after use, so that a second device is refused with this reason.
    link_hash TEXT NOT NULL,
    link_expires_at BIGINT NOT NULL,
    is_link_used BOOLEAN NOT NULL DEFAULT FALSE,
    -- Secret that the enrolled device keeps.
    secret_hash TEXT,
    user_agent TEXT,
    enrolled_at BIGINT,
    last_seen_at BIGINT,
    revoked_at BIGINT,
    -- Network of the device when it was enrolled.
    network_hash TEXT,
    -- Last use of its secret from another network by another browser, and that browser.
    elsewhere_at BIGINT,
    elsewhere_user_agent TEXT
);
CREATE UNIQUE INDEX till_link_key ON till (link_hash);
CREATE UNIQUE INDEX till_secret_key ON till (secret_hash) WHERE secret_hash IS NOT NULL;
CREATE INDEX till_newest ON till (created_at, id);
CREATE INDEX till_of_vendor ON till (vendor_id, created_at, id);

-- The PIN of a person at a shop.
CREATE TABLE till_pin (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    -- Keyed, because so few digits could be guessed otherwise.
    hash TEXT NOT NULL,
    chosen_at BIGINT NOT NULL,
    -- Wrong attempts since the last right one. The PIN is locked after five.
    misses BIGINT NOT NULL
);
CREATE UNIQUE INDEX till_pin_key ON till_pin (person_id, vendor_id);
CREATE INDEX till_pin_of_vendor ON till_pin (vendor_id, id);
