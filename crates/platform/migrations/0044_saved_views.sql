-- oldest program: 41
-- A list as somebody likes to see it, under a name of theirs.
CREATE TABLE saved_view (
    person_id TEXT NOT NULL REFERENCES person (id),
    list TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name folded: one name, one view.
    name_key TEXT NOT NULL,
    -- The part of the address that says what is searched, filtered and sorted by.
    query TEXT NOT NULL,
    -- Their ids, with commas between them.
    hidden_columns TEXT NOT NULL,
    is_dense BOOLEAN NOT NULL,
    -- Shown to whoever opens the list without saying what of it. One of a list at most.
    is_default BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, list, id)
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (person_id, list, name_key);
