-- oldest program: 16
-- Words of charities to their supporters.

-- Thanks that the charity shows after a purchase and on the receipt.
ALTER TABLE campaign ADD COLUMN thanks TEXT;

-- News of a charity about a campaign.
CREATE TABLE campaign_update (
    id TEXT NOT NULL PRIMARY KEY,
    campaign_id TEXT NOT NULL REFERENCES campaign (id),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX campaign_update_newest ON campaign_update (campaign_id, created_at, id);
