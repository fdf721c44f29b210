-- oldest program: 16
-- Whether the import of the statement matched the line.
ALTER TABLE bank_line ADD COLUMN is_automatic BOOLEAN NOT NULL DEFAULT FALSE;
