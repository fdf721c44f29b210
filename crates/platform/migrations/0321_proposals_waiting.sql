-- oldest program: 241
-- The dashboard counts proposed administrators.
CREATE INDEX CONCURRENTLY invitation_awaiting_agreement ON invitation (sent_at, id) WHERE awaits_agreement = TRUE;
