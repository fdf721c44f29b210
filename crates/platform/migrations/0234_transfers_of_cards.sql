-- oldest program: 216
-- What was moved on a card is found by the entries of its account, its sale by an index of its own.
DROP INDEX transfer_of_card;
