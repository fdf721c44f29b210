-- oldest program: 16
-- Keys by which an operator's own tables name records, so that a later import changes them.
CREATE TABLE import_key (
    kind TEXT NOT NULL,
    own_key TEXT NOT NULL,
    record_id TEXT NOT NULL,
    CONSTRAINT import_key_key PRIMARY KEY (kind, own_key)
);
