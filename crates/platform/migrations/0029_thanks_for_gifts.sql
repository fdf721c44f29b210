-- oldest program: 16
-- Thanks of a gift's recipient to its giver.
ALTER TABLE card ADD COLUMN thanked_at BIGINT;
-- Phrase that the recipient chose; null for own words.
ALTER TABLE card ADD COLUMN thanks_phrase TEXT;
-- Own words of the recipient; null for a phrase.
ALTER TABLE card ADD COLUMN thanks_words TEXT;
