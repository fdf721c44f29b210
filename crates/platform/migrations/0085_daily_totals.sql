-- oldest program: 41
-- What reports add up from: for each vendor and campaign the totals at the end of every day on which something moved, of all sealed
-- transfers up to a position. Made of the ledger, and made anew from it whenever somebody doubts them.
CREATE TABLE daily_position (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- The last seal whose transfer is among the totals.
    position BIGINT NOT NULL,
    -- How many transfers on cards are.
    transfers BIGINT NOT NULL,
    -- The totals are to be made anew.
    is_stale BOOLEAN NOT NULL,
    rolled_up_at BIGINT NOT NULL
);

-- For which campaigns a vendor has totals; '' where a card supports none.
CREATE TABLE daily_series (
    vendor_id TEXT NOT NULL,
    campaign_id TEXT NOT NULL,
    charity_id TEXT,
    PRIMARY KEY (vendor_id, campaign_id)
);
CREATE INDEX daily_series_of_charity ON daily_series (charity_id, campaign_id, vendor_id);

-- Running totals: what was moved between two days is the difference of their rows.
CREATE TABLE daily_total (
    vendor_id TEXT NOT NULL,
    campaign_id TEXT NOT NULL,
    -- The moments between which the day lies in Toronto.
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
