-- oldest program: 330
-- Whether a tenant gives its bank numbers itself, once it is let in: it registered itself, and an administrator never knew them.
ALTER TABLE tenant ADD COLUMN gives_bank BOOLEAN NOT NULL DEFAULT FALSE;
