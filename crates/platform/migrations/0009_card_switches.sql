-- Who froze a card or let it be used again, when and why. Rows are only ever added.
CREATE TABLE card_switch (
    id TEXT NOT NULL PRIMARY KEY,
    card_id TEXT NOT NULL REFERENCES card (id),
    is_active BOOLEAN NOT NULL,
    person_id TEXT NOT NULL REFERENCES person (id),
    reason TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX card_switch_of_card ON card_switch (card_id, created_at, id);
