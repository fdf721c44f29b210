-- oldest program: 16
-- A pause of the payouts to a shop or charity. Rows are kept after the pause, so that they show who paused and who lifted it.
CREATE TABLE payout_pause (
    id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenant (id),
    -- For administrators only.
    reason TEXT NOT NULL,
    paused_by TEXT NOT NULL,
    paused_at BIGINT NOT NULL,
    -- The second person. Null while the payouts are paused.
    lifted_by TEXT,
    lifted_at BIGINT
);
CREATE UNIQUE INDEX payout_pause_open_key ON payout_pause (tenant_id) WHERE lifted_at IS NULL;
CREATE INDEX payout_pause_newest ON payout_pause (paused_at, id);
CREATE INDEX payout_pause_of_tenant ON payout_pause (tenant_id, paused_at, id);
