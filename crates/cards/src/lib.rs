//! Gift cards: issued when sold, redeemed at the counter, shown in a wallet, and given as gifts.

pub mod actions;
pub mod api;
mod balance;
mod card;
pub mod counter;
pub mod errors;
pub mod gifts;
mod issue;
pub mod letters;
pub mod secret_uses;
#[cfg(feature = "demo")]
pub mod seed;
mod wallet;

use ledger::{Chain, Rule};
use platform::jobs::Work;

pub use card::{
    CardNumber, CardRow, CardScope, KEPT_UNDER_KEYS, Note, Reason, SealedCode, any_sealed,
    bought_with, drawn, free_numbers, free_of, is_money_on, left_at, list_left_at, masked_number,
    number_for, number_hashes, of_order, of_order_at, renew_secrets,
};
pub use counter::{
    approvals::{ApprovalRow, Approver, approve as approve_redemption},
    bursts, lookup,
};
pub use gifts::{
    AddressChange, address_changes, earlier_addresses, given,
    send_time::{SendTime, SendWish},
    thanks::ThanksReply,
};
pub use issue::{
    CardRefund, Cause, GATEWAY, Gift, HandedOver, Handover, NewCard, RemainingBalance,
    cancel_cards, freeze_order, hand_over, issue, orders_with_money, refund_cards,
    refuse_other_refund, restore_order, reverse_order,
};
pub use wallet::{
    CardFilter, CardOrder, CardSearch, Happened, RemainingCards, WalletPart, all_entries, find,
    forget, forget_recipients, left_of, list, list_of_person, list_spendable, list_transactions,
    list_wallet, newest_of_person, note_view, own_balance, search,
};

/// Tables of cards whose rows are sealed. Changes of a recipient's address are not sealed, because
/// they must be erasable.
pub const CHAINS: &[&Chain] = &[&card::STATUS_CHANGES, &gifts::CLAIMS];

/// Returns the ledger rules of cards.
pub fn rules() -> Vec<Rule> {
    [
        card::RULES,
        card::RULES_OF_KEYS,
        issue::RULES_OF_REFUNDS,
        gifts::RULES_OF_CLAIMS,
        issue::RULES_OF_MOVES,
    ]
    .concat()
}

/// Adds the jobs and scheduled tasks of cards.
pub fn add_work(work: Work) -> Work {
    work.on(issue::jobs::mail_card)
        .on(issue::jobs::mail_gift)
        .on(issue::jobs::mail_gift_cancelled)
        .on(issue::sending::send_on_its_day)
        .on(issue::sending::mail_sent)
        .on(gifts::reminders::mail_reminder)
        .on(gifts::jobs::mail_opened)
        .on(gifts::thanks::mail_thanks)
        .on(gifts::jobs::mail_gift_moved)
        .on(gifts::jobs::mail_readdressed)
        .on(counter::jobs::mail_movement)
        .on(gifts::jobs::mail_replaced)
        .on(counter::jobs::mail_card_status)
        .on(bursts::check)
        .forget(lookup::forget_presentations)
}
