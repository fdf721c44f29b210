-- oldest program: 241
-- Whether a gift is on its way is asked for each gift of a cancelled order: found by its card, not among all mails that wait.
CREATE INDEX CONCURRENTLY job_gift_waiting ON job (payload) WHERE state = 'waiting' AND kind = 'gift mail';
