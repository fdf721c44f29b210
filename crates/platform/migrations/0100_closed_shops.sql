-- oldest program: 41
-- When a shop that had stopped selling was closed: its counter and its staff's roles end with that.
ALTER TABLE tenant ADD COLUMN closed_at BIGINT;
