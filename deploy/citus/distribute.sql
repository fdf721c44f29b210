-- Distributes cards and money over the machines of a Citus cluster by vendor, and carts, orders, payments and sessions by person.
-- Small tables and those read by every call are copied to each machine; all others stay on the coordinator. Run it once, while no
-- program writes, in a database migrated by `funray migrate`, on a coordinator that knows itself and its workers
-- (citus_set_coordinator_host, citus_add_node):
--   psql "$FUNRAY_DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f deploy/citus/distribute.sql
-- Afterwards the program and later migrations use the coordinator as before, which applies their changes on every machine. Add each new
-- table of cards, money or people here, and distribute it after the migration that creates it.

-- Copied to every machine: tables that the others refer to. Every call reads people and their roles together with distributed rows,
-- and they seldom change. A distributed table could not keep email addresses unique.
SELECT create_reference_table('tenant');
SELECT create_reference_table('campaign');
SELECT create_reference_table('person');
SELECT create_reference_table('person_role');
SELECT create_reference_table('person_identity');
SELECT create_reference_table('till');

-- Cards are looked up by the keyed hash of a code, a number or a gift link, before the vendor is known.
SELECT create_distributed_table('card_lookup', 'key_hash', colocate_with => 'none');

-- A vendor's rows are colocated, so that a redemption uses one machine. Tables that others refer to come first.
SELECT create_distributed_table('card', 'vendor_id', colocate_with => 'none');
SELECT create_distributed_table('transfer', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('entry', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('unsealed', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('seal', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('card_status_change', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('unsealed_status_change', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('status_change_seal', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('card_claim', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('unsealed_claim', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('claim_seal', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('gift_address', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('card_presentation', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('redemption_request', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('redemption_by_name', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('burst', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('burst_check', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('shop_closing', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('shop_closing_left', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('card_move', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('daily_position', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('daily_series', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('daily_total', 'vendor_id', colocate_with => 'card');
SELECT create_distributed_table('daily_breakdown', 'vendor_id', colocate_with => 'card');

-- Payments are looked up by a token, a reference or a number of the gateway, before the person is known.
SELECT create_distributed_table('payment_lookup', 'key', colocate_with => 'none');

-- A person's rows are colocated, so that carts, checkouts and the identification of the caller use one machine.
SELECT create_distributed_table('cart', 'person_id', colocate_with => 'none');
SELECT create_distributed_table('cart_item', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('orders', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('payment_attempt', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('order_review', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('refund', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('refund_request', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('charge_reversal', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('raised_limit', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('session', 'person_id', colocate_with => 'cart');
SELECT create_distributed_table('known_device', 'person_id', colocate_with => 'cart');
