-- Daily totals for reports, closed months of the books, and report mails. Daily totals are computed from the sealed transfers; `funray
-- rebuild-reports` computes them again.

-- How far the daily totals of a shop have come.
CREATE TABLE daily_position (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- Last seal whose transfer is in the totals.
    position BIGINT NOT NULL,
    -- Number of transfers on cards up to there.
    transfers BIGINT NOT NULL,
    -- Whether the totals are to be computed again.
    is_stale BOOLEAN NOT NULL,
    rolled_up_at BIGINT NOT NULL,
    -- Last seal whose transfer is in the breakdowns, and the shop's claim after it.
    breakdown_position BIGINT NOT NULL DEFAULT 0,
    owed BIGINT NOT NULL DEFAULT 0
);

-- A campaign for which a shop has totals; '' for cards without a charity.
CREATE TABLE daily_series (
    vendor_id TEXT NOT NULL,
    campaign_id TEXT NOT NULL,
    charity_id TEXT,
    PRIMARY KEY (vendor_id, campaign_id)
);
CREATE INDEX daily_series_of_charity ON daily_series (charity_id, campaign_id, vendor_id);

-- Running totals of a shop and campaign at the end of a day on which something moved. A movement between two days is the difference of
-- their rows.
CREATE TABLE daily_total (
    vendor_id TEXT NOT NULL,
    campaign_id TEXT NOT NULL,
    -- Start and end of the day in Toronto.
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    day TEXT NOT NULL,
    transfers BIGINT NOT NULL,
    supports BIGINT NOT NULL,
    cards BIGINT NOT NULL,
    purchased BIGINT NOT NULL,
    supported BIGINT NOT NULL,
    on_card BIGINT NOT NULL,
    raised BIGINT NOT NULL,
    platform BIGINT NOT NULL,
    rolled_up_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, campaign_id, starts_at),
    CONSTRAINT daily_total_series_fkey FOREIGN KEY (vendor_id, campaign_id) REFERENCES daily_series (vendor_id, campaign_id)
);
CREATE INDEX daily_total_rolled_up ON daily_total (rolled_up_at, vendor_id);

-- Movements on a shop's cards within a day, by amount of the card, by clerk, by hour, and the change of the shop's claim.
CREATE TABLE daily_breakdown (
    vendor_id TEXT NOT NULL REFERENCES daily_position (vendor_id),
    kind TEXT NOT NULL CONSTRAINT daily_breakdown_kind_known CHECK (kind IN ('AMOUNT', 'EMPLOYEE', 'HOUR', 'OWED')),
    -- Start and end of the day in Toronto.
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    -- An amount in cents, a clerk, or the number of hours since the day began; '' for the claim.
    name TEXT NOT NULL,
    -- Whether the cards support a charity.
    has_cause BOOLEAN NOT NULL,
    -- Number of cards, redemptions or transfers.
    items BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    rolled_up_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, kind, starts_at, name, has_cause)
);
CREATE INDEX daily_breakdown_rolled_up ON daily_breakdown (rolled_up_at, vendor_id);

-- A closed month of the books: nothing more is booked in it.
CREATE TABLE closed_month (
    month TEXT NOT NULL PRIMARY KEY,
    -- Start and end of the month in Toronto.
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    -- Number of its transfers, and the last of them.
    transfers BIGINT NOT NULL,
    last_transfer_id TEXT,
    closed_by TEXT NOT NULL,
    closed_at BIGINT NOT NULL
);

-- The figures of a kind of account in a closed month.
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

-- A report that a person is mailed: each Monday for the week before, or on the first of a month for the month before.
CREATE TABLE report_subscription (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    report TEXT NOT NULL CONSTRAINT report_subscription_report_known CHECK (report IN ('VENDOR', 'CHARITY', 'VENDORS', 'CHARITIES')),
    -- Null for a report on all tenants.
    tenant_id TEXT REFERENCES tenant (id),
    cadence TEXT NOT NULL CONSTRAINT report_subscription_cadence_known CHECK (cadence IN ('WEEKLY', 'MONTHLY')),
    -- 0 for all, 1 for FunRay, 2 for RayZR.
    card_type BIGINT NOT NULL,
    campaign_id TEXT REFERENCES campaign (id),
    -- The next mail. The node that moves this moment on makes the mail.
    due_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, id)
);
CREATE INDEX report_subscription_due ON report_subscription (due_at, id);
