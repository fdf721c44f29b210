-- Gift cards. They belong to shops: vendor_id is the first column of every key, so that a shop's cards and ledger can move to a
-- database server of their own.

-- A gift card: other people's money. Its terms were copied when it was sold and never change.
CREATE TABLE card (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    -- The number redeems a card like its code, so it is stored like the code.
    number_hash TEXT NOT NULL,
    sealed_number TEXT NOT NULL,
    last_four TEXT NOT NULL DEFAULT '',
    code_hash TEXT NOT NULL,
    sealed_code TEXT NOT NULL,
    -- Orders and people may be on another server: the checks of the books compare them, not foreign keys.
    order_id TEXT NOT NULL,
    charity_id TEXT REFERENCES tenant (id),
    campaign_id TEXT REFERENCES campaign (id),
    face BIGINT NOT NULL CONSTRAINT card_face_positive CHECK (face > 0),
    -- Changed by the ledger only, together with its entries.
    balance BIGINT NOT NULL CONSTRAINT card_balance_not_negative CHECK (balance >= 0),
    charity_rate BIGINT,
    share_percentage BIGINT NOT NULL,
    charity_share BIGINT NOT NULL,
    platform_share BIGINT NOT NULL,
    vendor_share BIGINT NOT NULL,
    buyer_id TEXT NOT NULL,
    -- Person whose wallet the card is in; null while a gift is unclaimed.
    owner_id TEXT,
    is_gift BOOLEAN NOT NULL,
    gift_to TEXT,
    recipient_email TEXT,
    gift_from TEXT,
    gift_message TEXT,
    -- Secret in the link of a gift.
    claim_hash TEXT,
    sealed_claim TEXT,
    -- Last mail of a gift to its present recipient.
    mailed_at BIGINT,
    opened_at BIGINT,
    claimed_at BIGINT,
    resent_on TEXT,
    resent_count BIGINT NOT NULL,
    deactivated_at BIGINT,
    deactivation_reason TEXT,
    -- First payment with the card.
    used_at BIGINT,
    -- When its balance was refunded to the buyer.
    refunded_at BIGINT,
    -- Balance when the charge was reversed, and the shop's part of it.
    reversed BIGINT NOT NULL DEFAULT 0,
    reversed_revenue BIGINT NOT NULL DEFAULT 0,
    search_key TEXT NOT NULL,
    -- Last movement.
    moved_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The card of a closed shop whose balance and code this card took over.
    moved_from_id TEXT,
    moved_from_vendor_id TEXT,
    -- The card of the succeeding shop that took this card over; this one is empty and frozen.
    moved_to_id TEXT,
    moved_to_vendor_id TEXT,
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT card_shares_add_up CHECK (charity_share + platform_share + vendor_share = face),
    CONSTRAINT card_cause_complete
        CHECK ((campaign_id IS NULL) = (charity_id IS NULL) AND (charity_rate IS NULL) = (charity_id IS NULL))
);
CREATE INDEX card_by_id ON card (id);
CREATE INDEX card_of_order ON card (order_id, created_at, id);
CREATE INDEX card_of_vendor ON card (vendor_id, moved_at, id);
CREATE INDEX card_of_vendor_newest ON card (vendor_id, created_at, id);
CREATE INDEX card_of_vendor_by_balance ON card (vendor_id, balance, id);
CREATE INDEX card_of_charity_newest ON card (charity_id, created_at, id);
CREATE INDEX card_of_campaign_newest ON card (campaign_id, created_at, id);
CREATE INDEX card_of_owner ON card (owner_id, moved_at, id);
CREATE INDEX card_of_buyer ON card (buyer_id, moved_at, id);
CREATE INDEX card_moved ON card (moved_at, id);
-- The lists of cards are sorted and filtered in many ways.
CREATE INDEX card_newest ON card (created_at, id);
CREATE INDEX card_by_balance ON card (balance, id);
CREATE INDEX card_given ON card (created_at, id) WHERE is_gift;

-- The shop of a card that someone names by its number, its code or the link of a gift.
CREATE TABLE card_lookup (
    key_hash TEXT NOT NULL PRIMARY KEY,
    vendor_id TEXT NOT NULL,
    card_id TEXT NOT NULL
);

-- A pair of charity and shop that has sold a card for it. The shop is shown first on the charity's page.
CREATE TABLE supporter (
    charity_id TEXT NOT NULL REFERENCES tenant (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    PRIMARY KEY (charity_id, vendor_id)
);

-- A card was frozen or unfrozen. Rows are only added, and sealed.
CREATE TABLE card_status_change (
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    -- Null if the program did it.
    person_id TEXT,
    reason TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT card_status_change_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
CREATE INDEX card_status_change_of_card ON card_status_change (vendor_id, card_id, created_at, id);

-- A status change that waits for its seal.
CREATE TABLE unsealed_status_change (
    vendor_id TEXT NOT NULL,
    status_change_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, status_change_id),
    CONSTRAINT unsealed_status_change_fkey FOREIGN KEY (vendor_id, status_change_id) REFERENCES card_status_change (vendor_id, id)
);

-- The seal of a status change.
CREATE TABLE status_change_seal (
    vendor_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    status_change_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, position),
    CONSTRAINT status_change_seal_fkey FOREIGN KEY (vendor_id, status_change_id) REFERENCES card_status_change (vendor_id, id)
);
CREATE UNIQUE INDEX status_change_seal_key ON status_change_seal (vendor_id, status_change_id);
CREATE INDEX status_change_seal_newest ON status_change_seal (sealed_at, vendor_id);

-- A gift was sent to another address. Rows are only added. They are not sealed, because their addresses are erased when an account is
-- closed.
CREATE TABLE gift_address (
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    old_email TEXT,
    new_email TEXT NOT NULL,
    person_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT gift_address_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
CREATE INDEX gift_address_of_card ON gift_address (card_id, created_at, id);

-- A person claimed a gift. Rows are only added, and sealed: the owner of a card is its buyer, as its sale shows, or the person who
-- claimed it.
CREATE TABLE card_claim (
    vendor_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, card_id),
    CONSTRAINT card_claim_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
CREATE INDEX card_claim_newest ON card_claim (created_at, card_id);

-- A claim that waits for its seal.
CREATE TABLE unsealed_claim (
    vendor_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, card_id),
    CONSTRAINT unsealed_claim_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card_claim (vendor_id, card_id)
);

-- The seal of a claim.
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

-- A closing shop with money on its cards: a job refunds it order by order. One administrator requests it, another one approves.
CREATE TABLE shop_closing (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- Cards with money at the time of the request, and their balance.
    cards BIGINT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT shop_closing_amount_positive CHECK (amount > 0),
    requested_by TEXT NOT NULL REFERENCES person (id),
    requested_at BIGINT NOT NULL,
    decided_by TEXT REFERENCES person (id),
    decided_at BIGINT,
    is_approved BOOLEAN,
    decline_reason TEXT,
    -- Last card that the job has looked at.
    reached TEXT NOT NULL DEFAULT '',
    done_cards BIGINT NOT NULL DEFAULT 0,
    done_amount BIGINT NOT NULL DEFAULT 0,
    ended_at BIGINT,
    -- Shop that takes the cards over, if it accepts. accepted_by is its manager.
    successor_id TEXT,
    accepted_by TEXT,
    accepted_at BIGINT,
    CONSTRAINT shop_closing_id_key PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX shop_closing_open_key ON shop_closing (vendor_id) WHERE ended_at IS NULL;
CREATE INDEX shop_closing_newest ON shop_closing (vendor_id, requested_at, id);
-- Closings that wait for the second person.
CREATE INDEX shop_closing_waiting ON shop_closing (requested_at, id) WHERE decided_at IS NULL;
-- Closings whose cards a shop was asked to take over, the newest first.
CREATE INDEX shop_closing_successor ON shop_closing (successor_id, requested_at) WHERE successor_id IS NOT NULL;

-- An order of which money stayed on the cards, with the cause.
CREATE TABLE shop_closing_left (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    closing_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- The buyer.
    person_id TEXT NOT NULL REFERENCES person (id),
    cards BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    cause TEXT NOT NULL,
    -- Administrator who recorded that it was paid in another way.
    paid_by TEXT REFERENCES person (id),
    paid_at BIGINT,
    payment_reference TEXT,
    CONSTRAINT shop_closing_left_key PRIMARY KEY (vendor_id, closing_id, order_id)
);

-- A card of a closing shop moved to a card of the succeeding shop, which takes over its balance, number, code and link. The old card
-- is empty and frozen.
CREATE TABLE card_move (
    -- The old card and its shop.
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    card_id TEXT NOT NULL,
    new_vendor_id TEXT NOT NULL REFERENCES tenant (id),
    new_card_id TEXT NOT NULL,
    closing_id TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT card_move_amount_positive CHECK (amount > 0),
    created_at BIGINT NOT NULL,
    CONSTRAINT card_move_key PRIMARY KEY (vendor_id, card_id)
);
CREATE INDEX card_move_made ON card_move (created_at);
