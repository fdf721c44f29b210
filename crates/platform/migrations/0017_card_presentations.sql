-- Which cards were shown to somebody at a counter, and when last: what they redeem must have been shown to them.
CREATE TABLE card_presentation (
    person_id TEXT NOT NULL REFERENCES person (id),
    card_id TEXT NOT NULL REFERENCES card (id),
    -- The code that the card had then: when a card gets another, what was shown before counts for nothing.
    code_hash TEXT NOT NULL,
    presented_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, card_id)
);
CREATE INDEX card_presentation_by_age ON card_presentation (presented_at, person_id, card_id);

-- Whether somebody gets a mail about each movement on their cards, or sees it in their wallet only.
ALTER TABLE person ADD COLUMN mails_movements BOOLEAN NOT NULL DEFAULT TRUE;

-- The number of a card redeems like its code, so it is kept like its code: a keyed hash to find it by, sealed for its
-- holder, and four digits for everybody else. What stands here already is sealed by the program when it starts next.
ALTER TABLE card RENAME COLUMN number TO number_hash;
ALTER TABLE card ADD COLUMN sealed_number TEXT;
ALTER TABLE card ADD COLUMN last_four TEXT NOT NULL DEFAULT '';
UPDATE card SET last_four = substr(number_hash, 13), search_key = substr(search_key, 13);
CREATE INDEX card_with_plain_number ON card (id) WHERE sealed_number IS NULL;
