-- oldest program: 16
-- A person's carts that can still be filled or paid for. Without it, every purchase read all of the person's sold carts.
CREATE INDEX CONCURRENTLY cart_unsold ON cart (person_id, id) WHERE state <> 'SOLD';
