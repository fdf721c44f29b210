-- oldest program: 41
-- What categories and kinds of organizations are called in French.
ALTER TABLE category ADD COLUMN french_name TEXT;
ALTER TABLE organization ADD COLUMN french_name TEXT;

-- The words of what shops and causes are filed under, in both languages, folded and in hexadecimal like search_word.
CREATE TABLE filing_word (
    word TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    PRIMARY KEY (word, entry_id)
);
CREATE INDEX filing_word_of_entry ON filing_word (entry_id);

-- The words of names and places, by each way of getting one letter wrong.
CREATE TABLE spelling (
    slip TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (slip, word)
);

-- By which rules a tenant's words were written: those of older rules are written anew by a scheduled task.
ALTER TABLE tenant ADD COLUMN words_version BIGINT NOT NULL DEFAULT 0;
