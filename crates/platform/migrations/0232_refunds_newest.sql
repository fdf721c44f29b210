-- oldest program: 216
CREATE INDEX CONCURRENTLY refund_newest ON refund (created_at, id);
