-- oldest program: 330
-- When the person last used a session that is deleted by now. The sessions themselves tell of a later use.
ALTER TABLE person ADD COLUMN seen_at BIGINT;
