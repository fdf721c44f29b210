-- oldest program: 330
CREATE INDEX CONCURRENTLY tenant_in_category_newest ON tenant (kind, category_id, created_at, id);
