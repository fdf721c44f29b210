-- Pictures, regions, categories and kinds of organizations, and the words by which shops, charities and campaigns are found.

-- A picture. Its bytes are in a folder or a bucket, under its kind and key.
CREATE TABLE file (
    key TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT file_kind_known CHECK (kind IN ('vendor', 'charity', 'campaign', 'category')),
    -- Degrees of OKLCH; null for a grey picture.
    hue BIGINT,
    renditions TEXT NOT NULL,
    -- Whether anything ever referred to it. Pictures that nothing refers to are deleted after a day.
    is_used BOOLEAN NOT NULL,
    -- Null for pictures that the program drew.
    uploaded_by TEXT REFERENCES person (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX file_abandoned ON file (is_used, created_at, key);

-- A region, by which visitors filter shops.
CREATE TABLE region (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    province TEXT NOT NULL,
    country TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    search_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX region_by_name ON region (is_active, search_key, id);
-- Names that differ only in case or accents are one name.
CREATE UNIQUE INDEX region_name_key ON region (search_key);

-- A category of shops.
CREATE TABLE category (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    french_name TEXT,
    -- Name on the start page, if it is another one.
    popular_name TEXT,
    -- The category in addresses of pages.
    url_text TEXT,
    logo_key TEXT REFERENCES file (key),
    is_popular BOOLEAN NOT NULL DEFAULT FALSE,
    search_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX category_by_name ON category (is_active, search_key, id);
CREATE INDEX category_popular ON category (is_popular, is_active, search_key, id);
CREATE UNIQUE INDEX category_name_key ON category (search_key);

-- A kind of organization, by which charities are sorted.
CREATE TABLE organization (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    french_name TEXT,
    description TEXT,
    search_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX organization_by_name ON organization (is_active, search_key, id);
CREATE UNIQUE INDEX organization_name_key ON organization (search_key);

-- A word of the names of a category or of a kind of organization, in either language. Shops and charities are found by these words,
-- too.
CREATE TABLE filing_word (
    -- Folded, and in hexadecimal, so that every locale sorts words alike.
    word TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    PRIMARY KEY (word, entry_id)
);
CREATE INDEX filing_word_of_entry ON filing_word (entry_id);

-- A word by which a shop, a charity or a campaign is found.
CREATE TABLE search_word (
    kind TEXT NOT NULL CONSTRAINT search_word_kind_known CHECK (kind IN ('VENDOR', 'CHARITY', 'CAMPAIGN')),
    -- Folded, and in hexadecimal, so that every locale sorts words alike.
    word TEXT NOT NULL,
    -- 1 for a word of a name, 2 of a text, 3 of a field that only administrators see.
    depth BIGINT NOT NULL,
    owner_id TEXT NOT NULL,
    PRIMARY KEY (kind, word, depth, owner_id)
);
CREATE INDEX search_word_by_owner ON search_word (owner_id);

-- A form of a known word, such as of a name or a place. A misspelt search finds the word by it.
CREATE TABLE spelling (
    -- The word itself, or the word without one letter, with the place of that letter.
    slip TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (slip, word)
);

-- A single row that counts the changes of the catalogue. A count that was made at a version holds until the next one.
CREATE TABLE catalogue_version (
    version BIGINT NOT NULL PRIMARY KEY
);
INSERT INTO catalogue_version (version) VALUES (0);
