-- oldest program: 241
-- A new row of the history is compared with what refers to it.
CREATE INDEX CONCURRENTLY identity_seal_of_row ON identity_seal (identity_id);
CREATE INDEX CONCURRENTLY unsealed_identity_of_row ON unsealed_identity (identity_id);
