-- oldest program: 330
-- Refunds that the gateway has refused for good, the oldest first.
CREATE INDEX CONCURRENTLY refund_refused ON refund (refused_at, id) WHERE refused_at IS NOT NULL AND ended_at IS NULL;
