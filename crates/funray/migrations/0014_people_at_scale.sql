-- What a person is, in the order in which they became it: asked for at every call.
CREATE INDEX person_role_of_person ON person_role (person_id, created_at, id);

-- The list of users by name; by address and by age it has its orders.
CREATE INDEX person_by_name ON person (search_key, id);
-- All that somebody ever bought, for when they leave.
CREATE INDEX cart_of_person ON cart (person_id, id);
