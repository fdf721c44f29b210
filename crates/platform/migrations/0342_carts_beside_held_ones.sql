-- oldest program: 330
-- cart_active_key is in its place.
DROP INDEX cart_current_key;
