-- oldest program: 330
-- Limits of a vendor's other card amounts in dollars, such as 10-200; null where there are only fixed ones.
ALTER TABLE tenant ADD COLUMN custom_amounts TEXT;
