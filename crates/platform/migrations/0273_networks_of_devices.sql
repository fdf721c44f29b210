-- oldest program: 241
-- Keyed hashes of the networks that a device was seen in, the newest first. Null: seen before networks were kept.
ALTER TABLE known_device ADD COLUMN networks TEXT;
