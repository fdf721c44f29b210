-- oldest program: 330
-- Why the gateway never makes a refund, and since when that is known.
ALTER TABLE refund ADD COLUMN refusal TEXT;
ALTER TABLE refund ADD COLUMN refused_at BIGINT;
-- The bank pays it instead: the bank's reference, the administrator who recorded it, and the second person who confirmed it.
ALTER TABLE refund ADD COLUMN bank_reference TEXT;
ALTER TABLE refund ADD COLUMN bank_asked_by TEXT;
ALTER TABLE refund ADD COLUMN bank_asked_at BIGINT;
ALTER TABLE refund ADD COLUMN bank_paid_by TEXT;
ALTER TABLE refund ADD COLUMN bank_paid_at BIGINT;
