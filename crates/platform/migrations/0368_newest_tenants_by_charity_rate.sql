-- oldest program: 330
CREATE INDEX CONCURRENTLY tenant_by_charity_rate_newest ON tenant (kind, charity_rate, created_at, id);
