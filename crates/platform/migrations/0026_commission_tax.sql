-- oldest program: 16
-- GST, HST and QST on the platform's commission. A platform without a registration charges none.

-- The program knows the kinds of transfers. A check of the database would have to read the whole table for each new kind.
ALTER TABLE transfer DROP CONSTRAINT transfer_kind_known;

-- The platform's registration for a tax, from a day on until the next one begins. It charges the tax while it has a number.
CREATE TABLE tax_registration (
    id TEXT NOT NULL PRIMARY KEY,
    -- GST and HST are one registration.
    scheme TEXT NOT NULL CONSTRAINT tax_registration_scheme_known CHECK (scheme IN ('GST_HST', 'QST')),
    starts_on TEXT NOT NULL,
    -- Null: the registration ends.
    number TEXT,
    set_by TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX tax_registration_by_day ON tax_registration (starts_on, set_at, id);

-- The rate of a tax in a province, from a day on until the next one begins. Rows are only added.
CREATE TABLE tax_rate (
    id TEXT NOT NULL PRIMARY KEY,
    province TEXT NOT NULL,
    tax TEXT NOT NULL CONSTRAINT tax_rate_tax_known CHECK (tax IN ('GST', 'HST', 'QST')),
    starts_on TEXT NOT NULL,
    -- Thousandths of a percent. Zero: the tax ends.
    rate BIGINT NOT NULL CONSTRAINT tax_rate_in_range CHECK (rate BETWEEN 0 AND 50000),
    -- Null for rates that came with the program, as is the reason.
    set_by TEXT,
    set_at BIGINT NOT NULL,
    reason TEXT
);
CREATE INDEX tax_rate_by_day ON tax_rate (starts_on, set_at, id);

-- Commission of a shop in a period, with its tax. Periods of a shop follow each other without gaps, and neither a month nor the rates
-- change within one.
CREATE TABLE commission_statement (
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    id TEXT NOT NULL,
    -- Counts the statements of the shop.
    number BIGINT NOT NULL,
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    -- Start and end of the period in Toronto.
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    -- Province of the shop; null outside Canada.
    province TEXT,
    -- Commission of the period, less what was returned for refunds, with tax or without.
    commission BIGINT NOT NULL,
    tax BIGINT NOT NULL,
    -- The platform's numbers when it was made; null without a registration.
    gst_hst_number TEXT,
    qst_number TEXT,
    -- Null if no tax was charged or returned. Not a foreign key, because transfers may be on another server.
    transfer_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, id)
);
CREATE UNIQUE INDEX commission_statement_number_key ON commission_statement (vendor_id, number);
CREATE UNIQUE INDEX commission_statement_period_key ON commission_statement (vendor_id, first_day);
CREATE INDEX commission_statement_of_sale ON commission_statement (vendor_id, starts_at);
CREATE INDEX commission_statement_of_transfer ON commission_statement (vendor_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX commission_statement_newest ON commission_statement (ends_at, vendor_id, id);
CREATE INDEX commission_statement_by_id ON commission_statement (id);

-- A tax in a statement. It is rounded once for each rate.
CREATE TABLE commission_tax (
    vendor_id TEXT NOT NULL,
    statement_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    -- Province in which the cards were sold. It differs from that of the statement if the shop moved before a refund.
    province TEXT NOT NULL,
    tax TEXT NOT NULL CONSTRAINT commission_tax_known CHECK (tax IN ('GST', 'HST', 'QST')),
    rate BIGINT NOT NULL,
    -- Whether sales of the period have this tax. Refunds of earlier sales may have others.
    is_own BOOLEAN NOT NULL,
    base BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (vendor_id, statement_id, position),
    CONSTRAINT commission_tax_statement_fkey FOREIGN KEY (vendor_id, statement_id) REFERENCES commission_statement (vendor_id, id)
);

-- How far the commission of a shop is in statements.
CREATE TABLE commission_position (
    vendor_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant (id),
    -- Null before the first day with a registration.
    charged_until TEXT,
    statements BIGINT NOT NULL
);

-- Rates in force when the program learned to charge them, with the days on which they began.
INSERT INTO tax_rate (id, province, tax, starts_on, rate, set_at) VALUES
    ('txr_00000000000000000000000100', 'AB', 'GST', '2008-01-01', 5000, 0),
    ('txr_00000000000000000000000200', 'BC', 'GST', '2013-04-01', 5000, 0),
    ('txr_00000000000000000000000300', 'MB', 'GST', '2008-01-01', 5000, 0),
    ('txr_00000000000000000000000400', 'NB', 'HST', '2016-07-01', 15000, 0),
    ('txr_00000000000000000000000500', 'NL', 'HST', '2016-07-01', 15000, 0),
    ('txr_00000000000000000000000600', 'NS', 'HST', '2025-04-01', 14000, 0),
    ('txr_00000000000000000000000700', 'NT', 'GST', '2008-01-01', 5000, 0),
    ('txr_00000000000000000000000800', 'NU', 'GST', '2008-01-01', 5000, 0),
    ('txr_00000000000000000000000900', 'ON', 'HST', '2010-07-01', 13000, 0),
    ('txr_00000000000000000000001000', 'PE', 'HST', '2016-10-01', 15000, 0),
    ('txr_00000000000000000000001100', 'QC', 'GST', '2008-01-01', 5000, 0),
    ('txr_00000000000000000000001200', 'QC', 'QST', '2013-01-01', 9975, 0),
    ('txr_00000000000000000000001300', 'SK', 'GST', '2008-01-01', 5000, 0),
    ('txr_00000000000000000000001400', 'YT', 'GST', '2008-01-01', 5000, 0);
