-- Spreads cards and money over the machines of a Citus cluster by vendor, and carts, orders, payments and sessions by person; all else
-- stays on the coordinator or, being small or read by every call, on each machine. Once, while nobody writes, in a
-- database that `funray migrate` has brought up, on a coordinator that knows itself and its workers (citus_set_coordinator_host,
-- citus_add_node):
--   psql "$FUNRAY_DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f deploy/citus/distribute.sql
-- From then on the program and its later migrations go to the coordinator as before: what these change is changed on every machine. A new table of
-- cards, money or people stands here as well, and is distributed after the migration that makes it.

-- Copied to every machine: what the others refer to. People and their roles are read by every call, beside what is spread by vendor
-- and by person alike, and seldom change; no two have one address, which machines that don't ask each other could not hold.
SELECT create_reference_table('tenant');
SELECT create_reference_table('campaign');
SELECT create_reference_table('person');
SELECT create_reference_table('person_role');
SELECT create_reference_table('person_identity');
SELECT create_reference_table('till');

-- Whose card a code, a number or the link of a gift means is asked by its keyed hash, before anybody knows the vendor.
SELECT create_distributed_table('card_lookup', 'key_hash', colocate_with => 'none');

-- A vendor's rows lie together, so that a redemption is one machine's. What others refer to comes first.
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

-- Whose payment a token, a reference or a number of the gateway means is asked before anybody knows the person.
SELECT create_distributed_table('payment_lookup', 'key', colocate_with => 'none');

-- A person's rows lie together, so that their cart, a checkout and who is calling are one machine's.
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
