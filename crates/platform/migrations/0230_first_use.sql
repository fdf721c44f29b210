-- oldest program: 216
-- When something was first paid with a card. Null as long as nothing was, and on cards that were first used before this was kept.
ALTER TABLE card ADD COLUMN used_at BIGINT;
