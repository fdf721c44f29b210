-- oldest program: 216
-- How much a campaign wants to raise, in cents; null where it names no goal.
ALTER TABLE campaign ADD COLUMN goal BIGINT CONSTRAINT campaign_goal_positive CHECK (goal > 0);
