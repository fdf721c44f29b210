-- The ledger, by double entry. Its tables only grow: an error is put right by a transfer that reverses it. vendor_id is 'platform' for
-- books that are no shop's.

-- A movement of money. The amounts of its entries add up to zero.
CREATE TABLE transfer (
    vendor_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    order_id TEXT,
    card_id TEXT,
    reverses TEXT,
    -- Id of a person, or the part of the program.
    actor TEXT NOT NULL CONSTRAINT transfer_actor_named CHECK (actor <> ''),
    reason TEXT,
    created_at BIGINT NOT NULL,
    -- Not part of the seal.
    till_id TEXT REFERENCES till (id),
    PRIMARY KEY (vendor_id, id),
    CONSTRAINT transfer_card_fkey FOREIGN KEY (vendor_id, card_id) REFERENCES card (vendor_id, id),
    CONSTRAINT transfer_reverses_fkey FOREIGN KEY (vendor_id, reverses) REFERENCES transfer (vendor_id, id),
    CONSTRAINT transfer_kind_known CHECK (kind IN (
        'SALE', 'REDEMPTION', 'REVERSAL', 'CASH_OUT', 'CHARGE_REVERSAL', 'PARTIAL_REFUND', 'REFUND', 'PAYOUT'
    ))
);
CREATE UNIQUE INDEX transfer_reverses_key ON transfer (vendor_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX transfer_newest ON transfer (created_at, id);
CREATE INDEX transfer_of_order ON transfer (order_id, created_at, id);
-- A clerk's movements of the last hour.
CREATE INDEX transfer_at_counter ON transfer (vendor_id, actor, created_at) WHERE kind IN ('REDEMPTION', 'CASH_OUT');
CREATE INDEX transfer_of_vendor ON transfer (vendor_id, created_at, id);
-- The sale of a card. Its other transfers are found by the entries of its account.
CREATE INDEX transfer_sale_of_card ON transfer (vendor_id, card_id) WHERE kind = 'SALE';
-- Cash-outs in the statements of a shop.
CREATE INDEX transfer_cash_out ON transfer (vendor_id, created_at, id) WHERE kind = 'CASH_OUT';

-- An amount that a transfer takes from an account (negative) or puts on it.
CREATE TABLE entry (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    account TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT entry_amount_not_zero CHECK (amount <> 0),
    -- Balance of a card after the entry; null for other accounts.
    balance BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, transfer_id, position),
    CONSTRAINT entry_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);
CREATE INDEX entry_of_account ON entry (vendor_id, account, created_at, transfer_id);
-- All entries of charities, of every shop: `charity_payablf` is the first text after all that begin with `charity_payable`.
CREATE INDEX entry_to_charity ON entry (account, created_at, transfer_id)
    WHERE account >= 'charity_payable:' AND account < 'charity_payablf';

-- A transfer that waits for its seal.
CREATE TABLE unsealed (
    vendor_id TEXT NOT NULL,
    transfer_id TEXT NOT NULL,
    PRIMARY KEY (vendor_id, transfer_id),
    CONSTRAINT unsealed_transfer_fkey FOREIGN KEY (vendor_id, transfer_id) REFERENCES transfer (vendor_id, id)
);

-- The seal of a transfer: its keyed hash and that of the seal before it, in a chain for each shop.
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
CREATE UNIQUE INDEX seal_transfer_key ON seal (vendor_id, transfer_id);
CREATE INDEX seal_newest ON seal (sealed_at, vendor_id);

-- The last seal of a chain that was checked and found right.
CREATE TABLE seal_checkpoint (
    owner_id TEXT NOT NULL,
    chain TEXT NOT NULL,
    position BIGINT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (owner_id, chain)
);

-- When a check of the books was last completed: of new rows, and of all rows.
CREATE TABLE check_run (
    name TEXT NOT NULL,
    is_full BOOLEAN NOT NULL,
    -- Null before the first run.
    done_until BIGINT,
    -- A check that waits long can't be made.
    waiting_since BIGINT NOT NULL,
    PRIMARY KEY (name, is_full)
);

-- A reason why no money may move: a check of the books failed. It is deleted when the check passes again.
CREATE TABLE ledger_stop (
    id TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
