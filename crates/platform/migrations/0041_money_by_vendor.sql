-- Money and cards belong to vendors: their id is the first column of every key, 'platform' where it is no vendor's. What
-- keys are made of can't be altered on both engines, so the tables are made anew with what stood in them. Orders and people
-- stand elsewhere, and are compared with by the rules of the books instead of keys.
CREATE TABLE former_transfer AS
SELECT COALESCE(k.vendor_id, 'platform') AS vendor_id, t.id, t.kind, t.order_id, t.card_id, t.reverses, t.actor, t.reason,
       t.created_at, t.till_id
FROM transfer t LEFT JOIN card k ON k.id = t.card_id;
CREATE UNIQUE INDEX former_transfer_key ON former_transfer (id);
CREATE TABLE former_entry AS
SELECT t.vendor_id, e.transfer_id, e.position, e.account, e.amount, e.balance, e.created_at
FROM entry e JOIN former_transfer t ON t.id = e.transfer_id;
CREATE TABLE former_unsealed AS SELECT vendor_id, transfer_id FROM unsealed;
CREATE TABLE former_seal AS SELECT vendor_id, position, transfer_id, key_id, hash, sealed_at FROM seal;
CREATE TABLE former_by_name AS
SELECT t.vendor_id, n.transfer_id, n.card_id FROM redemption_by_name n JOIN former_transfer t ON t.id = n.transfer_id;
CREATE TABLE former_request AS
SELECT id, vendor_id, card_id, code_hash, clerk_id, kind, value, cause, is_by_name, state, created_at, expires_at, decided_at,
       decided_by, reason, transfer_id, till_id
FROM redemption_request;
CREATE TABLE former_card AS
SELECT id, number_hash, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face, balance, charity_rate,
    share_percentage, charity_share, platform_share, vendor_share, buyer_id, owner_id, is_gift, gift_to, recipient_email, gift_from,
    gift_message, claim_hash, sealed_claim, opened_at, claimed_at, resent_on, resent_count, deactivated_at, deactivation_reason,
    search_key, moved_at, created_at, mailed_at, sealed_number, last_four, reversed, reversed_revenue
FROM card;
CREATE TABLE former_status_change AS
SELECT k.vendor_id, w.id, w.card_id, w.is_active, w.person_id, w.reason, w.created_at
FROM card_status_change w JOIN card k ON k.id = w.card_id;
CREATE TABLE former_unsealed_change AS SELECT vendor_id, status_change_id FROM unsealed_status_change;
CREATE TABLE former_change_seal AS
SELECT vendor_id, position, status_change_id, key_id, hash, sealed_at FROM status_change_seal;
CREATE TABLE former_address AS
SELECT k.vendor_id, a.id, a.card_id, a.old_email, a.new_email, a.person_id, a.created_at
FROM gift_address a JOIN card k ON k.id = a.card_id;

-- Minutes old, and made anew by showing a card again.
DROP TABLE card_presentation;
DROP TABLE gift_address;
DROP TABLE status_change_seal;
DROP TABLE unsealed_status_change;
DROP TABLE card_status_change;
DROP TABLE redemption_by_name;
DROP TABLE redemption_request;
DROP TABLE seal;
DROP TABLE unsealed;
DROP TABLE entry;
DROP TABLE transfer;
DROP TABLE card;

-- Gift cards: money that somebody else owns. Its terms were copied when it was sold and never change.
CREATE TABLE card (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    number_hash TEXT NOT NULL,
    -- Null until the program has sealed a number that stood here in clear.
    sealed_number TEXT,
    last_four TEXT NOT NULL DEFAULT '',
    code_hash TEXT NOT NULL,
    sealed_code TEXT NOT NULL,
    order_id TEXT NOT NULL,
    charity_id TEXT REFERENCES tenant (id),
    campaign_id TEXT REFERENCES campaign (id),
    face BIGINT NOT NULL CONSTRAINT card_face_positive CHECK (face > 0),
    -- Changed by the ledger alone, together with its entries.
    balance BIGINT NOT NULL CONSTRAINT card_balance_not_negative CHECK (balance >= 0),
    charity_rate BIGINT,
    share_percentage BIGINT NOT NULL,
    charity_share BIGINT NOT NULL,
    platform_share BIGINT NOT NULL,
    vendor_share BIGINT NOT NULL,
    buyer_id TEXT NOT NULL,
    -- In whose wallet it is; null while a gift is not claimed.
    owner_id TEXT,
    is_gift BOOLEAN NOT NULL,
    gift_to TEXT,
    recipient_email TEXT,
    gift_from TEXT,
    gift_message TEXT,
    claim_hash TEXT,
    sealed_claim TEXT,
    -- When a gift was last mailed to the recipient whom it has now.
    mailed_at BIGINT,
    opened_at BIGINT,
    claimed_at BIGINT,
    resent_on TEXT,
    resent_count BIGINT NOT NULL,
    deactivated_at BIGINT,
    deactivation_reason TEXT,
    -- What was left on a card when its charge was taken back, and how much of that had been the shop's.
    reversed BIGINT NOT NULL DEFAULT 0,
    reversed_revenue BIGINT NOT NULL DEFAULT 0,
    search_key TEXT NOT NULL,
    moved_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT card_shares_add_up CHECK (charity_share + platform_share + vendor_share = face),
    CONSTRAINT card_cause_complete CHECK (
        (campaign_id IS NULL) = (charity_id IS NULL) AND (charity_rate IS NULL) = (charity_id IS NULL)
    )
);
INSERT INTO card (id, number_hash, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face, balance, charity_rate,
    share_percentage, charity_share, platform_share, vendor_share, buyer_id, owner_id, is_gift, gift_to, recipient_email, gift_from,
    gift_message, claim_hash, sealed_claim, opened_at, claimed_at, resent_on, resent_count, deactivated_at, deactivation_reason,
    search_key, moved_at, created_at, mailed_at, sealed_number, last_four, reversed, reversed_revenue)
SELECT id, number_hash, code_hash, sealed_code, order_id, vendor_id, charity_id, campaign_id, face, balance, charity_rate,
    share_percentage, charity_share, platform_share, vendor_share, buyer_id, owner_id, is_gift, gift_to, recipient_email, gift_from,
    gift_message, claim_hash, sealed_claim, opened_at, claimed_at, resent_on, resent_count, deactivated_at, deactivation_reason,
    search_key, moved_at, created_at, mailed_at, sealed_number, last_four, reversed, reversed_revenue
FROM former_card;
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
CREATE INDEX card_newest ON card (created_at, id);
CREATE INDEX card_by_balance ON card (balance, id);
CREATE INDEX card_with_plain_number ON card (id) WHERE sealed_number IS NULL;

-- Where a card is that somebody names by its number, its code or the link of a gift: by the keyed hash of these.
CREATE TABLE card_lookup (
    key_hash TEXT NOT NULL PRIMARY KEY,
    vendor_id TEXT NOT NULL,
    card_id TEXT NOT NULL
);
INSERT INTO card_lookup (key_hash, vendor_id, card_id)
SELECT code_hash, vendor_id, id FROM former_card
UNION ALL
SELECT number_hash, vendor_id, id FROM former_card WHERE sealed_number IS NOT NULL
UNION ALL
SELECT claim_hash, vendor_id, id FROM former_card WHERE claim_hash IS NOT NULL;

CREATE TABLE transfer (
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT transfer_kind_known
        CHECK (kind IN ('SALE', 'REDEMPTION', 'REVERSAL', 'CASH_OUT', 'CHARGE_REVERSAL', 'PARTIAL_REFUND')),
    order_id TEXT,
    card_id TEXT,
    reverses TEXT,
    -- The person who did it, or the part of the program.
    actor TEXT NOT NULL CONSTRAINT transfer_actor_named CHECK (actor <> ''),
    reason TEXT,
    created_at BIGINT NOT NULL,
    -- The till at which money was moved. It came after the seals, so it is no part of them.
    till_id TEXT REFERENCES till (id),
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT transfer_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id),
    CONSTRAINT transfer_reverses_fkey FOREIGN KEY (vendor_id, reverses) REFERENCES transfer (vendor_id, id)
);
INSERT INTO transfer (vendor_id, id, kind, order_id, card_id, reverses, actor, reason, created_at, till_id)
SELECT vendor_id, id, kind, order_id, card_id, reverses, actor, reason, created_at, till_id FROM former_transfer
ORDER BY created_at, id;
CREATE UNIQUE INDEX transfer_reverses_key ON transfer (vendor_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX transfer_newest ON transfer (created_at, id);
CREATE INDEX transfer_of_order ON transfer (order_id, created_at, id);
CREATE INDEX transfer_of_card ON transfer (vendor_id, card_id, created_at, id);
CREATE INDEX transfer_at_counter ON transfer (vendor_id, actor, created_at) WHERE kind IN ('REDEMPTION', 'CASH_OUT');

CREATE TABLE entry (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    account TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT entry_amount_not_zero CHECK (amount <> 0),
    -- What was on the card afterwards; null for other accounts.
    balance BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, transfer_id, position),
    CONSTRAINT entry_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);
INSERT INTO entry (vendor_id, transfer_id, position, account, amount, balance, created_at)
SELECT vendor_id, transfer_id, position, account, amount, balance, created_at FROM former_entry;
CREATE INDEX entry_of_account ON entry (vendor_id, account, created_at, transfer_id);

CREATE TABLE unsealed (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, transfer_id),
    CONSTRAINT unsealed_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);
INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, transfer_id FROM former_unsealed;
CREATE TABLE seal (
    vendor_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    transfer_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, position),
    CONSTRAINT seal_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);
INSERT INTO seal (vendor_id, position, transfer_id, key_id, hash, sealed_at)
SELECT vendor_id, position, transfer_id, key_id, hash, sealed_at FROM former_seal;
CREATE UNIQUE INDEX seal_transfer_key ON seal (vendor_id, transfer_id);
CREATE INDEX seal_newest ON seal (sealed_at, vendor_id);

-- Redemptions and cash-outs that a manager has to approve. Nothing is moved, nor reserved, before that.
CREATE TABLE redemption_request (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    -- The code that the card had then: a card that has got another one since is no longer what was asked for.
    code_hash TEXT NOT NULL,
    clerk_id TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT redemption_request_kind_known CHECK (kind IN ('REDEMPTION', 'CASH_OUT')),
    value BIGINT NOT NULL CONSTRAINT redemption_request_value_positive CHECK (value > 0),
    -- Which limit it goes beyond.
    cause TEXT NOT NULL CONSTRAINT redemption_request_cause_known CHECK (cause IN ('SINGLE', 'COUNT', 'AMOUNT')),
    is_by_name BOOLEAN NOT NULL,
    state TEXT NOT NULL CONSTRAINT redemption_request_state_known
        CHECK (state IN ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_at BIGINT,
    -- Null while nobody has decided, and when the clerk took it back.
    decided_by TEXT,
    reason TEXT,
    transfer_id TEXT,
    -- The till at which it was asked for. What is moved once it is approved names it, too.
    till_id TEXT REFERENCES till (id),
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT redemption_request_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id),
    CONSTRAINT redemption_request_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id),
    CONSTRAINT redemption_request_approved_once CHECK ((state = 'APPROVED') = (transfer_id IS NOT NULL))
);
INSERT INTO redemption_request (vendor_id, id, card_id, code_hash, clerk_id, kind, value, cause, is_by_name, state, created_at,
    expires_at, decided_at, decided_by, reason, transfer_id, till_id)
SELECT vendor_id, id, card_id, code_hash, clerk_id, kind, value, cause, is_by_name, state, created_at, expires_at, decided_at,
       decided_by, reason, transfer_id, till_id
FROM former_request;
CREATE INDEX redemption_request_by_id ON redemption_request (id);
CREATE INDEX redemption_request_waiting ON redemption_request (vendor_id, created_at, id) WHERE state = 'WAITING';
CREATE INDEX redemption_request_of_card ON redemption_request (card_id, created_at, id);
CREATE UNIQUE INDEX redemption_request_transfer_key ON redemption_request (vendor_id, transfer_id)
    WHERE transfer_id IS NOT NULL;

-- Redemptions of cards that nobody had shown: found by name, where the shop allows it.
CREATE TABLE redemption_by_name (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, transfer_id),
    CONSTRAINT redemption_by_name_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id),
    CONSTRAINT redemption_by_name_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);
INSERT INTO redemption_by_name (vendor_id, transfer_id, card_id) SELECT vendor_id, transfer_id, card_id FROM former_by_name;
CREATE INDEX redemption_by_name_of_card ON redemption_by_name (card_id, transfer_id);

-- Who froze a card or let it be used again, when and why. Rows are only ever added.
CREATE TABLE card_status_change (
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    -- Null when the program did.
    person_id TEXT,
    reason TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT card_status_change_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
INSERT INTO card_status_change (vendor_id, id, card_id, is_active, person_id, reason, created_at)
SELECT vendor_id, id, card_id, is_active, person_id, reason, created_at FROM former_status_change;
CREATE INDEX card_status_change_of_card ON card_status_change (vendor_id, card_id, created_at, id);
CREATE TABLE unsealed_status_change (
    vendor_id TEXT NOT NULL,
    status_change_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, status_change_id),
    CONSTRAINT unsealed_status_change_fkey FOREIGN KEY (vendor_id, status_change_id)
        REFERENCES card_status_change (vendor_id, id)
);
INSERT INTO unsealed_status_change (vendor_id, status_change_id)
SELECT vendor_id, status_change_id FROM former_unsealed_change;
CREATE TABLE status_change_seal (
    vendor_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    status_change_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, position),
    CONSTRAINT status_change_seal_fkey FOREIGN KEY (vendor_id, status_change_id)
        REFERENCES card_status_change (vendor_id, id)
);
INSERT INTO status_change_seal (vendor_id, position, status_change_id, key_id, hash, sealed_at)
SELECT vendor_id, position, status_change_id, key_id, hash, sealed_at FROM former_change_seal;
CREATE UNIQUE INDEX status_change_seal_key ON status_change_seal (vendor_id, status_change_id);
CREATE INDEX status_change_seal_newest ON status_change_seal (sealed_at, vendor_id);

-- Who sent a gift to another address, from which one to which, and when. Rows are only ever added.
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
INSERT INTO gift_address (vendor_id, id, card_id, old_email, new_email, person_id, created_at)
SELECT vendor_id, id, card_id, old_email, new_email, person_id, created_at FROM former_address;
CREATE INDEX gift_address_of_card ON gift_address (card_id, created_at, id);

-- Which cards were shown to somebody at a counter, and when last: what they redeem must have been shown to them.
CREATE TABLE card_presentation (
    vendor_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    -- The code that the card had then: when a card gets another, what was shown before counts for nothing.
    code_hash TEXT NOT NULL,
    presented_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, person_id, card_id),
    CONSTRAINT card_presentation_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
CREATE INDEX card_presentation_by_age ON card_presentation (presented_at, person_id, card_id);

DROP TABLE former_card;
DROP TABLE former_status_change;
DROP TABLE former_unsealed_change;
DROP TABLE former_change_seal;
DROP TABLE former_address;
DROP TABLE former_transfer;
DROP TABLE former_entry;
DROP TABLE former_unsealed;
DROP TABLE former_seal;
DROP TABLE former_by_name;
DROP TABLE former_request;
