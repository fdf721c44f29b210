-- What vendors and charities show of themselves, and what administrators keep of them.
ALTER TABLE tenant ADD COLUMN region_id TEXT REFERENCES region (id);
ALTER TABLE tenant ADD COLUMN website TEXT;
ALTER TABLE tenant ADD COLUMN introduction TEXT;
ALTER TABLE tenant ADD COLUMN description TEXT;
-- The picture, and the colour that cards are drawn in: the hue of the picture in degrees.
ALTER TABLE tenant ADD COLUMN logo_key TEXT;
ALTER TABLE tenant ADD COLUMN logo_hue BIGINT;
-- Institution, transit and account number, encrypted with a key that is not in the database.
ALTER TABLE tenant ADD COLUMN sealed_bank TEXT;
-- A vendor's: what the cause and the platform get of a card in percent, and which amounts it sells.
ALTER TABLE tenant ADD COLUMN charity_rate BIGINT NOT NULL DEFAULT 10
    CONSTRAINT tenant_charity_rate_in_range CHECK (charity_rate BETWEEN 5 AND 10);
ALTER TABLE tenant ADD COLUMN share_percentage BIGINT NOT NULL DEFAULT 5
    CONSTRAINT tenant_share_percentage_in_range CHECK (share_percentage BETWEEN 0 AND 30);
ALTER TABLE tenant ADD COLUMN card_amounts TEXT NOT NULL DEFAULT '0';
-- The folded legal name, to be ordered by; `search_key` is that of the display name.
ALTER TABLE tenant ADD COLUMN legal_key TEXT NOT NULL DEFAULT '';
ALTER TABLE tenant ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
-- When the contact person was first told that they are in.
ALTER TABLE tenant ADD COLUMN approved_at BIGINT;
ALTER TABLE tenant ADD COLUMN rejection_reason TEXT;
UPDATE tenant SET legal_key = search_key, updated_at = created_at;

CREATE INDEX tenant_by_legal_name ON tenant (kind, legal_key, id);
CREATE INDEX tenant_by_business_number ON tenant (kind, business_number, id);
CREATE INDEX tenant_newest ON tenant (kind, created_at, id);
CREATE INDEX tenant_in_category ON tenant (kind, category_id, legal_key, id);
CREATE INDEX tenant_in_organization ON tenant (kind, organization_id, legal_key, id);
CREATE INDEX tenant_in_region ON tenant (kind, region_id, legal_key, id);
CREATE INDEX tenant_in_state ON tenant (kind, state, legal_key, id);
CREATE INDEX tenant_in_state_and_category ON tenant (kind, state, category_id, legal_key, id);
CREATE INDEX tenant_in_state_and_organization ON tenant (kind, state, organization_id, legal_key, id);
CREATE INDEX tenant_in_state_and_region ON tenant (kind, state, region_id, legal_key, id);

-- What a charity collects for. It runs from the start of its first business day to the end of its last.
CREATE TABLE campaign (
    id TEXT NOT NULL PRIMARY KEY,
    charity_id TEXT NOT NULL REFERENCES tenant (id),
    name TEXT NOT NULL,
    description TEXT,
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
CREATE INDEX campaign_newest ON campaign (created_at, id);
CREATE INDEX campaign_by_name ON campaign (search_key, id);
CREATE INDEX campaign_by_start ON campaign (start_day, id);
CREATE INDEX campaign_by_end ON campaign (end_day, id);
CREATE INDEX campaign_switched ON campaign (is_active, created_at, id);
CREATE INDEX campaign_running ON campaign (is_active, end_day, id);
CREATE INDEX campaign_of_charity ON campaign (charity_id, created_at, id);
CREATE INDEX campaign_of_charity_running ON campaign (charity_id, is_active, end_day, id);

-- The words that things are found by, folded; in hexadecimal, so that every locale orders them alike.
-- `depth` says where a word stands: 1 in a name, 2 in a text, 3 in what only administrators see.
CREATE TABLE search_word (
    kind TEXT NOT NULL CONSTRAINT search_word_kind_known CHECK (kind IN ('VENDOR', 'CHARITY', 'CAMPAIGN')),
    word TEXT NOT NULL,
    depth BIGINT NOT NULL,
    owner_id TEXT NOT NULL,
    PRIMARY KEY (kind, word, depth, owner_id)
);
CREATE INDEX search_word_by_owner ON search_word (owner_id);

-- Counts every change of the catalogue: what was counted at one version holds until the next.
CREATE TABLE catalogue_version (
    version BIGINT NOT NULL PRIMARY KEY
);
INSERT INTO catalogue_version (version) VALUES (0);
