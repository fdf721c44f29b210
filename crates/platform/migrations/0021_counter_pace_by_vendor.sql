-- oldest program: 16
-- The key of a clerk's pace begins with the shop, so that the row can be on the machine of the shop's cards. The table of before
-- is renamed first, which keeps its writers waiting until the end.
ALTER TABLE counter_pace RENAME TO counter_pace_by_person;
CREATE TABLE counter_pace_by_vendor (
    person_id TEXT NOT NULL REFERENCES person (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    moved_at BIGINT NOT NULL,
    unusual_at BIGINT,
    free_until BIGINT,
    PRIMARY KEY (vendor_id, person_id)
);
CREATE INDEX counter_pace_of_person ON counter_pace_by_vendor (person_id);
INSERT INTO counter_pace_by_vendor (person_id, vendor_id, moved_at, unusual_at, free_until)
SELECT person_id, vendor_id, moved_at, unusual_at, free_until FROM counter_pace_by_person;
DROP TABLE counter_pace_by_person;
ALTER TABLE counter_pace_by_vendor RENAME TO counter_pace;
