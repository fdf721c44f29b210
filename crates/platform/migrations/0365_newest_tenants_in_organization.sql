-- oldest program: 330
CREATE INDEX CONCURRENTLY tenant_in_organization_newest ON tenant (kind, organization_id, created_at, id);
