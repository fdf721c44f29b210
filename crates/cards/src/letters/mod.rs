//! Letters about cards and gifts to their buyers and holders, and about the counter to managers and
//! administrators.

mod examples;

use serde::{Deserialize, Serialize};

use kernel::{dates::BusinessDate, pace::PaceLimit};
use mail::{Picture, ShownCard, Texts, Writing};

use crate::gifts::thanks::ThanksPhrase;

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to the buyer of a card that is not a gift. The picture of the card is drawn when the
    /// email is sent and is never stored.
    Card {
        first_name: String,
        vendor: String,
        number: String,
        balance: String,
        charity: Option<String>,
        /// Amount that the shop pays to the charity; `None` in letters of older programs.
        share: Option<String>,
        /// Hue of the colour of the shop's cards.
        hue: Option<u32>,
        link: String,
        qr_png: Vec<u8>,
        card_png: Vec<u8>,
    },
    /// Email to the recipient of a gift.
    Gift {
        to: String,
        from: String,
        vendor: String,
        value: String,
        message: Option<String>,
        charity: Option<String>,
        /// Amount that the shop pays to the charity; `None` in letters of older programs.
        share: Option<String>,
        hue: Option<u32>,
        link: String,
        card_png: Vec<u8>,
    },
    /// Email to the recipient of a gift whose order was cancelled.
    GiftCancelled { first_name: String, vendor: String, link: String },
    /// Email to the recipient of a gift that is frozen, because its charge was reversed.
    GiftFrozen { first_name: String, vendor: String, link: String },
    /// Email to the giver: the shop or the support desk has sent the gift to another address.
    GiftReaddressed {
        first_name: String,
        to: String,
        vendor: String,
        old: String,
        new: String,
        link: String,
    },
    /// Email to a recipient who had opened a gift that was sent to another address.
    GiftMoved { to: String, from: String, vendor: String },
    /// Email to the recipient of a gift that they have not opened.
    GiftReminder { to: String, from: String, vendor: String, link: String },
    /// Email to the giver: the gift was sent on the day that they chose.
    GiftSent { first_name: String, to: String, email: String, vendor: String, link: String },
    /// Email to the giver: the recipient thanks them, with a phrase or own words.
    GiftThanks {
        first_name: String,
        to: String,
        vendor: String,
        phrase: Option<ThanksPhrase>,
        words: Option<String>,
        link: String,
    },
    /// Email to the giver: the recipient has opened the gift.
    GiftOpened { first_name: String, to: String, vendor: String, link: String },
    /// Email to the holder of a card: money was moved on the card at the counter.
    CardMoved {
        first_name: String,
        vendor: String,
        number: String,
        movement: Movement,
        value: String,
        balance: String,
        /// Whether the card was redeemed without being presented.
        is_by_name: bool,
        link: String,
    },
    /// Email to the managers of a shop: an administrator has moved money on one of the shop's
    /// cards.
    CardMovedByAdministrator {
        first_name: String,
        by: String,
        vendor: String,
        number: String,
        movement: Movement,
        value: String,
        reason: String,
        link: String,
    },
    /// Email to the holder of a card that was reported lost.
    CardReplaced {
        first_name: String,
        vendor: String,
        /// New card number, masked.
        number: String,
        /// Whether the holder reported the card as lost.
        is_by_holder: bool,
        link: String,
    },
    /// Email to the holder of a card that was frozen or unfrozen.
    CardStatus {
        first_name: String,
        vendor: String,
        /// Card number, masked.
        number: String,
        balance: String,
        is_active: bool,
        link: String,
    },
    /// Email to the people who can approve: a clerk's redemption waits for approval.
    RedemptionWaits {
        first_name: String,
        clerk: String,
        vendor: String,
        number: String,
        value: String,
        is_cash: bool,
        is_by_name: bool,
        cause: PaceLimit,
        link: String,
    },
    /// Email to a shop's other managers and the administrators: a person at the counter redeems
    /// beyond the limits for clerks.
    UnusualPace {
        first_name: String,
        by: String,
        vendor: String,
        value: String,
        count: i64,
        amount: String,
        link: String,
    },
    /// Email to a shop's other managers: the counter settings were changed.
    CounterSettingsChanged {
        first_name: String,
        by: String,
        vendor: String,
        /// Limits for clerks: redemptions per hour, their sum, and the amount from one card. `None`
        /// if no redemption waits for a manager.
        pace: Option<(i64, String, String)>,
        redeems_by_name: bool,
        /// Time in the shop's time zone from which the settings apply; `None` for at once.
        from: Option<String>,
        link: String,
    },
    /// Email to the managers of a shop: a day was closed at the shop's counter. If the cash payouts
    /// were counted and `difference` is `None`, the drawer agrees with the ledger.
    CounterDayClosed {
        first_name: String,
        by: String,
        vendor: String,
        till: Option<String>,
        /// Whether the closing covers all tills of the shop.
        is_whole: bool,
        day: BusinessDate,
        redeemed: String,
        undone: String,
        taken: String,
        paid_out: String,
        counted: Option<String>,
        difference: Option<String>,
        link: String,
    },
    /// Email to administrators: many cards of a shop were redeemed within minutes.
    Burst {
        first_name: String,
        vendor: String,
        cards: i64,
        amount: String,
        /// Balance of the shop's cards before the burst.
        outstanding: String,
        link: String,
    },
}

/// A movement of money on a card at the counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Movement {
    #[default]
    Redeemed,
    CashedOut,
    Reversed,
}

impl mail::Letter for Letter {
    const PEOPLE: &'static [&'static str] = &["firstName", "to", "from", "by", "clerk"];

    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn is_awaited(&self) -> bool {
        matches!(self, Letter::RedemptionWaits { .. })
    }

    fn complete(&self, writing: &mut Writing<'_>) {
        match self {
            Letter::Card { vendor, balance, hue, qr_png, card_png, .. } => {
                let alt = writing.text("picture").unwrap_or_default();
                writing.content.picture = Some(Picture { alt, png: qr_png.clone() });
                writing.content.card = shown(vendor, balance, *hue, card_png);
            }
            Letter::Gift { vendor, value, hue, card_png, .. } => {
                writing.content.card = shown(vendor, value, *hue, card_png);
            }
            // The letter about counter settings has a date in `from`, so its template calls the
            // date `begin`. In all other letters, `from` is a person.
            Letter::CounterSettingsChanged { from, .. } => writing.set("begin", from.clone()),
            _ => {}
        }
    }
}

fn shown(vendor: &str, amount: &str, hue: Option<u32>, png: &[u8]) -> Option<ShownCard> {
    ShownCard::new(&mail::organization(vendor), amount, hue, png)
}
