-- oldest program: 41
-- At whose counter a call was made that was named by a key: this will begin the key, once no older program keeps replies without it.
ALTER TABLE idempotency ADD COLUMN vendor_id TEXT NOT NULL DEFAULT 'platform';
