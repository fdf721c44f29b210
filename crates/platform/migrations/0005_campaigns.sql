-- Campaigns of charities, and the figures on the start page.

-- A campaign of a charity. It runs from the start of its first business day to the end of its last.
CREATE TABLE campaign (
    id TEXT NOT NULL PRIMARY KEY,
    charity_id TEXT NOT NULL REFERENCES tenant (id),
    name TEXT NOT NULL,
    description TEXT,
    -- Null if the campaign names no goal.
    goal BIGINT CONSTRAINT campaign_goal_positive CHECK (goal > 0),
    start_day TEXT NOT NULL,
    end_day TEXT NOT NULL,
    campaign_url TEXT,
    logo_key TEXT,
    logo_hue BIGINT,
    is_active BOOLEAN NOT NULL,
    search_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CONSTRAINT campaign_days_in_order CHECK (end_day > start_day)
);
-- The lists of campaigns are sorted and filtered in many ways.
CREATE INDEX campaign_newest ON campaign (created_at, id);
CREATE INDEX campaign_by_name ON campaign (search_key, id);
CREATE INDEX campaign_by_start ON campaign (start_day, id);
CREATE INDEX campaign_by_end ON campaign (end_day, id);
CREATE INDEX campaign_switched ON campaign (is_active, created_at, id);
CREATE INDEX campaign_running ON campaign (is_active, end_day, id);
CREATE INDEX campaign_of_charity ON campaign (charity_id, created_at, id);
CREATE INDEX campaign_of_charity_running ON campaign (charity_id, is_active, end_day, id);

-- A single row with the figures of the whole marketplace, counted once an hour.
CREATE TABLE public_figures (
    id BIGINT NOT NULL PRIMARY KEY,
    vendors BIGINT NOT NULL,
    charities BIGINT NOT NULL,
    raised BIGINT NOT NULL
);
