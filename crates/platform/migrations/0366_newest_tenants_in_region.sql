-- oldest program: 330
CREATE INDEX CONCURRENTLY tenant_in_region_newest ON tenant (kind, region_id, created_at, id);
