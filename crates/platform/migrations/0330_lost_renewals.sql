-- oldest program: 241
-- A refresh token stays good until one of its successors is used, because the reply with the successor may have been lost.
-- The generation of the last token that was used, and of the first of its successors. Null: the generations before and at
-- `generation`.
ALTER TABLE session ADD COLUMN used_generation BIGINT;
ALTER TABLE session ADD COLUMN first_successor BIGINT;
-- The `generation` for which the two columns above were written. Programs of an older release raise `generation` alone.
ALTER TABLE session ADD COLUMN last_successor BIGINT;
