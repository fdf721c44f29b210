-- oldest program: 16
-- Transfers that may lower sales. Reports sum them apart from sales.
CREATE INDEX CONCURRENTLY transfer_refund ON transfer (vendor_id, created_at, id)
    WHERE kind IN ('REVERSAL', 'CHARGE_REVERSAL', 'PARTIAL_REFUND', 'REFUND');
