-- Carts: what somebody is about to buy. Each person has at most one that isn't sold.
CREATE TABLE cart (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    -- While a payment lives nothing in the cart may change; a sold one stays as it was sold.
    state TEXT NOT NULL CONSTRAINT cart_state_known CHECK (state IN ('OPEN', 'PAYING', 'SOLD')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX cart_current_key ON cart (person_id) WHERE state <> 'SOLD';

CREATE TABLE cart_item (
    id TEXT NOT NULL PRIMARY KEY,
    cart_id TEXT NOT NULL REFERENCES cart (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    campaign_id TEXT REFERENCES campaign (id),
    price BIGINT NOT NULL CONSTRAINT cart_item_price_positive CHECK (price > 0),
    quantity BIGINT NOT NULL CONSTRAINT cart_item_quantity_in_range CHECK (quantity BETWEEN 1 AND 20),
    is_gift BOOLEAN NOT NULL,
    gift_to TEXT,
    recipient_email TEXT,
    gift_from TEXT,
    gift_message TEXT,
    -- What it was made from, so that the same thing sent twice is noticed.
    source TEXT,
    created_at BIGINT NOT NULL,
    CONSTRAINT cart_item_gift_complete CHECK (
        is_gift = (gift_to IS NOT NULL) AND is_gift = (recipient_email IS NOT NULL) AND is_gift = (gift_from IS NOT NULL)
    )
);
CREATE INDEX cart_item_in_order ON cart_item (cart_id, created_at, id);
CREATE INDEX cart_item_by_source ON cart_item (source, cart_id);

-- Orders: one for each cart that somebody tried to pay for, for ever.
CREATE TABLE orders (
    id TEXT NOT NULL PRIMARY KEY,
    cart_id TEXT NOT NULL REFERENCES cart (id),
    person_id TEXT NOT NULL REFERENCES person (id),
    brand TEXT NOT NULL CONSTRAINT orders_brand_known CHECK (brand IN ('funray', 'rayzr')),
    -- Of the attempt that paid, as are the next two: null until there is one.
    total BIGINT,
    paid_with TEXT,
    paid_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX orders_cart_key ON orders (cart_id);
CREATE INDEX orders_of_person ON orders (person_id, paid_at, id);
CREATE INDEX orders_newest ON orders (paid_at, id);

-- Each try to pay for an order: written before the gateway is asked, and never deleted.
CREATE TABLE payment_attempt (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    number BIGINT NOT NULL,
    -- What the gateway knows it by.
    reference TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT payment_attempt_amount_positive CHECK (amount > 0),
    state TEXT NOT NULL CONSTRAINT payment_attempt_state_known CHECK (state IN (
        'SENDING', 'APPROVED', 'ISSUED', 'DECLINED', 'HELD', 'UNKNOWN', 'NOT_CHARGED', 'VOID_PENDING', 'VOIDED'
    )),
    -- The keyed hash of the one-time payment token, never the token.
    token_hash TEXT NOT NULL,
    transaction_id TEXT,
    paid_with TEXT,
    message TEXT,
    -- How often the cards of an approved one could not be made.
    failures BIGINT NOT NULL,
    -- The job that sees to its end.
    job_id TEXT,
    sent_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE UNIQUE INDEX payment_attempt_reference_key ON payment_attempt (reference);
CREATE UNIQUE INDEX payment_attempt_token_key ON payment_attempt (token_hash);
CREATE UNIQUE INDEX payment_attempt_transaction_key ON payment_attempt (transaction_id) WHERE transaction_id IS NOT NULL;
-- An order is never paid for twice, nor while nobody knows whether it was paid for.
CREATE UNIQUE INDEX payment_attempt_live_key ON payment_attempt (order_id)
    WHERE state NOT IN ('DECLINED', 'NOT_CHARGED', 'VOIDED');
CREATE INDEX payment_attempt_of_order ON payment_attempt (order_id, number, id);
CREATE INDEX payment_attempt_in_state ON payment_attempt (state, sent_at, id);

-- Gift cards: money that somebody else owns. Its terms were copied when it was sold and never change.
CREATE TABLE card (
    id TEXT NOT NULL PRIMARY KEY,
    -- A label for people, never an authority.
    number TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    sealed_code TEXT NOT NULL,
    order_id TEXT NOT NULL REFERENCES orders (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
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
    buyer_id TEXT NOT NULL REFERENCES person (id),
    -- In whose wallet it is; null while a gift is not claimed.
    owner_id TEXT REFERENCES person (id),
    is_gift BOOLEAN NOT NULL,
    gift_to TEXT,
    recipient_email TEXT,
    gift_from TEXT,
    gift_message TEXT,
    claim_hash TEXT,
    sealed_claim TEXT,
    opened_at BIGINT,
    claimed_at BIGINT,
    resent_on TEXT,
    resent_count BIGINT NOT NULL,
    deactivated_at BIGINT,
    deactivation_reason TEXT,
    search_key TEXT NOT NULL,
    moved_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT card_shares_add_up CHECK (charity_share + platform_share + vendor_share = face),
    CONSTRAINT card_cause_complete CHECK (
        (campaign_id IS NULL) = (charity_id IS NULL) AND (charity_rate IS NULL) = (charity_id IS NULL)
    )
);
CREATE UNIQUE INDEX card_number_key ON card (number);
CREATE UNIQUE INDEX card_code_key ON card (code_hash);
CREATE UNIQUE INDEX card_claim_key ON card (claim_hash) WHERE claim_hash IS NOT NULL;
CREATE INDEX card_of_order ON card (order_id, created_at, id);
CREATE INDEX card_of_vendor ON card (vendor_id, moved_at, id);
CREATE INDEX card_of_vendor_newest ON card (vendor_id, created_at, id);
CREATE INDEX card_of_charity_newest ON card (charity_id, created_at, id);
CREATE INDEX card_of_campaign_newest ON card (campaign_id, created_at, id);
CREATE INDEX card_of_owner ON card (owner_id, moved_at, id);
CREATE INDEX card_of_buyer ON card (buyer_id, moved_at, id);
CREATE INDEX card_moved ON card (moved_at, id);
CREATE INDEX card_newest ON card (created_at, id);

-- The ledger: double entry. Both tables only grow; what was wrong is put right by a transfer that reverses it.
CREATE TABLE transfer (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT transfer_kind_known
        CHECK (kind IN ('SALE', 'REDEMPTION', 'REVERSAL', 'CASH_OUT')),
    order_id TEXT REFERENCES orders (id),
    card_id TEXT REFERENCES card (id),
    reverses TEXT REFERENCES transfer (id),
    -- The person who did it, or the part of the program.
    actor TEXT NOT NULL CONSTRAINT transfer_actor_named CHECK (actor <> ''),
    reason TEXT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX transfer_reverses_key ON transfer (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX transfer_newest ON transfer (created_at, id);
CREATE INDEX transfer_of_order ON transfer (order_id, created_at, id);
CREATE INDEX transfer_of_card ON transfer (card_id, created_at, id);

CREATE TABLE entry (
    transfer_id TEXT NOT NULL REFERENCES transfer (id),
    position BIGINT NOT NULL,
    account TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT entry_amount_not_zero CHECK (amount <> 0),
    -- What was on the card afterwards; null for other accounts.
    balance BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (transfer_id, position)
);
CREATE INDEX entry_of_account ON entry (account, created_at, transfer_id);

-- Evidence against tampering: each seal holds the hash of a transfer and of the seal before it.
CREATE TABLE unsealed (
    transfer_id TEXT NOT NULL PRIMARY KEY REFERENCES transfer (id)
);
CREATE TABLE seal (
    position BIGINT NOT NULL PRIMARY KEY,
    transfer_id TEXT NOT NULL REFERENCES transfer (id),
    hash TEXT NOT NULL
);
CREATE UNIQUE INDEX seal_transfer_key ON seal (transfer_id);

-- Why no money may move: written when the books turn out not to balance, removed when they do again.
CREATE TABLE ledger_stop (
    id TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- What was answered to a call that must not be done twice, by the key that its sender chose.
CREATE TABLE idempotency (
    person_id TEXT NOT NULL REFERENCES person (id),
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    reply TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at, person_id, key);

-- What is done again and again, on one node at a time: when each is due next.
CREATE TABLE chore (
    name TEXT NOT NULL PRIMARY KEY,
    due_at BIGINT NOT NULL
);
