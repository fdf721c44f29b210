-- oldest program: 330
-- While a person decides about a payment, its cart is set aside: the buyer fills another one.
ALTER TABLE cart ADD COLUMN set_aside_at BIGINT;
