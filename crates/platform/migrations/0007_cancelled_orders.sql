-- Orders that were taken back whole: their cards are empty, and what was paid goes back to the buyer.
ALTER TABLE orders ADD COLUMN cancelled_at BIGINT;
ALTER TABLE orders ADD COLUMN cancelled_by TEXT REFERENCES person (id);
ALTER TABLE orders ADD COLUMN cancel_reason TEXT;
