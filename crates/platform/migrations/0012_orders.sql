-- Carts and orders. They belong to people: person_id is the first column of every key, so that a buyer's orders and payments can move
-- to a database server of their own.

-- A cart. It changes no more while a payment is in progress, and never after the sale.
CREATE TABLE cart (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT cart_state_known CHECK (state IN ('OPEN', 'PAYING', 'SOLD')),
    -- While an administrator decides about its payment, a cart is set aside: the buyer fills another one.
    set_aside_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT cart_id_key PRIMARY KEY (person_id, id)
);
-- Old open carts are deleted.
CREATE INDEX cart_left_open ON cart (updated_at, id) WHERE state = 'OPEN';
-- One cart per person that is neither sold nor set aside.
CREATE UNIQUE INDEX cart_active_key ON cart (person_id) WHERE state <> 'SOLD' AND set_aside_at IS NULL;

-- Cards of one shop, amount and recipient in a cart.
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
    -- The item that it was copied from, so that the same item sent twice is noticed.
    source TEXT,
    created_at BIGINT NOT NULL,
    CONSTRAINT cart_item_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT cart_item_cart_fkey FOREIGN KEY (person_id, cart_id) REFERENCES cart (person_id, id),
    CONSTRAINT cart_item_gift_complete
        CHECK (is_gift = (gift_to IS NOT NULL) AND is_gift = (recipient_email IS NOT NULL) AND is_gift = (gift_from IS NOT NULL))
);
CREATE INDEX cart_item_in_order ON cart_item (person_id, cart_id, created_at, id);
CREATE INDEX cart_item_by_source ON cart_item (person_id, source, cart_id);

-- A cart that someone tried to pay for. Orders are never deleted.
CREATE TABLE orders (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    brand TEXT NOT NULL CONSTRAINT orders_brand_known CHECK (brand IN ('funray', 'rayzr')),
    -- From the attempt that paid, as are the next two: null until then.
    total BIGINT,
    paid_with TEXT,
    paid_at BIGINT,
    created_at BIGINT NOT NULL,
    -- Cancelled as a whole: its cards are empty, and the charge goes back to the buyer.
    cancelled_at BIGINT,
    cancelled_by TEXT REFERENCES person (id),
    cancel_reason TEXT,
    -- When the whole charge had been reversed: its cards are empty for good.
    reversed_at BIGINT,
    CONSTRAINT orders_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT orders_cart_fkey FOREIGN KEY (person_id, cart_id) REFERENCES cart (person_id, id)
);
CREATE UNIQUE INDEX orders_cart_key ON orders (person_id, cart_id);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_of_person ON orders (person_id, paid_at, id);
CREATE INDEX orders_newest ON orders (paid_at, id);
CREATE INDEX orders_begun ON orders (created_at, id);
-- The hourly check reads new cancellations and reversals.
CREATE INDEX orders_cancelled ON orders (cancelled_at, id) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_reversed ON orders (reversed_at, id) WHERE reversed_at IS NOT NULL;

-- Sum that was bought on a day for one recipient, or with one payment card.
CREATE TABLE buying_total (
    -- Keyed hash of the recipient's address, or of the gateway's facts about the payment card.
    key TEXT NOT NULL,
    day TEXT NOT NULL,
    amount BIGINT NOT NULL,
    CONSTRAINT buying_total_key PRIMARY KEY (key, day)
);
CREATE INDEX buying_total_of_day ON buying_total (day, key);

-- A higher buying limit for a person. One administrator requests it; above the ceiling for everyone a second one decides.
CREATE TABLE raised_limit (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT raised_limit_amount_positive CHECK (amount > 0),
    -- Last day of the limit.
    ends_on TEXT,
    reason TEXT NOT NULL,
    requested_by TEXT NOT NULL REFERENCES person (id),
    requested_at BIGINT NOT NULL,
    decided_by TEXT REFERENCES person (id),
    decided_at BIGINT,
    is_agreed BOOLEAN,
    decline_reason TEXT,
    -- Administrator who ended it; null if a later limit replaced it.
    ended_by TEXT REFERENCES person (id),
    ended_at BIGINT,
    CONSTRAINT raised_limit_id_key PRIMARY KEY (person_id, id)
);
CREATE UNIQUE INDEX raised_limit_open_key ON raised_limit (person_id) WHERE decided_at IS NULL;
CREATE UNIQUE INDEX raised_limit_in_force_key ON raised_limit (person_id) WHERE is_agreed = TRUE AND ended_at IS NULL;
CREATE INDEX raised_limit_open ON raised_limit (requested_at, id) WHERE decided_at IS NULL;
