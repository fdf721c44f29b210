-- oldest program: 41
-- Opening hours in French, where a shop or a cause writes them in both languages.
ALTER TABLE tenant ADD COLUMN french_opening_hours TEXT;
