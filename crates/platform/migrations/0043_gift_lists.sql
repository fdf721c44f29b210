-- oldest program: 16
-- Gifts that a buyer adds to the cart together, from a list of recipients: the list's id.
ALTER TABLE cart_item ADD COLUMN list_id TEXT;
