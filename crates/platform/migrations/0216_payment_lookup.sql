-- oldest program: 41
-- Where a payment attempt is that somebody names by its payment token, by what it was sent to the gateway under, by the gateway's
-- own number, or by what a refund of it was sent under. Attempts will stand with their buyers, and only this table says with whom.
CREATE TABLE payment_lookup (
    -- Which of these it is, a colon, and the name itself; of a payment token its keyed hash.
    key TEXT NOT NULL PRIMARY KEY,
    person_id TEXT NOT NULL,
    attempt_id TEXT NOT NULL
);
INSERT INTO payment_lookup (key, person_id, attempt_id)
SELECT 'token:' || a.token_hash, o.person_id, a.id FROM payment_attempt a JOIN orders o ON o.id = a.order_id
UNION ALL
SELECT 'reference:' || a.reference, o.person_id, a.id FROM payment_attempt a JOIN orders o ON o.id = a.order_id
UNION ALL
SELECT 'refund:' || r.reference, o.person_id, r.attempt_id FROM refund r JOIN orders o ON o.id = r.order_id
UNION ALL
SELECT 'transaction:' || a.transaction_id, o.person_id, a.id FROM payment_attempt a JOIN orders o ON o.id = a.order_id
WHERE a.transaction_id IS NOT NULL;
