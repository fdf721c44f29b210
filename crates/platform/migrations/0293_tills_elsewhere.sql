-- oldest program: 241
-- The network of the device that became a till, as a keyed hash; and when and by which device its secret was shown from another
-- network and another browser.
ALTER TABLE till ADD COLUMN network_hash TEXT;
ALTER TABLE till ADD COLUMN elsewhere_at BIGINT;
ALTER TABLE till ADD COLUMN elsewhere_user_agent TEXT;
