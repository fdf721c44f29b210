-- The till at which a redemption was asked for that waits for a manager. What is moved once it is approved names it, too.
ALTER TABLE redemption_request ADD COLUMN till_id TEXT REFERENCES till (id);
