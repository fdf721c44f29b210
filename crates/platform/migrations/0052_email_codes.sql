-- oldest program: 41
-- Six digits that were mailed to an address, for whoever continues with it. Neither the address nor the digits stand here: both
-- are keyed hashes, and whoever asked holds the ticket that names the row.
CREATE TABLE email_code (
    hash TEXT NOT NULL PRIMARY KEY,
    address_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX email_code_over ON email_code (expires_at, hash);
