-- oldest program: 216
-- Carts, orders and payments belong to people: whose they are is the first column of every key. What keys are made of can't be
-- altered on both engines, so the tables are made anew with what stood in them. Dropping their indexes first keeps writers out.
DROP INDEX cart_current_key;
DROP INDEX cart_of_person;
DROP INDEX cart_left_open;
DROP INDEX cart_item_in_order;
DROP INDEX cart_item_by_source;
DROP INDEX orders_cart_key;
DROP INDEX orders_of_person;
DROP INDEX orders_newest;
DROP INDEX orders_begun;
DROP INDEX orders_cancelled;
DROP INDEX orders_reversed;
DROP INDEX payment_attempt_reference_key;
DROP INDEX payment_attempt_token_key;
DROP INDEX payment_attempt_transaction_key;
DROP INDEX payment_attempt_live_key;
DROP INDEX payment_attempt_of_order;
DROP INDEX payment_attempt_in_state;
DROP INDEX payment_attempt_of_job;
DROP INDEX payment_attempt_from_client;
DROP INDEX payment_attempt_with_origin;
DROP INDEX payment_attempt_sent;
DROP INDEX order_review_key;
DROP INDEX order_review_of_order;
DROP INDEX order_review_open;
DROP INDEX refund_reference_key;
DROP INDEX refund_number_key;
DROP INDEX refund_of_order;
DROP INDEX refund_pending;
DROP INDEX refund_sent;
DROP INDEX charge_reversal_key;
DROP INDEX charge_reversal_of_order;
DROP INDEX charge_reversal_open;
DROP INDEX charge_reversal_newest;
DROP INDEX gateway_difference_key;
DROP INDEX gateway_difference_open;
DROP INDEX gateway_difference_newest;
ALTER TABLE cart RENAME TO former_cart;
ALTER TABLE cart_item RENAME TO former_item;
ALTER TABLE orders RENAME TO former_order;
ALTER TABLE payment_attempt RENAME TO former_attempt;
ALTER TABLE order_review RENAME TO former_review;
ALTER TABLE refund RENAME TO former_refund;
ALTER TABLE charge_reversal RENAME TO former_reversal;
ALTER TABLE gateway_difference RENAME TO former_difference;

-- What has been written since the look-up was made.
INSERT INTO payment_lookup (key, person_id, attempt_id)
SELECT 'token:' || a.token_hash, o.person_id, a.id FROM former_attempt a JOIN former_order o ON o.id = a.order_id
UNION ALL
SELECT 'reference:' || a.reference, o.person_id, a.id FROM former_attempt a JOIN former_order o ON o.id = a.order_id
UNION ALL
SELECT 'refund:' || r.reference, o.person_id, r.attempt_id FROM former_refund r JOIN former_order o ON o.id = r.order_id
UNION ALL
SELECT 'transaction:' || a.transaction_id, o.person_id, a.id FROM former_attempt a JOIN former_order o ON o.id = a.order_id
WHERE a.transaction_id IS NOT NULL
ON CONFLICT DO NOTHING;

-- Carts: what somebody is about to buy. Each person has at most one that isn't sold.
CREATE TABLE cart (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    -- While a payment lives nothing in the cart may change; a sold one stays as it was sold.
    state TEXT NOT NULL CONSTRAINT cart_state_known CHECK (state IN ('OPEN', 'PAYING', 'SOLD')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT cart_id_key PRIMARY KEY (person_id, id)
);
INSERT INTO cart (person_id, id, state, created_at, updated_at)
SELECT person_id, id, state, created_at, updated_at FROM former_cart;
CREATE UNIQUE INDEX cart_current_key ON cart (person_id) WHERE state <> 'SOLD';
CREATE INDEX cart_left_open ON cart (updated_at, id) WHERE state = 'OPEN';

CREATE TABLE cart_item (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
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
    CONSTRAINT cart_item_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT cart_item_cart_fkey FOREIGN KEY (person_id, cart_id) REFERENCES cart (person_id, id),
    CONSTRAINT cart_item_gift_complete CHECK (
        is_gift = (gift_to IS NOT NULL) AND is_gift = (recipient_email IS NOT NULL) AND is_gift = (gift_from IS NOT NULL)
    )
);
INSERT INTO cart_item (person_id, id, cart_id, vendor_id, campaign_id, price, quantity, is_gift, gift_to, recipient_email,
    gift_from, gift_message, source, created_at)
SELECT c.person_id, i.id, i.cart_id, i.vendor_id, i.campaign_id, i.price, i.quantity, i.is_gift, i.gift_to, i.recipient_email,
       i.gift_from, i.gift_message, i.source, i.created_at
FROM former_item i JOIN former_cart c ON c.id = i.cart_id;
CREATE INDEX cart_item_in_order ON cart_item (person_id, cart_id, created_at, id);
CREATE INDEX cart_item_by_source ON cart_item (person_id, source, cart_id);

-- Orders: one for each cart that somebody tried to pay for, for ever.
CREATE TABLE orders (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    brand TEXT NOT NULL CONSTRAINT orders_brand_known CHECK (brand IN ('funray', 'rayzr')),
    -- Of the attempt that paid, as are the next two: null until there is one.
    total BIGINT,
    paid_with TEXT,
    paid_at BIGINT,
    created_at BIGINT NOT NULL,
    -- Orders that were taken back whole: their cards are empty, and what was paid goes back to the buyer.
    cancelled_at BIGINT,
    cancelled_by TEXT REFERENCES person (id),
    cancel_reason TEXT,
    -- When the whole charge of an order had been taken back: its cards are empty for good.
    reversed_at BIGINT,
    CONSTRAINT orders_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT orders_cart_fkey FOREIGN KEY (person_id, cart_id) REFERENCES cart (person_id, id)
);
INSERT INTO orders (person_id, id, cart_id, brand, total, paid_with, paid_at, created_at, cancelled_at, cancelled_by, cancel_reason,
    reversed_at)
SELECT person_id, id, cart_id, brand, total, paid_with, paid_at, created_at, cancelled_at, cancelled_by, cancel_reason, reversed_at
FROM former_order;
CREATE UNIQUE INDEX orders_cart_key ON orders (person_id, cart_id);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_of_person ON orders (person_id, paid_at, id);
CREATE INDEX orders_newest ON orders (paid_at, id);
CREATE INDEX orders_begun ON orders (created_at, id);
CREATE INDEX orders_cancelled ON orders (cancelled_at, id) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_reversed ON orders (reversed_at, id) WHERE reversed_at IS NOT NULL;

-- Each try to pay for an order: written before the gateway is asked, and never deleted.
CREATE TABLE payment_attempt (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- What the gateway knows it by. No two have the same: payment_lookup holds that, as it does for the next two.
    reference TEXT NOT NULL,
    -- The keyed hash of the one-time payment token, never the token.
    token_hash TEXT NOT NULL,
    transaction_id TEXT,
    amount BIGINT NOT NULL CONSTRAINT payment_attempt_amount_positive CHECK (amount > 0),
    -- How much of an issued charge has been taken back by others, and how much we have given back.
    reversed BIGINT NOT NULL DEFAULT 0,
    refunded BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL CONSTRAINT payment_attempt_state_known CHECK (state IN (
        'SENDING', 'APPROVED', 'REVIEW', 'ISSUED', 'DECLINED', 'HELD', 'UNKNOWN', 'NOT_CHARGED', 'VOID_PENDING', 'VOIDED',
        'REVERSED'
    )),
    paid_with TEXT,
    message TEXT,
    -- How often the cards of an approved one could not be made.
    failures BIGINT NOT NULL,
    -- The job that sees to its end.
    job_id TEXT,
    -- From where somebody tried to pay: the keyed hash of the client address.
    client TEXT,
    -- How the payer's address and the card's code compared, as the gateway's letters.
    avs TEXT,
    cvv TEXT,
    sent_at BIGINT NOT NULL,
    ended_at BIGINT,
    CONSTRAINT payment_attempt_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT payment_attempt_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
INSERT INTO payment_attempt (person_id, id, order_id, number, reference, token_hash, transaction_id, amount, reversed, refunded,
    state, paid_with, message, failures, job_id, client, avs, cvv, sent_at, ended_at)
SELECT o.person_id, a.id, a.order_id, a.number, a.reference, a.token_hash, a.transaction_id, a.amount, a.reversed, a.refunded,
       a.state, a.paid_with, a.message, a.failures, a.job_id, a.client, a.avs, a.cvv, a.sent_at, a.ended_at
FROM former_attempt a JOIN former_order o ON o.id = a.order_id;
-- An order is never paid for twice, nor while nobody knows whether it was paid for.
CREATE UNIQUE INDEX payment_attempt_live_key ON payment_attempt (person_id, order_id)
    WHERE state IN ('SENDING', 'UNKNOWN', 'HELD', 'APPROVED', 'REVIEW', 'ISSUED');
CREATE INDEX payment_attempt_by_id ON payment_attempt (id);
CREATE INDEX payment_attempt_of_order ON payment_attempt (person_id, order_id, number, id);
CREATE INDEX payment_attempt_in_state ON payment_attempt (state, sent_at, id);
CREATE INDEX payment_attempt_of_job ON payment_attempt (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX payment_attempt_from_client ON payment_attempt (client, sent_at) WHERE client IS NOT NULL;
CREATE INDEX payment_attempt_sent ON payment_attempt (sent_at, id);
CREATE INDEX payment_attempt_with_origin ON payment_attempt (sent_at, id)
    WHERE client IS NOT NULL OR avs IS NOT NULL OR cvv IS NOT NULL
       OR (paid_with IS NOT NULL AND state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED'));

-- Orders that look risky are charged and held until an administrator has decided about them.
CREATE TABLE order_review (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    score BIGINT NOT NULL,
    -- Words, as a JSON list.
    reasons TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When the administrators were told once more.
    reminded_at BIGINT,
    -- Nobody decided when the charge was gone at the gateway.
    decided_at BIGINT,
    decided_by TEXT REFERENCES person (id),
    is_released BOOLEAN,
    reason TEXT,
    CONSTRAINT order_review_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT order_review_attempt_fkey FOREIGN KEY (person_id, attempt_id) REFERENCES payment_attempt (person_id, id),
    CONSTRAINT order_review_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
INSERT INTO order_review (person_id, id, attempt_id, order_id, score, reasons, created_at, reminded_at, decided_at, decided_by,
    is_released, reason)
SELECT o.person_id, r.id, r.attempt_id, r.order_id, r.score, r.reasons, r.created_at, r.reminded_at, r.decided_at, r.decided_by,
       r.is_released, r.reason
FROM former_review r JOIN former_order o ON o.id = r.order_id;
CREATE UNIQUE INDEX order_review_key ON order_review (person_id, attempt_id);
CREATE INDEX order_review_of_order ON order_review (person_id, order_id, created_at, id);
CREATE INDEX order_review_open ON order_review (created_at, id) WHERE decided_at IS NULL;

-- What the support desk gives back of a charge: the rest on some of its cards.
CREATE TABLE refund (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- What the gateway knows it by. No two have the same: payment_lookup holds that.
    reference TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT refund_amount_positive CHECK (amount > 0),
    -- Covered: before the gateway had done it, somebody else reversed the whole charge there.
    state TEXT NOT NULL CONSTRAINT refund_state_known CHECK (state IN ('PENDING', 'MADE', 'COVERED')),
    transaction_id TEXT,
    requested_by TEXT NOT NULL REFERENCES person (id),
    reason TEXT NOT NULL,
    -- What the gateway said when it refused.
    message TEXT,
    -- The job that sees to its end.
    job_id TEXT,
    created_at BIGINT NOT NULL,
    -- When the gateway was last asked for it, as long as nobody knows that it refused.
    sent_at BIGINT,
    ended_at BIGINT,
    CONSTRAINT refund_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT refund_attempt_fkey FOREIGN KEY (person_id, attempt_id) REFERENCES payment_attempt (person_id, id),
    CONSTRAINT refund_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
INSERT INTO refund (person_id, id, attempt_id, order_id, number, reference, amount, state, transaction_id, requested_by, reason,
    message, job_id, created_at, sent_at, ended_at)
SELECT o.person_id, r.id, r.attempt_id, r.order_id, r.number, r.reference, r.amount, r.state, r.transaction_id, r.requested_by,
       r.reason, r.message, r.job_id, r.created_at, r.sent_at, r.ended_at
FROM former_refund r JOIN former_order o ON o.id = r.order_id;
CREATE UNIQUE INDEX refund_number_key ON refund (person_id, attempt_id, number);
CREATE INDEX refund_by_id ON refund (id);
CREATE INDEX refund_of_order ON refund (person_id, order_id, created_at, id);
CREATE INDEX refund_pending ON refund (created_at, id) WHERE state = 'PENDING';
CREATE INDEX refund_sent ON refund (sent_at, id);

-- Each time a charge was taken back, wholly or in part: what somebody has to look into.
CREATE TABLE charge_reversal (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- The gateway's number of what took it back: of a void or a dispute that of the charge itself.
    transaction_id TEXT NOT NULL,
    cause TEXT NOT NULL CONSTRAINT charge_reversal_cause_known
        CHECK (cause IN ('VOIDED', 'REFUNDED', 'DISPUTED', 'DECLINED')),
    amount BIGINT NOT NULL CONSTRAINT charge_reversal_amount_positive CHECK (amount > 0),
    -- What was still on the cards, and what had been spent from them already.
    unspent BIGINT NOT NULL,
    loss BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When the bank gave back what it had taken: the charge stands again, and its cards are as they were.
    won_at BIGINT,
    -- Who has looked into it, and what they wrote about it.
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    note TEXT,
    CONSTRAINT charge_reversal_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT charge_reversal_attempt_fkey FOREIGN KEY (person_id, attempt_id) REFERENCES payment_attempt (person_id, id),
    CONSTRAINT charge_reversal_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
INSERT INTO charge_reversal (person_id, id, attempt_id, order_id, transaction_id, cause, amount, unspent, loss, created_at, won_at,
    closed_at, closed_by, note)
SELECT o.person_id, r.id, r.attempt_id, r.order_id, r.transaction_id, r.cause, r.amount, r.unspent, r.loss, r.created_at, r.won_at,
       r.closed_at, r.closed_by, r.note
FROM former_reversal r JOIN former_order o ON o.id = r.order_id;
CREATE UNIQUE INDEX charge_reversal_key ON charge_reversal (person_id, attempt_id, transaction_id);
CREATE INDEX charge_reversal_by_id ON charge_reversal (id);
CREATE INDEX charge_reversal_of_order ON charge_reversal (person_id, order_id, created_at, id);
CREATE INDEX charge_reversal_open ON charge_reversal (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX charge_reversal_newest ON charge_reversal (created_at, id);

-- What the card gateway and our payments say differently stays where it is, and no key leads from there to orders.
CREATE TABLE gateway_difference (
    id TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT gateway_difference_kind_known
        CHECK (kind IN ('MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE')),
    -- The gateway's number.
    transaction_id TEXT NOT NULL,
    -- What it was sent under.
    reference TEXT,
    -- Null where it is not known here.
    order_id TEXT,
    our_amount BIGINT,
    our_state TEXT,
    -- Null where it is not known there.
    their_amount BIGINT,
    their_status TEXT,
    created_at BIGINT NOT NULL,
    -- Who has looked into it, and what they wrote about it.
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    note TEXT,
    CONSTRAINT gateway_difference_id_key PRIMARY KEY (id)
);
INSERT INTO gateway_difference (id, kind, transaction_id, reference, order_id, our_amount, our_state, their_amount, their_status,
    created_at, closed_at, closed_by, note)
SELECT id, kind, transaction_id, reference, order_id, our_amount, our_state, their_amount, their_status, created_at, closed_at,
       closed_by, note
FROM former_difference;
CREATE UNIQUE INDEX gateway_difference_key ON gateway_difference (transaction_id, kind);
CREATE INDEX gateway_difference_open ON gateway_difference (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX gateway_difference_newest ON gateway_difference (created_at, id);

DROP TABLE former_difference;
DROP TABLE former_reversal;
DROP TABLE former_refund;
DROP TABLE former_review;
DROP TABLE former_attempt;
DROP TABLE former_order;
DROP TABLE former_item;
DROP TABLE former_cart;
