//! Lists of cards, and the cards of closed accounts.

mod closed_accounts;
mod list;

pub use closed_accounts::{
    count_unclaimed, forget, forget_recipient_of, forget_recipients, left_of, list_spendable,
};
pub use list::{CardFilter, CardOrder, WalletPart, count, list, own_balance, texts};
