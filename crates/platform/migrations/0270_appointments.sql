-- oldest program: 241
-- The person who appointed somebody to a role, and when. Null where no person did (`funray create-admin`, the demo), and in
-- roles from before this migration: these decide at once.
ALTER TABLE person_role ADD COLUMN appointed_by TEXT;
ALTER TABLE person_role ADD COLUMN appointed_at BIGINT;
-- The administrator who let a tenant in, for the offer to its contact.
ALTER TABLE invitation ADD COLUMN approved_by TEXT;

-- Pairs of appointer and appointee. Rows are only added: they outlive changed roles and closed accounts.
CREATE TABLE appointment (
    person_id TEXT NOT NULL REFERENCES person (id),
    appointed_by TEXT NOT NULL REFERENCES person (id),
    first_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, appointed_by)
);
