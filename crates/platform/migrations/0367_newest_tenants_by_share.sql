-- oldest program: 330
CREATE INDEX CONCURRENTLY tenant_by_share_newest ON tenant (kind, share_percentage, created_at, id);
