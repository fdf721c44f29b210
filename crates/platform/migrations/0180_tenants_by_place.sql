-- oldest program: 41
CREATE INDEX CONCURRENTLY tenant_by_place ON tenant (kind, state, latitude, longitude, legal_key, id);
