-- oldest program: 41
CREATE INDEX CONCURRENTLY refund_sent ON refund (sent_at, id);
