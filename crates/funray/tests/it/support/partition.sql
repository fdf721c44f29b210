-- Makes a table that is partitioned by hash of a column out of a plain one, with all that PostgreSQL's catalogue knows of it: columns, defaults,
-- checks, keys, indexes, foreign keys of it and to it, triggers. Its partitions have its own name, each in a schema of theirs.
CREATE FUNCTION pg_temp.partition(plain regclass, by_column name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    own_name name := (SELECT relname FROM pg_class WHERE oid = plain);
    -- Keys between tables stand in the way of making one anew: they go first and come back last.
    before text[];
    after text[];
    again text[];
    statement text;
BEGIN
    SELECT array_agg(format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)),
           array_agg(format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)))
    INTO before, again
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND plain IN (conrelid, confrelid);
    SELECT array_agg(made) INTO after FROM (
        SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', own_name, conname, pg_get_constraintdef(oid)) AS made
        FROM pg_constraint WHERE conrelid = plain AND contype IN ('p', 'u', 'x')
        UNION ALL
        SELECT pg_get_indexdef(indexrelid) FROM pg_index
        WHERE indrelid = plain
          AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
        UNION ALL
        SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = plain AND NOT tgisinternal
    ) AS made;

    FOREACH statement IN ARRAY COALESCE(before, '{}') LOOP EXECUTE statement; END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO former_table', own_name);
    EXECUTE format('CREATE TABLE %I (LIKE former_table INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (%I)', own_name, by_column);
    FOR remainder IN 0..3 LOOP
        EXECUTE format('CREATE SCHEMA IF NOT EXISTS partition_%s', remainder);
        EXECUTE format('CREATE TABLE partition_%s.%I PARTITION OF %I FOR VALUES WITH (MODULUS 4, REMAINDER %s)',
                       remainder, own_name, own_name, remainder);
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM former_table', own_name);
    -- With it go its indexes, whose names are free then.
    DROP TABLE former_table;
    FOREACH statement IN ARRAY COALESCE(after, '{}') || COALESCE(again, '{}') LOOP EXECUTE statement; END LOOP;
END
$$;
