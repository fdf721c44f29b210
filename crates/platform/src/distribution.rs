//! Tables of a Citus cluster: which are copied to every machine and which are distributed.
//! `funray distribute` distributes them once; `funray migrate` keeps new ones distributed.

use db::{Distribution, SpreadTable};

/// Distribution of all tables. The others stay on the coordinator. Each new table of cards, money or
/// people belongs here, or a guard wants a reason.
pub const PLAN: Distribution = Distribution { copied: COPIED, spread: SPREAD };

/// Tables that others refer to, people with their roles, and closed months and stops of the ledger:
/// they are read together with distributed rows, and they seldom change. A distributed table could
/// not keep email addresses unique.
const COPIED: &[&str] = &[
    "tenant",
    "campaign",
    "campaign_progress",
    "person",
    "person_role",
    "person_identity",
    "till",
    "closed_month",
    "closed_figure",
    "ledger_stop",
];

/// A shop's rows are colocated, so that a redemption uses one machine, and so are a person's rows,
/// for carts, checkouts and the identification of the caller. Look-ups are distributed by their own
/// key, because they are read before the vendor or the person is known.
const SPREAD: &[SpreadTable] = &[
    first("card_lookup", "key_hash"),
    first("card", "vendor_id"),
    of_vendor("transfer"),
    of_vendor("entry"),
    of_vendor("unsealed"),
    of_vendor("seal"),
    of_vendor("card_status_change"),
    of_vendor("unsealed_status_change"),
    of_vendor("status_change_seal"),
    of_vendor("card_claim"),
    of_vendor("unsealed_claim"),
    of_vendor("claim_seal"),
    of_vendor("gift_address"),
    of_vendor("counter_settings"),
    of_vendor("counter_pace"),
    of_vendor("card_presentation"),
    of_vendor("redemption_request"),
    of_vendor("redemption_by_name"),
    of_vendor("burst"),
    of_vendor("burst_check"),
    of_vendor("shop_closing"),
    of_vendor("shop_closing_left"),
    of_vendor("card_move"),
    of_vendor("daily_position"),
    of_vendor("daily_series"),
    of_vendor("daily_total"),
    of_vendor("daily_breakdown"),
    of_vendor("campaign_supporter"),
    first("payment_lookup", "key"),
    first("cart", "person_id"),
    of_person("cart_item"),
    of_person("orders"),
    of_person("payment_attempt"),
    of_person("order_review"),
    of_person("refund"),
    of_person("refund_request"),
    of_person("charge_reversal"),
    of_person("raised_limit"),
    of_person("session"),
    of_person("known_device"),
];

/// Table with which others may be colocated, or with none.
const fn first(table: &'static str, column: &'static str) -> SpreadTable {
    SpreadTable { table, column, beside: None }
}

const fn of_vendor(table: &'static str) -> SpreadTable {
    SpreadTable { table, column: "vendor_id", beside: Some("card") }
}

const fn of_person(table: &'static str) -> SpreadTable {
    SpreadTable { table, column: "person_id", beside: Some("cart") }
}
