-- oldest program: 41
CREATE INDEX CONCURRENTLY transfer_of_vendor ON transfer (vendor_id, created_at, id);
