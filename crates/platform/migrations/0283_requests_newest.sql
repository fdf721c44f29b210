-- oldest program: 241
-- The hourly check compares new requests with the log.
CREATE INDEX CONCURRENTLY redemption_request_newest ON redemption_request (created_at, id);
