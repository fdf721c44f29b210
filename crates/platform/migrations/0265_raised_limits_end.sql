-- oldest program: 241
-- A raised limit counts until the end of a day. An administrator alone raises it up to the ceiling for everybody; that a second
-- one had to agree is told by who decided.
ALTER TABLE raised_limit ADD COLUMN ends_on TEXT;
ALTER TABLE raised_limit ADD COLUMN decline_reason TEXT;
