-- oldest program: 241
-- Who has claimed a gift, and when. Rows are only ever added, and sealed: the owner of a card is who bought it, as its sale says, or who claimed
-- it, as a row here says.
CREATE TABLE card_claim (
    vendor_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, card_id),
    CONSTRAINT card_claim_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
CREATE INDEX card_claim_newest ON card_claim (created_at, card_id);
CREATE TABLE unsealed_claim (
    vendor_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, card_id),
    CONSTRAINT unsealed_claim_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card_claim (vendor_id, card_id)
);
CREATE TABLE claim_seal (
    vendor_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    card_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, position),
    CONSTRAINT claim_seal_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card_claim (vendor_id, card_id)
);
CREATE UNIQUE INDEX claim_seal_key ON claim_seal (vendor_id, card_id);
CREATE INDEX claim_seal_newest ON claim_seal (sealed_at, vendor_id);

-- Gifts that were claimed before are written down by a task in pieces, with those that a program of the release before still hands over. Until
-- then an owner without a row here is no breach.
INSERT INTO seals_to_come (name) SELECT 'claims' WHERE EXISTS (SELECT 1 FROM card);
