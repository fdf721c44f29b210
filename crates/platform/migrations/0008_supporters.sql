-- Which shops have sold a card for which cause: they come first where the cause is shown.
CREATE TABLE supporter (
    charity_id TEXT NOT NULL REFERENCES tenant (id),
    vendor_id TEXT NOT NULL REFERENCES tenant (id),
    PRIMARY KEY (charity_id, vendor_id)
);
INSERT INTO supporter (charity_id, vendor_id)
SELECT DISTINCT charity_id, vendor_id FROM card WHERE charity_id IS NOT NULL;
