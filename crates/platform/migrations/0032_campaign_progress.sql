-- oldest program: 16
-- Sums raised by campaigns, with the number of their supporters. They are computed with the daily totals from the sealed transfers;
-- `funray rebuild-reports` computes them again.

-- Sum that a buyer's cards of a shop raised for a campaign, less refunds and reversals.
CREATE TABLE campaign_supporter (
    vendor_id TEXT NOT NULL,
    campaign_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    raised BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, campaign_id, person_id)
);
CREATE INDEX campaign_supporter_of_campaign ON campaign_supporter (campaign_id, person_id);

-- Progress of a campaign: the sums of its supporters. A campaign without a row has raised nothing.
CREATE TABLE campaign_progress (
    campaign_id TEXT NOT NULL PRIMARY KEY REFERENCES campaign (id),
    raised BIGINT NOT NULL,
    -- Buyers whose cards raised more than was returned.
    supporters BIGINT NOT NULL,
    -- When half of the goal and the whole goal were reached for the first time.
    half_at BIGINT,
    full_at BIGINT,
    moved_at BIGINT NOT NULL
);
CREATE INDEX campaign_progress_moved ON campaign_progress (moved_at, campaign_id);

-- The totals of shops are computed again, so that progress includes earlier sales.
UPDATE daily_position SET is_stale = TRUE;
