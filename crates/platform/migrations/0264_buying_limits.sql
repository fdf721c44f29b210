-- oldest program: 241
-- How much was bought on a day for one recipient, or with one payment card, whoever bought it.
CREATE TABLE buying_total (
    -- The keyed hash of the recipient's address, or of what the gateway tells of the payment card.
    key TEXT NOT NULL,
    day TEXT NOT NULL,
    amount BIGINT NOT NULL,
    CONSTRAINT buying_total_key PRIMARY KEY (key, day)
);
CREATE INDEX buying_total_of_day ON buying_total (day, key);

-- How much a buyer whom administrators know may buy within a day: one asks for it, and another one agrees.
CREATE TABLE raised_limit (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT raised_limit_amount_positive CHECK (amount > 0),
    reason TEXT NOT NULL,
    requested_by TEXT NOT NULL REFERENCES person (id),
    requested_at BIGINT NOT NULL,
    -- Who agreed or declined.
    decided_by TEXT REFERENCES person (id),
    decided_at BIGINT,
    is_agreed BOOLEAN,
    -- Who ended it, or that a later one took its place.
    ended_by TEXT REFERENCES person (id),
    ended_at BIGINT,
    CONSTRAINT raised_limit_id_key PRIMARY KEY (person_id, id)
);
CREATE UNIQUE INDEX raised_limit_open_key ON raised_limit (person_id) WHERE decided_at IS NULL;
CREATE UNIQUE INDEX raised_limit_in_force_key ON raised_limit (person_id) WHERE is_agreed = TRUE AND ended_at IS NULL;
CREATE INDEX raised_limit_open ON raised_limit (requested_at, id) WHERE decided_at IS NULL;
