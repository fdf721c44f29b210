-- Tables by the words of the trade.
ALTER TABLE chore RENAME TO scheduled_task;
ALTER TABLE allowance RENAME TO token_bucket;
ALTER TABLE card_switch RENAME TO card_status_change;
ALTER TABLE unsealed_switch RENAME TO unsealed_status_change;
ALTER TABLE unsealed_status_change RENAME COLUMN switch_id TO status_change_id;
ALTER TABLE switch_seal RENAME TO status_change_seal;
ALTER TABLE status_change_seal RENAME COLUMN switch_id TO status_change_id;
