-- oldest program: 330
-- Why a payment came to nothing, in a word of ours. Payments of before have the gateway's words only.
ALTER TABLE payment_attempt ADD COLUMN reason TEXT;
