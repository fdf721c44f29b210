-- oldest program: 41
CREATE INDEX CONCURRENTLY tenant_to_index ON tenant (words_version, id);
