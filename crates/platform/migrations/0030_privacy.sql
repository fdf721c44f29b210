-- Whoever closes their account is mailed a link to the cards that they still have: these stay money, and are used by number
-- and code. Only its keyed hash is kept. From its first opening on it works for a day.
CREATE TABLE closed_cards_link (
    hash TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id),
    expires_at BIGINT NOT NULL,
    opened_at BIGINT
);
CREATE INDEX closed_cards_link_by_expiry ON closed_cards_link (expires_at, hash);

-- Whose gifts may name recipients whom nobody needs to reach any more.
CREATE INDEX person_closed ON person (closed_at, id) WHERE closed_at IS NOT NULL;

-- What scheduled tasks erase, by its age.
CREATE INDEX payment_attempt_with_origin ON payment_attempt (sent_at, id) 
    WHERE client IS NOT NULL OR avs IS NOT NULL OR cvv IS NOT NULL
       OR (paid_with IS NOT NULL AND state IN ('DECLINED', 'NOT_CHARGED', 'VOIDED'));
CREATE INDEX cart_left_open ON cart (updated_at, id) WHERE state = 'OPEN';
CREATE INDEX person_unconfirmed ON person (created_at, id) WHERE confirmed_at IS NULL AND closed_at IS NULL;
CREATE INDEX job_given_up ON job (created_at, id) WHERE state = 'dead';
