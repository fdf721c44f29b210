//! Value types shared by all features: ids, money, dates, validated texts, pages. These types know
//! nothing of gift cards. This crate uses only the clock and the random numbers of the operating
//! system.

pub mod bank_days;
pub mod brand;
pub mod canada;
pub mod clock;
pub mod contact;
pub mod crockford;
pub mod cursor;
pub mod custom_amounts;
pub mod date_range;
pub mod dates;
pub mod devices;
pub mod fields;
pub mod fold;
pub mod ids;
pub mod language;
pub mod messages;
pub mod money;
pub mod months;
pub mod names;
pub mod pace;
pub mod paging;
pub mod passwords;
pub mod payment_card;
pub mod payouts;
pub mod postal_areas;
pub mod provinces;
pub mod query;
pub mod random;
pub mod rates;
pub mod search;
pub mod sent;
pub mod sort;
pub mod sums;
pub mod text;
pub mod time_zones;
pub mod timestamp;
