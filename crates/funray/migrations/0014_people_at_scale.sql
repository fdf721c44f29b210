-- What a person is, in the order in which they became it: asked for at every call.
CREATE INDEX person_role_of_person ON person_role (person_id, created_at, id);
