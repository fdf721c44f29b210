-- Who sent a gift to another address, from which one to which, and when. Rows are only ever added.
CREATE TABLE gift_address (
    id TEXT NOT NULL PRIMARY KEY,
    card_id TEXT NOT NULL REFERENCES card (id),
    old_email TEXT,
    new_email TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES person (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX gift_address_of_card ON gift_address (card_id, created_at, id);
