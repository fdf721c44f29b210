-- Pictures: what is known of each. Their bytes are in a folder or a bucket, under the kind and the key.
CREATE TABLE file (
    key TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT file_kind_known
        CHECK (kind IN ('vendor', 'charity', 'campaign', 'category')),
    -- Degrees of OKLCH; null for a grey one.
    hue BIGINT,
    renditions TEXT NOT NULL,
    -- Whether anything ever showed it. What nothing shows is thrown away after a day.
    is_used BOOLEAN NOT NULL,
    -- Null for what the program drew itself.
    uploaded_by TEXT REFERENCES person (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX file_abandoned ON file (is_used, created_at, key);

-- Categories: how visitors meet them.
ALTER TABLE category ADD COLUMN popular_name TEXT;
ALTER TABLE category ADD COLUMN url_text TEXT;
ALTER TABLE category ADD COLUMN logo_key TEXT REFERENCES file (key);
ALTER TABLE category ADD COLUMN is_popular BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX category_popular ON category (is_popular, is_active, search_key, id);

-- One name, one thing: written differently it is still the same to a visitor.
CREATE UNIQUE INDEX region_name_key ON region (search_key);
CREATE UNIQUE INDEX category_name_key ON category (search_key);
CREATE UNIQUE INDEX organization_name_key ON organization (search_key);
