-- oldest program: 241
-- A scheduled task belongs to the node that does it until then: no other begins it, and one whose node died is done soon by
-- another.
ALTER TABLE scheduled_task ADD COLUMN lease TEXT;
ALTER TABLE scheduled_task ADD COLUMN leased_until BIGINT;
