-- Shops and charities, the roles of people there and on the platform, and invitations to such roles.

-- A shop (vendor) or a charity.
CREATE TABLE tenant (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT tenant_kind_known CHECK (kind IN ('VENDOR', 'CHARITY')),
    state TEXT NOT NULL CONSTRAINT tenant_state_known CHECK (state IN ('PENDING', 'ACTIVE', 'INACTIVE', 'REJECTED')),
    display_name TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    business_number TEXT NOT NULL,
    -- Shops have a category, charities a kind of organization.
    category_id TEXT REFERENCES category (id),
    organization_id TEXT REFERENCES organization (id),
    region_id TEXT REFERENCES region (id),
    address_line1 TEXT NOT NULL,
    address_line2 TEXT,
    city TEXT NOT NULL,
    province TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    -- Place of the postal area, in hundredths of a degree.
    latitude BIGINT,
    longitude BIGINT,
    -- Time zone of the counter, if it differs from that of the province and place.
    time_zone TEXT,
    contact_first_name TEXT NOT NULL,
    contact_last_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    work_phone TEXT NOT NULL,
    mobile_phone TEXT NOT NULL,
    -- Language and brand of mails to the contact of a registration, who is no person yet.
    contact_language TEXT NOT NULL DEFAULT 'en',
    contact_brand TEXT NOT NULL DEFAULT 'funray',
    website TEXT,
    introduction TEXT,
    description TEXT,
    -- Shown to visitors, as are the next three.
    public_phone TEXT,
    opening_hours TEXT,
    french_opening_hours TEXT,
    products TEXT,
    logo_key TEXT,
    -- Hue of the logo in degrees; cards are drawn in this colour.
    logo_hue BIGINT,
    photo_key TEXT,
    -- Fixed amounts of a shop's cards in dollars, joined by commas.
    card_amounts TEXT NOT NULL DEFAULT '0',
    -- Limits of other amounts in dollars, such as 10-200; null if the shop sells fixed amounts only.
    custom_amounts TEXT,
    -- Percent of a card's amount for the charity; share_percentage is the platform's.
    charity_rate BIGINT NOT NULL DEFAULT 10 CONSTRAINT tenant_charity_rate_in_range CHECK (charity_rate BETWEEN 5 AND 10),
    share_percentage BIGINT NOT NULL DEFAULT 5 CONSTRAINT tenant_share_percentage_in_range CHECK (share_percentage BETWEEN 0 AND 30),
    -- Institution, transit and account number, encrypted.
    sealed_bank TEXT,
    -- Whether the tenant enters its bank account itself after approval, because it registered itself.
    gives_bank BOOLEAN NOT NULL DEFAULT FALSE,
    -- Last change of the bank account, and its author: another person has to approve a payout to it.
    bank_changed_at BIGINT,
    bank_changed_by TEXT,
    search_key TEXT NOT NULL,
    -- The legal name folded, for sorting; search_key is the display name.
    legal_key TEXT NOT NULL DEFAULT '',
    rejection_reason TEXT,
    -- First approval. The contact was mailed then.
    approved_at BIGINT,
    -- Closing of a shop that had stopped selling: its counter and the roles of its staff end then.
    closed_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT tenant_sorted_by_its_kind
        CHECK ((kind = 'VENDOR' AND organization_id IS NULL) OR (kind = 'CHARITY' AND category_id IS NULL))
);
-- The lists of tenants are sorted and filtered in many ways: each pair has an index.
CREATE INDEX tenant_by_name ON tenant (kind, search_key, id);
CREATE INDEX tenant_by_legal_name ON tenant (kind, legal_key, id);
CREATE INDEX tenant_by_business_number ON tenant (kind, business_number, id);
CREATE INDEX tenant_newest ON tenant (kind, created_at, id);
CREATE INDEX tenant_in_category ON tenant (kind, category_id, legal_key, id);
CREATE INDEX tenant_in_organization ON tenant (kind, organization_id, legal_key, id);
CREATE INDEX tenant_in_region ON tenant (kind, region_id, legal_key, id);
CREATE INDEX tenant_in_state ON tenant (kind, state, legal_key, id);
CREATE INDEX tenant_in_state_and_category ON tenant (kind, state, category_id, legal_key, id);
CREATE INDEX tenant_in_state_and_organization ON tenant (kind, state, organization_id, legal_key, id);
CREATE INDEX tenant_in_state_and_region ON tenant (kind, state, region_id, legal_key, id);
-- Shops near a place.
CREATE INDEX tenant_by_place ON tenant (kind, state, latitude, longitude, legal_key, id);
CREATE INDEX tenant_in_state_newest ON tenant (kind, state, created_at, id);
CREATE INDEX tenant_in_category_newest ON tenant (kind, category_id, created_at, id);
CREATE INDEX tenant_in_organization_newest ON tenant (kind, organization_id, created_at, id);
CREATE INDEX tenant_in_region_newest ON tenant (kind, region_id, created_at, id);
CREATE INDEX tenant_by_share_newest ON tenant (kind, share_percentage, created_at, id);
CREATE INDEX tenant_by_charity_rate_newest ON tenant (kind, charity_rate, created_at, id);

-- The last question of an administrator to the contact of a registration. It is answered with a mailed link.
CREATE TABLE registration_question (
    tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- Names of the fields to correct, joined by commas.
    fields TEXT NOT NULL,
    note TEXT,
    asked_by TEXT NOT NULL REFERENCES person (id),
    asked_at BIGINT NOT NULL,
    code_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    answered_at BIGINT
);
CREATE UNIQUE INDEX registration_question_code_key ON registration_question (code_hash);

-- A role of a person: on the platform, or within a tenant. Each can be switched off by itself.
CREATE TABLE person_role (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    role TEXT NOT NULL CONSTRAINT person_role_known CHECK (role IN (
        'SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'MANAGER', 'EMPLOYEE', 'CONSUMER'
    )),
    tenant_id TEXT REFERENCES tenant (id),
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    -- Appointer and moment. Null where no person appointed (`funray create-admin`, the demo): such a role may decide at once, others
    -- wait.
    appointed_by TEXT,
    appointed_at BIGINT,
    CONSTRAINT person_role_tenant_fits CHECK ((role IN ('MANAGER', 'EMPLOYEE')) = (tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX person_role_global_key ON person_role (person_id, role) WHERE tenant_id IS NULL;
CREATE UNIQUE INDEX person_role_tenant_key ON person_role (person_id, tenant_id, role) WHERE tenant_id IS NOT NULL;
CREATE INDEX person_role_by_tenant ON person_role (tenant_id, person_id);
CREATE INDEX person_role_by_role ON person_role (role, person_id);
-- The roles of the caller, read by every call.
CREATE INDEX person_role_of_person ON person_role (person_id, created_at, id);

-- An offer of a role to an address. The role begins when the person who reads the mail accepts it.
CREATE TABLE invitation (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    -- As the inviter typed it: the address may have no account yet.
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    role TEXT NOT NULL CONSTRAINT invitation_role_known CHECK (role IN (
        'SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'MANAGER', 'EMPLOYEE'
    )),
    tenant_id TEXT REFERENCES tenant (id),
    -- The role that ends with this one, for staff who move to another tenant.
    replaces_id TEXT,
    -- Approval: to the contact of a registration that was approved.
    purpose TEXT NOT NULL CONSTRAINT invitation_purpose_known CHECK (purpose IN ('Invite', 'Approval')),
    state TEXT NOT NULL CONSTRAINT invitation_state_known CHECK (state IN ('OFFERED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
    -- Null when the program invites the contact of an approved registration.
    invited_by TEXT REFERENCES person (id),
    -- Code in the newest mail.
    code_hash TEXT NOT NULL,
    success_url TEXT NOT NULL,
    failed_url TEXT NOT NULL,
    brand TEXT NOT NULL CONSTRAINT invitation_brand_known CHECK (brand IN ('funray', 'rayzr')),
    language TEXT NOT NULL CONSTRAINT invitation_language_known CHECK (language IN ('en', 'fr')),
    created_at BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_at BIGINT,
    -- Administrator who approved the tenant, for the offer to its contact.
    approved_by TEXT,
    -- A proposed administrator: no mail is sent, and no one can accept, before a super administrator agrees.
    awaits_agreement BOOLEAN NOT NULL DEFAULT FALSE,
    CONSTRAINT invitation_tenant_fits CHECK ((role IN ('MANAGER', 'EMPLOYEE')) = (tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX invitation_code_key ON invitation (code_hash);
CREATE UNIQUE INDEX invitation_open_global_key ON invitation (email, role) WHERE state = 'OFFERED' AND tenant_id IS NULL;
CREATE UNIQUE INDEX invitation_open_tenant_key ON invitation (email, tenant_id, role)
    WHERE state = 'OFFERED' AND tenant_id IS NOT NULL;
CREATE INDEX invitation_of_address ON invitation (email, state, sent_at, id);
CREATE INDEX invitation_of_tenant ON invitation (tenant_id, sent_at, id);
CREATE INDEX invitation_newest ON invitation (sent_at, id);
CREATE INDEX invitation_of_inviter ON invitation (invited_by, state, id);
CREATE INDEX invitation_by_age ON invitation (expires_at, id);
-- The dashboard counts proposed administrators.
CREATE INDEX invitation_awaiting_agreement ON invitation (sent_at, id) WHERE awaits_agreement = TRUE;

-- A pair of appointer and appointee. Rows are only added: they outlive changed roles and closed accounts, because such pairs may not
-- decide together.
CREATE TABLE appointment (
    person_id TEXT NOT NULL REFERENCES person (id),
    appointed_by TEXT NOT NULL REFERENCES person (id),
    first_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, appointed_by)
);

-- A member of staff who asks to close their account. A colleague decides, and the row is deleted.
CREATE TABLE closing_request (
    person_id TEXT NOT NULL PRIMARY KEY,
    asked_at BIGINT NOT NULL,
    -- How the person proved their identity when asking.
    proven_by TEXT NOT NULL,
    CONSTRAINT closing_request_person_fkey FOREIGN KEY (person_id) REFERENCES person (id)
);
