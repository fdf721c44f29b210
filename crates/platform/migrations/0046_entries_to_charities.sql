-- oldest program: 41
CREATE INDEX CONCURRENTLY entry_to_charity ON entry (account, created_at, transfer_id)
    WHERE account >= 'charity_payable:' AND account < 'charity_payablf';
