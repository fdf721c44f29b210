-- Redeeming cards at a shop's counter.

-- A shop's rules for its clerks. A shop without a row has the program's defaults.
CREATE TABLE counter_settings (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- Whether redemptions beyond these limits wait for a manager: number and sum of a clerk's redemptions within an hour, and a single
    -- one.
    is_pace_limited BOOLEAN NOT NULL,
    most_redemptions BIGINT NOT NULL CONSTRAINT counter_settings_redemptions_positive CHECK (most_redemptions > 0),
    most_amount BIGINT NOT NULL CONSTRAINT counter_settings_amount_positive CHECK (most_amount > 0),
    single_amount BIGINT NOT NULL CONSTRAINT counter_settings_single_positive CHECK (single_amount > 0),
    -- Whether a card may be redeemed that was found by its holder's name only.
    redeems_by_name BOOLEAN NOT NULL,
    -- Whether managers are mailed the sums of each day that is closed at the counter.
    mails_closed_days BOOLEAN NOT NULL DEFAULT TRUE,
    updated_at BIGINT NOT NULL,
    -- Saved settings that are not in force yet, because they loosen a rule: that takes a day. All of them are null, or none.
    next_from BIGINT,
    next_is_pace_limited BOOLEAN,
    next_most_redemptions BIGINT,
    next_most_amount BIGINT,
    next_single_amount BIGINT,
    next_redeems_by_name BOOLEAN
);

-- A clerk at a shop. A call that counts the clerk's last hour locks this row.
CREATE TABLE counter_pace (
    person_id TEXT NOT NULL REFERENCES person (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    -- Last movement of money.
    moved_at BIGINT NOT NULL,
    -- When an unusual pace was last recorded.
    unusual_at BIGINT,
    -- Until then a manager lets the clerk exceed the limits without waiting.
    free_until BIGINT,
    PRIMARY KEY (person_id, vendor_id)
);

-- A card was shown to a clerk: only such cards can be redeemed.
CREATE TABLE card_presentation (
    vendor_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    -- Code of the card at that time. With a new code the card has to be shown again.
    code_hash TEXT NOT NULL,
    presented_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, person_id, card_id),
    CONSTRAINT card_presentation_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id)
);
CREATE INDEX card_presentation_by_age ON card_presentation (presented_at, person_id, card_id);

-- A redemption or cash-out that waits for a manager. No money is moved or reserved before the approval.
CREATE TABLE redemption_request (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    -- Code of the card at that time. With a new code the request is void.
    code_hash TEXT NOT NULL,
    clerk_id TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT redemption_request_kind_known CHECK (kind IN ('REDEMPTION', 'CASH_OUT')),
    value BIGINT NOT NULL CONSTRAINT redemption_request_value_positive CHECK (value > 0),
    -- The limit that it exceeds.
    cause TEXT NOT NULL CONSTRAINT redemption_request_cause_known CHECK (cause IN ('SINGLE', 'COUNT', 'AMOUNT')),
    is_by_name BOOLEAN NOT NULL,
    state TEXT NOT NULL CONSTRAINT redemption_request_state_known CHECK (state IN ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_at BIGINT,
    -- Null while it waits, and if the clerk withdrew it.
    decided_by TEXT,
    reason TEXT,
    transfer_id TEXT,
    -- Till of the request; the approved transfer names it, too.
    till_id TEXT REFERENCES till (id),
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT redemption_request_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id),
    CONSTRAINT redemption_request_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id),
    CONSTRAINT redemption_request_approved_once CHECK ((state = 'APPROVED') = (transfer_id IS NOT NULL))
);
CREATE INDEX redemption_request_by_id ON redemption_request (id);
CREATE INDEX redemption_request_waiting ON redemption_request (vendor_id, created_at, id) WHERE state = 'WAITING';
CREATE INDEX redemption_request_of_card ON redemption_request (card_id, created_at, id);
CREATE UNIQUE INDEX redemption_request_transfer_key ON redemption_request (vendor_id, transfer_id) WHERE transfer_id IS NOT NULL;
-- The hourly check compares new requests with the audit log.
CREATE INDEX redemption_request_newest ON redemption_request (created_at, id);

-- A redemption of a card that was found by name and not shown.
CREATE TABLE redemption_by_name (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, transfer_id),
    CONSTRAINT redemption_by_name_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id),
    CONSTRAINT redemption_by_name_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);
CREATE INDEX redemption_by_name_of_card ON redemption_by_name (card_id, transfer_id);

-- Many cards of a shop, or a large part of their balance, were redeemed within minutes. The shop's next payout waits until an
-- administrator has written down the outcome.
CREATE TABLE burst (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    -- First and last movement.
    began_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    cards BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    -- Balance of the shop's cards before.
    outstanding BIGINT NOT NULL,
    found_at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    outcome TEXT,
    PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX burst_open_key ON burst (vendor_id) WHERE closed_at IS NULL;
CREATE INDEX burst_newest ON burst (found_at, id);
CREATE INDEX burst_of_vendor ON burst (vendor_id, found_at, id);

-- A shop whose last minutes are to be checked.
CREATE TABLE burst_check (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    due_at BIGINT NOT NULL
);

-- A shop's card for trying its counter. It has no money behind it, so it is not in `card` or in the ledger. A new one replaces it.
CREATE TABLE test_card (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    code TEXT NOT NULL UNIQUE,
    balance BIGINT NOT NULL CHECK (balance >= 0),
    made_at BIGINT NOT NULL,
    -- Last redemption from any test card of the shop.
    redeemed_at BIGINT
);
