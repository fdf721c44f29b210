-- oldest program: 330
CREATE INDEX CONCURRENTLY person_with_second_factor ON person (created_at, id) WHERE has_second_factor = TRUE;
