-- oldest program: 41
-- The months of the books that are closed: nothing is booked in one any more. Its figures are those that its entries had then.
CREATE TABLE closed_month (
    month TEXT NOT NULL PRIMARY KEY,
    -- The moments between which it lies in Toronto.
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    -- How many transfers it has, and the last of them.
    transfers BIGINT NOT NULL,
    last_transfer_id TEXT,
    closed_by TEXT NOT NULL,
    closed_at BIGINT NOT NULL
);

-- What a closed month says of each kind of account: what was on it when the month began, what was taken from it and put on it, and what
-- was on it when the month had ended.
CREATE TABLE closed_figure (
    month TEXT NOT NULL REFERENCES closed_month (month),
    account TEXT NOT NULL,
    opening BIGINT NOT NULL,
    debit BIGINT NOT NULL,
    credit BIGINT NOT NULL,
    closing BIGINT NOT NULL,
    PRIMARY KEY (month, account),
    CONSTRAINT closed_figure_adds_up CHECK (opening - debit + credit = closing)
);
