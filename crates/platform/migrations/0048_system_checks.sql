-- oldest program: 16
-- Last results of the checks of the server that an administrator ran.
CREATE TABLE system_check (
    part TEXT NOT NULL PRIMARY KEY,
    -- Keyed hash of the settings that were checked.
    settings TEXT NOT NULL,
    -- JSON list of findings.
    findings TEXT NOT NULL,
    checked_at BIGINT NOT NULL
);
