-- When the person last proved again, within the session, that it is really them. Null: signing in was the last proof.
ALTER TABLE session ADD COLUMN proven_at BIGINT;
