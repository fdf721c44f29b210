-- oldest program: 216
CREATE INDEX CONCURRENTLY card_given ON card (created_at, id) WHERE is_gift;
