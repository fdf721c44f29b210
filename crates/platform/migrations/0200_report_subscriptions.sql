-- oldest program: 41
-- Reports that somebody gets by mail: each Monday of the week before, or on the first of each month of the month before.
CREATE TABLE report_subscription (
    person_id TEXT NOT NULL REFERENCES person (id),
    id TEXT NOT NULL,
    report TEXT NOT NULL CONSTRAINT report_subscription_report_known
        CHECK (report IN ('VENDOR', 'CHARITY', 'VENDORS', 'CHARITIES')),
    -- Whose report; null where it is of all.
    tenant_id TEXT REFERENCES tenant (id),
    cadence TEXT NOT NULL CONSTRAINT report_subscription_cadence_known CHECK (cadence IN ('WEEKLY', 'MONTHLY')),
    -- 0 for all, 1 for FunRay, 2 for RayZR.
    card_type BIGINT NOT NULL,
    campaign_id TEXT REFERENCES campaign (id),
    -- When the next mail is to be made. Whoever moves it on makes the mail.
    due_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, id)
);
CREATE INDEX report_subscription_due ON report_subscription (due_at, id);
