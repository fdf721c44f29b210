-- oldest program: 241
-- The time zone of a shop's counter, where it is another than that of its province and place.
ALTER TABLE tenant ADD COLUMN time_zone TEXT;
