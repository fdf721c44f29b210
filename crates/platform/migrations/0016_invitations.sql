-- A role that was offered to an address: it counts once the person who reads its mail has accepted it.
CREATE TABLE invitation (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    -- What the inviter typed: the name of somebody who has no account yet.
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    role TEXT NOT NULL CONSTRAINT invitation_role_known
        CHECK (role IN ('SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'MANAGER', 'EMPLOYEE')),
    tenant_id TEXT REFERENCES tenant (id),
    -- The role that this one takes the place of, for somebody who is to move to another vendor or charity.
    replaces_id TEXT,
    purpose TEXT NOT NULL CONSTRAINT invitation_purpose_known CHECK (purpose IN ('Invite', 'Approval')),
    state TEXT NOT NULL CONSTRAINT invitation_state_known
        CHECK (state IN ('OFFERED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
    -- Null when the program itself invites: the contact person of an approved registration.
    invited_by TEXT REFERENCES person (id),
    -- Only the keyed hash of the newest mail's code is kept.
    code_hash TEXT NOT NULL,
    success_url TEXT NOT NULL,
    failed_url TEXT NOT NULL,
    brand TEXT NOT NULL CONSTRAINT invitation_brand_known CHECK (brand IN ('funray', 'rayzr')),
    language TEXT NOT NULL CONSTRAINT invitation_language_known CHECK (language IN ('en', 'fr')),
    created_at BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_at BIGINT,
    CONSTRAINT invitation_tenant_fits CHECK ((role IN ('MANAGER', 'EMPLOYEE')) = (tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX invitation_code_key ON invitation (code_hash);
CREATE UNIQUE INDEX invitation_open_global_key ON invitation (email, role)
    WHERE state = 'OFFERED' AND tenant_id IS NULL;
CREATE UNIQUE INDEX invitation_open_tenant_key ON invitation (email, tenant_id, role)
    WHERE state = 'OFFERED' AND tenant_id IS NOT NULL;
CREATE INDEX invitation_of_address ON invitation (email, state, sent_at, id);
CREATE INDEX invitation_of_tenant ON invitation (tenant_id, sent_at, id);
CREATE INDEX invitation_newest ON invitation (sent_at, id);
CREATE INDEX invitation_of_inviter ON invitation (invited_by, state, id);
CREATE INDEX invitation_by_age ON invitation (expires_at, id);

-- In which language and look the contact of a registration is written to while they are no person.
ALTER TABLE tenant ADD COLUMN contact_language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE tenant ADD COLUMN contact_brand TEXT NOT NULL DEFAULT 'funray';
UPDATE tenant
SET contact_language = (SELECT p.language FROM person p WHERE p.email = tenant.contact_email),
    contact_brand = (SELECT p.brand FROM person p WHERE p.email = tenant.contact_email)
WHERE EXISTS (SELECT 1 FROM person p WHERE p.email = tenant.contact_email);

-- The contact of a registration becomes a person when it is approved: until then nothing is theirs to lose.
DELETE FROM person_role
WHERE role = 'MANAGER' AND tenant_id IN (SELECT id FROM tenant WHERE approved_at IS NULL AND state <> 'ACTIVE')
  AND EXISTS (SELECT 1 FROM person p JOIN tenant t ON t.contact_email = p.email
              WHERE p.id = person_role.person_id AND t.id = person_role.tenant_id);
-- Whatever a stranger chose for an address that was never confirmed opens nothing that was given to it since.
UPDATE person SET password_hash = NULL
WHERE confirmed_at IS NULL
  AND EXISTS (SELECT 1 FROM person_role r WHERE r.person_id = person.id AND r.role <> 'CONSUMER');
