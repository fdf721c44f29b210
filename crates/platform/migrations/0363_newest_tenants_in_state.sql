-- oldest program: 330
CREATE INDEX CONCURRENTLY tenant_in_state_newest ON tenant (kind, state, created_at, id);
