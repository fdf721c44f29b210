-- oldest program: 16
-- Lines of one bank account, by day.
CREATE INDEX CONCURRENTLY bank_line_of_account ON bank_line (account_id, day, id);
