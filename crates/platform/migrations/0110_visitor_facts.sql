-- oldest program: 41
-- What shops and causes may tell visitors beside their address, and where their postal area lies, in hundredths of a degree.
ALTER TABLE tenant ADD COLUMN public_phone TEXT;
ALTER TABLE tenant ADD COLUMN opening_hours TEXT;
ALTER TABLE tenant ADD COLUMN products TEXT;
ALTER TABLE tenant ADD COLUMN photo_key TEXT;
ALTER TABLE tenant ADD COLUMN latitude BIGINT;
ALTER TABLE tenant ADD COLUMN longitude BIGINT;
