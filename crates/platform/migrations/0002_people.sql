-- People and what they may do. A closed account keeps its row, because money records name it, but nothing personal.
CREATE TABLE person (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    phone TEXT,
    address_line TEXT,
    unit TEXT,
    city TEXT,
    province TEXT,
    postal_code TEXT,
    language TEXT NOT NULL CONSTRAINT person_language_known CHECK (language IN ('en', 'fr')),
    brand TEXT NOT NULL CONSTRAINT person_brand_known CHECK (brand IN ('funray', 'rayzr')),
    -- Null until the person has chosen one: an invitation that nobody followed yet.
    password_hash TEXT,
    confirmed_at BIGINT,
    is_active BOOLEAN NOT NULL,
    closed_at BIGINT,
    search_key TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX person_email_key ON person (email);
CREATE INDEX person_newest ON person (created_at, id);

-- What shops and causes are sorted by.
CREATE TABLE category (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    search_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX category_by_name ON category (is_active, search_key, id);
CREATE TABLE organization (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    search_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX organization_by_name ON organization (is_active, search_key, id);

-- A vendor or a charity: an organization with its own staff.
CREATE TABLE tenant (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CONSTRAINT tenant_kind_known CHECK (kind IN ('VENDOR', 'CHARITY')),
    state TEXT NOT NULL CONSTRAINT tenant_state_known
        CHECK (state IN ('PENDING', 'ACTIVE', 'INACTIVE', 'REJECTED')),
    display_name TEXT NOT NULL,
    legal_name TEXT NOT NULL,
    business_number TEXT NOT NULL,
    -- Vendors have a category, charities a kind of organization.
    category_id TEXT REFERENCES category (id),
    organization_id TEXT REFERENCES organization (id),
    address_line1 TEXT NOT NULL,
    address_line2 TEXT,
    city TEXT NOT NULL,
    province TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    contact_first_name TEXT NOT NULL,
    contact_last_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    work_phone TEXT NOT NULL,
    mobile_phone TEXT NOT NULL,
    search_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT tenant_sorted_by_its_kind
        CHECK ((kind = 'VENDOR' AND organization_id IS NULL) OR (kind = 'CHARITY' AND category_id IS NULL))
);
CREATE INDEX tenant_by_name ON tenant (kind, search_key, id);

-- What a person is, once for everybody or within a tenant. Each row has a switch of its own.
CREATE TABLE person_role (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    role TEXT NOT NULL CONSTRAINT person_role_known
        CHECK (role IN ('SUPER_ADMINISTRATOR', 'ADMINISTRATOR', 'MANAGER', 'EMPLOYEE', 'CONSUMER')),
    tenant_id TEXT REFERENCES tenant (id),
    is_active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT person_role_tenant_fits
        CHECK ((role IN ('MANAGER', 'EMPLOYEE')) = (tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX person_role_global_key ON person_role (person_id, role) WHERE tenant_id IS NULL;
CREATE UNIQUE INDEX person_role_tenant_key ON person_role (person_id, tenant_id, role) WHERE tenant_id IS NOT NULL;
CREATE INDEX person_role_by_tenant ON person_role (tenant_id, person_id);
CREATE INDEX person_role_by_role ON person_role (role, person_id);

-- A signed-in browser. Refresh tokens are derived from `seed` and `generation` with a key that is not in the
-- database, so nothing in this row lets anybody in.
CREATE TABLE session (
    id TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    seed TEXT NOT NULL,
    generation BIGINT NOT NULL,
    client TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    rotated_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX session_by_person ON session (person_id, ended_at, id);

-- Codes that were mailed: to confirm an address, to choose a password. Only their keyed hash is kept.
CREATE TABLE mailed_code (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    purpose TEXT NOT NULL CONSTRAINT mailed_code_purpose_known
        CHECK (purpose IN ('Register', 'Invite', 'Reset', 'Approval')),
    success_url TEXT NOT NULL,
    failed_url TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX mailed_code_by_person ON mailed_code (person_id, purpose, used_at);

-- From where a person has signed in before: an attack from elsewhere can't use up their tries.
CREATE TABLE known_client (
    person_id TEXT NOT NULL REFERENCES person (id),
    client TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, client)
);

-- How much of what somebody may do in a while is used up: a bucket that leaks, shared by all nodes.
CREATE TABLE allowance (
    bucket TEXT NOT NULL PRIMARY KEY,
    used_up BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX allowance_by_age ON allowance (updated_at, bucket);

-- Captcha challenges that were solved and used, until they would have expired anyway.
CREATE TABLE used_captcha (
    nonce TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_captcha_by_expiry ON used_captcha (expires_at, nonce);
