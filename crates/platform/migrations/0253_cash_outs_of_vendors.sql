-- oldest program: 241
CREATE INDEX CONCURRENTLY transfer_cash_out ON transfer (vendor_id, created_at, id) WHERE kind = 'CASH_OUT';
