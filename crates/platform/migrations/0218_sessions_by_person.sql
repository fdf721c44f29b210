-- oldest program: 216
-- A signed-in browser: whose it is begins its key.
DROP INDEX session_by_person;
DROP INDEX session_by_end;
DROP INDEX session_by_rotation;
DROP INDEX session_on_till;
ALTER TABLE session RENAME TO former_session;

-- Refresh tokens are derived from `seed` and `generation` with a key that is not in the database, so nothing in this row lets
-- anybody in.
CREATE TABLE session (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    seed TEXT NOT NULL,
    generation BIGINT NOT NULL,
    client TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    rotated_at BIGINT NOT NULL,
    -- When the person last proved again, within the session, that it is really them. Null: signing in was the last proof.
    proven_at BIGINT,
    ended_at BIGINT,
    -- The till that somebody signed in on by PIN. Null: they signed in as on any browser.
    till_id TEXT REFERENCES till (id),
    CONSTRAINT session_id_key PRIMARY KEY (person_id, id)
);
INSERT INTO session (person_id, id, seed, generation, client, user_agent, created_at, rotated_at, proven_at, ended_at, till_id)
SELECT person_id, id, seed, generation, client, user_agent, created_at, rotated_at, proven_at, ended_at, till_id FROM former_session;
-- For tokens that were made before they named their person.
CREATE INDEX session_by_id ON session (id);
CREATE INDEX session_by_person ON session (person_id, ended_at, id);
CREATE INDEX session_by_end ON session (ended_at, id);
CREATE INDEX session_by_rotation ON session (rotated_at, id);
CREATE INDEX session_on_till ON session (till_id, id) WHERE till_id IS NOT NULL;
DROP TABLE former_session;
