-- oldest program: 16
-- A batch of charges and refunds that the gateway has settled. The bank account receives it as a deposit.
CREATE TABLE gateway_deposit (
    id TEXT NOT NULL PRIMARY KEY,
    -- The gateway's number.
    batch_id TEXT NOT NULL,
    settled_at BIGINT NOT NULL,
    -- Day of the settlement in Toronto.
    settled_on TEXT NOT NULL,
    -- Sums that the gateway reports for the batch.
    charges BIGINT NOT NULL,
    charge_count BIGINT NOT NULL,
    refunds BIGINT NOT NULL,
    refund_count BIGINT NOT NULL,
    -- Charges less refunds.
    net BIGINT NOT NULL,
    -- Charges less refunds by the list of the batch's transactions. The deposit is booked when both agree.
    listed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    booked_at BIGINT,
    -- Null before the booking, and if the batch pays nothing.
    transfer_id TEXT,
    -- Line of a bank statement with which it arrived.
    line_id TEXT
);
CREATE UNIQUE INDEX gateway_deposit_batch_key ON gateway_deposit (batch_id);
CREATE INDEX gateway_deposit_newest ON gateway_deposit (settled_at, id);
CREATE INDEX gateway_deposit_of_transfer ON gateway_deposit (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX gateway_deposit_of_line ON gateway_deposit (line_id) WHERE line_id IS NOT NULL;
-- Deposits that have not arrived.
CREATE INDEX gateway_deposit_awaited ON gateway_deposit (settled_at, id) WHERE line_id IS NULL AND booked_at IS NOT NULL;
-- Deposits whose sums differ.
CREATE INDEX gateway_deposit_differing ON gateway_deposit (settled_at, id) WHERE booked_at IS NULL;
