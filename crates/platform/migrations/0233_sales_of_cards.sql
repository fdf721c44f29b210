-- oldest program: 216
CREATE INDEX CONCURRENTLY transfer_sale_of_card ON transfer (vendor_id, card_id) WHERE kind = 'SALE';
