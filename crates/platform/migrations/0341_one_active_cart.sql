-- oldest program: 330
-- Each person has at most one cart that is neither sold nor set aside.
CREATE UNIQUE INDEX CONCURRENTLY cart_active_key ON cart (person_id) WHERE state <> 'SOLD' AND set_aside_at IS NULL;
