-- oldest program: 16
-- Times of the operator's safeguards, such as the last backup.
CREATE TABLE safeguard (
    -- BACKUP, DRILL, or KEY with the name of a key that was copied to another place.
    name TEXT NOT NULL PRIMARY KEY,
    done_at BIGINT NOT NULL
);
