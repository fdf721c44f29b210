-- What a person is, in the order in which they became it: asked for at every call.
CREATE INDEX person_role_of_person ON person_role (person_id, created_at, id);

-- The list of users by name; by address and by age it has its orders.
CREATE INDEX person_by_name ON person (search_key, id);
-- All that somebody ever bought, for when they leave.
CREATE INDEX cart_of_person ON cart (person_id, id);

-- Clients that nobody came back with, and codes that are long over, are thrown away after a while.
CREATE INDEX known_client_by_age ON known_client (seen_at, person_id, client);
CREATE INDEX mailed_code_by_expiry ON mailed_code (expires_at, hash);
