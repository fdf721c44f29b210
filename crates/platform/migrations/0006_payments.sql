-- A charge that is being taken back belongs to no attempt that could still bring cards: the same order may be paid for
-- again meanwhile, when the charge turned up only after it had been given up.
DROP INDEX payment_attempt_live_key;
CREATE UNIQUE INDEX payment_attempt_live_key ON payment_attempt (order_id)
    WHERE state IN ('SENDING', 'UNKNOWN', 'HELD', 'APPROVED', 'ISSUED');
