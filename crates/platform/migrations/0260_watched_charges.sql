-- oldest program: 241
-- Issued charges are asked about at the gateway until they can't be disputed any more.
-- When the gateway is asked about the charge next; null before its cards are issued, and when it is asked no longer.
ALTER TABLE payment_attempt ADD COLUMN watch_due_at BIGINT;
-- Not before this moment: a node is asking already, or the gateway gave no answer.
ALTER TABLE payment_attempt ADD COLUMN watch_after BIGINT;
-- How often in a row the gateway gave no answer.
ALTER TABLE payment_attempt ADD COLUMN watch_failures BIGINT NOT NULL DEFAULT 0;
-- When the gateway last said how the charge stands.
ALTER TABLE payment_attempt ADD COLUMN answered_at BIGINT;
-- Whether nothing was left on its cards when they were last looked at.
ALTER TABLE payment_attempt ADD COLUMN is_spent BOOLEAN NOT NULL DEFAULT FALSE;
