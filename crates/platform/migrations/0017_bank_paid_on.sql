-- oldest program: 16
-- Day on which the bank paid a refund that was recorded later. Null: none was named.
ALTER TABLE refund ADD COLUMN bank_paid_on TEXT;
