-- What a clerk may do at a shop's counter by themselves. A shop without a row has what the program's defaults say.
CREATE TABLE counter_settings (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- Whether what goes beyond these limits waits for a manager: of a clerk's redemptions within an hour how many there
    -- are and what they come to, and the value of a single one.
    is_pace_limited BOOLEAN NOT NULL,
    most_redemptions BIGINT NOT NULL CONSTRAINT counter_settings_redemptions_positive CHECK (most_redemptions > 0),
    most_amount BIGINT NOT NULL CONSTRAINT counter_settings_amount_positive CHECK (most_amount > 0),
    single_amount BIGINT NOT NULL CONSTRAINT counter_settings_single_positive CHECK (single_amount > 0),
    -- Whether a card may be redeemed that was only found by its holder's name.
    redeems_by_name BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL
);

-- When somebody last moved money at a shop's counter. Whoever counts their last hour holds this row.
CREATE TABLE counter_pace (
    person_id TEXT NOT NULL REFERENCES person (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    moved_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, vendor_id)
);
CREATE INDEX transfer_at_counter ON transfer (actor, created_at) WHERE kind IN ('REDEMPTION', 'CASH_OUT');

-- Redemptions and cash-outs that a manager has to approve. Nothing is moved, nor reserved, before that.
CREATE TABLE redemption_request (
    id TEXT NOT NULL PRIMARY KEY,
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    card_id TEXT NOT NULL REFERENCES card (id),
    -- The code that the card had then: a card that has got another one since is no longer what was asked for.
    code_hash TEXT NOT NULL,
    clerk_id TEXT NOT NULL REFERENCES person (id),
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
    decided_by TEXT REFERENCES person (id),
    reason TEXT,
    transfer_id TEXT REFERENCES transfer (id),
    CONSTRAINT redemption_request_approved_once CHECK ((state = 'APPROVED') = (transfer_id IS NOT NULL))
);
CREATE INDEX redemption_request_waiting ON redemption_request (vendor_id, created_at, id) WHERE state = 'WAITING';
CREATE INDEX redemption_request_of_card ON redemption_request (card_id, created_at, id);
CREATE UNIQUE INDEX redemption_request_transfer_key ON redemption_request (transfer_id) WHERE transfer_id IS NOT NULL;

-- Redemptions of cards that nobody had shown: found by name, where the shop allows it.
CREATE TABLE redemption_by_name (
    transfer_id TEXT NOT NULL PRIMARY KEY REFERENCES transfer (id),
    card_id TEXT NOT NULL REFERENCES card (id)
);
CREATE INDEX redemption_by_name_of_card ON redemption_by_name (card_id, transfer_id);
