-- oldest program: 241
-- Notices of the platform that are about no shop or cause, such as a buying limit that waits.
ALTER TABLE notice ALTER COLUMN tenant_id DROP NOT NULL;
