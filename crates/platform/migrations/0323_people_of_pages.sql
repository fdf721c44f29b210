-- oldest program: 241
-- Short hashes of the people on a page, so that reading it again counts the people who are new on it.
ALTER TABLE list_reading_page ADD COLUMN people TEXT;
