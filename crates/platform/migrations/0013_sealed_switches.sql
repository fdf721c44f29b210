-- Evidence against tampering for who froze a card or let it be used again: a chain of seals like that of the transfers.
-- Changed addresses of gifts have none: what they say is erased when an account is closed.
CREATE TABLE unsealed_switch (
    switch_id TEXT NOT NULL PRIMARY KEY REFERENCES card_switch (id)
);
CREATE TABLE switch_seal (
    position BIGINT NOT NULL PRIMARY KEY,
    switch_id TEXT NOT NULL REFERENCES card_switch (id),
    hash TEXT NOT NULL
);
CREATE UNIQUE INDEX switch_seal_switch_key ON switch_seal (switch_id);
INSERT INTO unsealed_switch (switch_id) SELECT id FROM card_switch;
