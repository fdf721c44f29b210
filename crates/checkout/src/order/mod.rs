//! Parts of orders that several modules share: the row, error codes, audit actions and letters.

pub mod actions;
pub mod errors;
pub mod letters;
mod store;

pub use store::{
    OrderRow, OrderedShop, RULES, clear_reversed, count, count_begun, count_found, find, find_any,
    find_cancellation, find_of_cart, insert, is_being_paid, list, list_begun, lock_cart,
    newest_begun, overdue, search, set_cancelled, set_paid, set_reversed, shops_of, spent_by,
};
