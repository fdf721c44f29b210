-- oldest program: 241
-- A proposed administrator: nothing is mailed, and nobody can accept, before a super administrator agrees.
ALTER TABLE invitation ADD COLUMN awaits_agreement BOOLEAN NOT NULL DEFAULT FALSE;
