-- oldest program: 41
-- What the bell has told people, and what of it they want to hear.
CREATE TABLE notice (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    -- Whose bell: that of a shop or a cause by its id, or `platform`.
    feed TEXT NOT NULL,
    -- Where it happened.
    tenant_id TEXT NOT NULL REFERENCES tenant (id),
    kind TEXT NOT NULL CONSTRAINT notice_kind_known
        CHECK (kind IN ('DAILY_SALES', 'LARGE_REDEMPTION', 'FREEZE', 'BANK_CHANGED')),
    -- What told of it: whatever tells twice stands here once.
    source TEXT NOT NULL,
    -- JSON: which card, how much, of which day.
    facts TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    PRIMARY KEY (person_id, id),
    CONSTRAINT notice_once UNIQUE (person_id, source)
);
CREATE INDEX notice_unread ON notice (person_id, feed) WHERE read_at IS NULL;
-- For those that are thrown away.
CREATE INDEX notice_in_time ON notice (created_at, person_id, id);

CREATE TABLE notice_setting (
    person_id TEXT NOT NULL REFERENCES person (id),
    feed TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT notice_setting_kind_known
        CHECK (kind IN ('DAILY_SALES', 'LARGE_REDEMPTION', 'FREEZE', 'BANK_CHANGED')),
    is_on BOOLEAN NOT NULL,
    -- From how much on a redemption is large.
    amount BIGINT,
    PRIMARY KEY (person_id, feed, kind)
);

-- The last day whose sales were told, once they were told to everybody: a single row.
CREATE TABLE daily_sales_notice (
    id BIGINT NOT NULL PRIMARY KEY,
    day TEXT NOT NULL
);
