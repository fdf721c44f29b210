-- oldest program: 41
-- What vendors and charities are owed leaves the books by transfers of its own kind.
ALTER TABLE transfer DROP CONSTRAINT transfer_kind_known;
ALTER TABLE transfer ADD CONSTRAINT transfer_kind_known CHECK (kind IN (
    'SALE', 'REDEMPTION', 'REVERSAL', 'CASH_OUT', 'CHARGE_REVERSAL', 'PARTIAL_REFUND', 'REFUND', 'PAYOUT'
));

-- Since when money goes to this bank account, and who entered it: somebody else has to approve what goes there.
ALTER TABLE tenant ADD COLUMN bank_changed_at BIGINT;
ALTER TABLE tenant ADD COLUMN bank_changed_by TEXT;
