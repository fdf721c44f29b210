-- Payments at the card gateway: attempts, reviews, refunds and reversals. They belong to the buyer, as orders do.

-- An attempt to pay for an order. It is written before the gateway is asked, and never deleted.
CREATE TABLE payment_attempt (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- The gateway knows the attempt by it. payment_lookup keeps this and the next two unique.
    reference TEXT NOT NULL,
    -- The one-time payment token itself is not stored.
    token_hash TEXT NOT NULL,
    transaction_id TEXT,
    amount BIGINT NOT NULL CONSTRAINT payment_attempt_amount_positive CHECK (amount > 0),
    -- Part of an issued charge that others reversed at the gateway, and part that we refunded.
    reversed BIGINT NOT NULL DEFAULT 0,
    refunded BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL CONSTRAINT payment_attempt_state_known CHECK (state IN (
        'SENDING', 'APPROVED', 'REVIEW', 'ISSUED', 'DECLINED', 'HELD', 'UNKNOWN', 'NOT_CHARGED', 'VOID_PENDING', 'VOIDED',
        'REVERSED'
    )),
    paid_with TEXT,
    -- Reason of a failure as a word of ours; message has the gateway's words.
    reason TEXT,
    message TEXT,
    -- Failed attempts to make the cards of an approved payment.
    failures BIGINT NOT NULL,
    -- Job that finishes the attempt.
    job_id TEXT,
    -- Keyed hash of the buyer's network.
    client TEXT,
    -- Comparison of the payer's address and of the card's code, as letters of the gateway.
    avs TEXT,
    cvv TEXT,
    sent_at BIGINT NOT NULL,
    ended_at BIGINT,
    -- When the gateway is next asked whether an issued charge is disputed. Null before the cards are issued, and when it is no longer
    -- asked.
    watch_due_at BIGINT,
    -- No earlier than this: a node is asking already, or the gateway did not reply.
    watch_after BIGINT,
    -- Times in a row that the gateway did not reply.
    watch_failures BIGINT NOT NULL DEFAULT 0,
    -- Last reply of the gateway about the charge.
    answered_at BIGINT,
    -- Whether its cards were empty when they were last looked at.
    is_spent BOOLEAN NOT NULL DEFAULT FALSE,
    CONSTRAINT payment_attempt_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT payment_attempt_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
-- An order is paid for once: no second attempt while one is paid or undecided.
CREATE UNIQUE INDEX payment_attempt_live_key ON payment_attempt (person_id, order_id)
    WHERE state IN ('SENDING', 'UNKNOWN', 'HELD', 'APPROVED', 'REVIEW', 'ISSUED');
CREATE INDEX payment_attempt_by_id ON payment_attempt (id);
CREATE INDEX payment_attempt_of_order ON payment_attempt (person_id, order_id, number, id);
CREATE INDEX payment_attempt_in_state ON payment_attempt (state, sent_at, id);
-- The payment of a dead job.
CREATE INDEX payment_attempt_of_job ON payment_attempt (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX payment_attempt_from_client ON payment_attempt (client, sent_at) WHERE client IS NOT NULL;
CREATE INDEX payment_attempt_sent ON payment_attempt (sent_at, id);
-- These columns are erased after a while.
CREATE INDEX payment_attempt_with_origin ON payment_attempt (sent_at, id)
    WHERE client IS NOT NULL OR avs IS NOT NULL OR cvv IS NOT NULL
       OR (paid_with IS NOT NULL AND state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED'));
-- Charges to ask about.
CREATE INDEX payment_attempt_watched ON payment_attempt (is_spent, watch_due_at, id) WHERE watch_due_at IS NOT NULL;
-- Amounts that a buyer has paid before.
CREATE INDEX payment_attempt_proven ON payment_attempt (person_id, amount) WHERE state = 'ISSUED';

-- The buyer of an attempt that is named by its payment token, its reference, the gateway's number or the reference of a refund.
CREATE TABLE payment_lookup (
    -- The kind of name, a colon, and the name; for a payment token its keyed hash.
    key TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL,
    attempt_id TEXT NOT NULL
);

-- A risky order: it is charged, and its cards wait until an administrator has decided.
CREATE TABLE order_review (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    score BIGINT NOT NULL,
    -- JSON list of words.
    reasons TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When the administrators were mailed again.
    reminded_at BIGINT,
    -- decided_by is null if the charge was gone at the gateway.
    decided_at BIGINT,
    decided_by TEXT REFERENCES person (id),
    is_released BOOLEAN,
    reason TEXT,
    CONSTRAINT order_review_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT order_review_attempt_fkey FOREIGN KEY (person_id, attempt_id) REFERENCES payment_attempt (person_id, id),
    CONSTRAINT order_review_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
CREATE UNIQUE INDEX order_review_key ON order_review (person_id, attempt_id);
CREATE INDEX order_review_of_order ON order_review (person_id, order_id, created_at, id);
CREATE INDEX order_review_open ON order_review (created_at, id) WHERE decided_at IS NULL;

-- A refund of the balance of some cards of an order.
CREATE TABLE refund (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- Closing of a shop that the refund belongs to.
    closing_id TEXT,
    number BIGINT NOT NULL,
    -- The gateway knows the refund by it. payment_lookup keeps it unique.
    reference TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT refund_amount_positive CHECK (amount > 0),
    -- COVERED: the whole charge was reversed at the gateway before the refund was made.
    state TEXT NOT NULL CONSTRAINT refund_state_known CHECK (state IN ('PENDING', 'MADE', 'COVERED')),
    transaction_id TEXT,
    requested_by TEXT NOT NULL REFERENCES person (id),
    reason TEXT NOT NULL,
    -- The gateway's words when it refused.
    message TEXT,
    -- Job that finishes the refund.
    job_id TEXT,
    created_at BIGINT NOT NULL,
    -- Last request to the gateway whose outcome may be unknown.
    sent_at BIGINT,
    ended_at BIGINT,
    -- Reason why the gateway will never make it.
    refusal TEXT,
    refused_at BIGINT,
    -- The bank pays it instead: one administrator records the payment, another one confirms it.
    bank_reference TEXT,
    bank_asked_by TEXT,
    bank_asked_at BIGINT,
    bank_paid_by TEXT,
    bank_paid_at BIGINT,
    CONSTRAINT refund_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT refund_attempt_fkey FOREIGN KEY (person_id, attempt_id) REFERENCES payment_attempt (person_id, id),
    CONSTRAINT refund_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
CREATE UNIQUE INDEX refund_number_key ON refund (person_id, attempt_id, number);
CREATE INDEX refund_by_id ON refund (id);
CREATE INDEX refund_of_order ON refund (person_id, order_id, created_at, id);
CREATE INDEX refund_pending ON refund (created_at, id) WHERE state = 'PENDING';
CREATE INDEX refund_sent ON refund (sent_at, id);
CREATE INDEX refund_newest ON refund (created_at, id);
-- The refunds of a closing, the oldest first.
CREATE INDEX refund_of_closing ON refund (closing_id, created_at, id) WHERE closing_id IS NOT NULL;
-- Refunds that the gateway has refused for good.
CREATE INDEX refund_refused ON refund (refused_at, id) WHERE refused_at IS NOT NULL AND ended_at IS NULL;

-- A refund above the limit for one person: one administrator requests it, another one decides.
CREATE TABLE refund_request (
    -- The buyer.
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- JSON: the cards, each with the balance to refund.
    cards TEXT NOT NULL,
    amount BIGINT NOT NULL CONSTRAINT refund_request_amount_positive CHECK (amount > 0),
    reason TEXT NOT NULL,
    requested_by TEXT NOT NULL REFERENCES person (id),
    requested_at BIGINT NOT NULL,
    decided_by TEXT REFERENCES person (id),
    decided_at BIGINT,
    is_approved BOOLEAN,
    decline_reason TEXT,
    CONSTRAINT refund_request_id_key PRIMARY KEY (person_id, id)
);
CREATE UNIQUE INDEX refund_request_open_key ON refund_request (person_id, order_id) WHERE decided_at IS NULL;
CREATE INDEX refund_request_of_order ON refund_request (person_id, order_id, requested_at, id);
CREATE INDEX refund_request_open ON refund_request (requested_at, id) WHERE decided_at IS NULL;

-- A charge was reversed at the gateway, as a whole or in part. An administrator has to look into it.
CREATE TABLE charge_reversal (
    person_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attempt_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- The gateway's number of the reversal; for a void or a dispute that of the charge.
    transaction_id TEXT NOT NULL,
    cause TEXT NOT NULL CONSTRAINT charge_reversal_cause_known CHECK (cause IN ('VOIDED', 'REFUNDED', 'DISPUTED', 'DECLINED')),
    amount BIGINT NOT NULL CONSTRAINT charge_reversal_amount_positive CHECK (amount > 0),
    -- Part that was still on the cards, and part that had been spent.
    unspent BIGINT NOT NULL,
    loss BIGINT NOT NULL,
    -- Part of the reversal beyond the rest of the charge: refunds that were not made yet, and (paid_twice) refunds that the bank had
    -- paid already.
    covered BIGINT NOT NULL DEFAULT 0,
    paid_twice BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    -- When the bank returned the money: the charge is valid again, and its cards are as before.
    won_at BIGINT,
    -- An administrator looked into it and wrote the note.
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    note TEXT,
    CONSTRAINT charge_reversal_id_key PRIMARY KEY (person_id, id),
    CONSTRAINT charge_reversal_attempt_fkey FOREIGN KEY (person_id, attempt_id) REFERENCES payment_attempt (person_id, id),
    CONSTRAINT charge_reversal_order_fkey FOREIGN KEY (person_id, order_id) REFERENCES orders (person_id, id)
);
CREATE UNIQUE INDEX charge_reversal_key ON charge_reversal (person_id, attempt_id, transaction_id);
CREATE INDEX charge_reversal_by_id ON charge_reversal (id);
CREATE INDEX charge_reversal_of_order ON charge_reversal (person_id, order_id, created_at, id);
CREATE INDEX charge_reversal_open ON charge_reversal (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX charge_reversal_newest ON charge_reversal (created_at, id);

-- A payment about which the gateway and our records differ. An administrator has to look into it.
CREATE TABLE gateway_difference (
    id TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT gateway_difference_kind_known CHECK (kind IN (
        'MISSING_HERE', 'MISSING_THERE', 'OTHER_AMOUNT', 'OTHER_STATE'
    )),
    -- The gateway's number.
    transaction_id TEXT NOT NULL,
    reference TEXT,
    -- Null if it is unknown here. Not a foreign key, because orders may be on another server.
    order_id TEXT,
    our_amount BIGINT,
    our_state TEXT,
    -- Null if it is unknown there.
    their_amount BIGINT,
    their_status TEXT,
    created_at BIGINT NOT NULL,
    -- An administrator looked into it and wrote the note.
    closed_at BIGINT,
    closed_by TEXT REFERENCES person (id),
    note TEXT,
    CONSTRAINT gateway_difference_id_key PRIMARY KEY (id)
);
CREATE UNIQUE INDEX gateway_difference_key ON gateway_difference (transaction_id, kind);
CREATE INDEX gateway_difference_open ON gateway_difference (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX gateway_difference_newest ON gateway_difference (created_at, id);
