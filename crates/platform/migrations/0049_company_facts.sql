-- oldest program: 16
-- Facts about the company behind a brand that an administrator entered on screen. The settings file and the environment override
-- them.
CREATE TABLE company_fact (
    brand TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT company_fact_key PRIMARY KEY (brand, name)
);
