//! Limits of a cart, and reasons why an item can't be bought. Pure functions.

use kernel::{custom_amounts::CustomAmounts, dates::BusinessDate, messages::Message};

/// Maximum number of different items in a cart. The gifts of lists aren't counted.
pub const MAX_ITEMS: usize = 50;

/// Maximum number of cards in a cart. An order issues all its cards in one transaction.
pub const MAX_CARDS_IN_CART: u32 = 1000;

/// Returns the error message for too many items.
pub fn too_many_items() -> Message {
    Message::of(
        format!("A cart holds {MAX_ITEMS} different things at most."),
        format!("Un panier contient au plus {MAX_ITEMS} articles différents."),
    )
}

/// Returns the error message for too many cards.
pub fn too_many_cards() -> Message {
    Message::new(
        "A cart holds 1,000 cards at most. Please pay for some first.",
        "Un panier contient au plus 1\u{a0}000 cartes. Payez-en d’abord une partie.",
    )
}

/// Number of items outside lists, and number of all cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    pub single_items: usize,
    pub cards: u32,
}

impl Load {
    /// Adds items. `is_listed` says whether they are of a list.
    pub fn with(self, items: impl IntoIterator<Item = (bool, u32)>) -> Load {
        items.into_iter().fold(self, |load, (is_listed, cards)| Load {
            single_items: load.single_items + usize::from(!is_listed),
            cards: load.cards.saturating_add(cards),
        })
    }

    /// Returns the reason for which a cart can't hold so much.
    pub fn refusal(self) -> Option<Message> {
        if self.single_items > MAX_ITEMS {
            Some(too_many_items())
        } else if self.cards > MAX_CARDS_IN_CART {
            Some(too_many_cards())
        } else {
            None
        }
    }
}

/// Maximum number of cards per cart item.
pub const MAX_CARDS: u32 = 20;

/// Facts that decide whether an item can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    pub is_shop_open: bool,
    /// Whether the shop sells cards of this price.
    pub is_amount_sold: bool,
    /// Range of custom amounts that the shop sells, shown in the error message.
    pub custom: Option<CustomAmounts>,
    /// Dates of the campaign that the card supports; `None` for a card without a campaign.
    pub campaign: Option<Run>,
}

/// First and last day of a campaign, and whether the campaign is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub is_on: bool,
    pub first: BusinessDate,
    pub last: BusinessDate,
}

/// Reason why an item can't be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffSale {
    Shop,
    /// The shop doesn't sell cards of this price. Holds the range of the shop's custom amounts, if
    /// it sells any.
    Amount(Option<CustomAmounts>),
    Campaign,
}

impl Offer {
    pub fn off_sale(self, today: BusinessDate) -> Option<OffSale> {
        let is_running = |run: Run| run.is_on && (run.first..=run.last).contains(&today);
        if !self.is_shop_open {
            Some(OffSale::Shop)
        } else if self.campaign.is_some_and(|run| !is_running(run)) {
            Some(OffSale::Campaign)
        } else if !self.is_amount_sold {
            Some(OffSale::Amount(self.custom))
        } else {
            None
        }
    }
}

impl OffSale {
    /// Returns the name of the form field to correct.
    pub fn field(self) -> &'static str {
        match self {
            OffSale::Shop => "vendorId",
            OffSale::Amount(_) => "price",
            OffSale::Campaign => "campaignId",
        }
    }

    pub fn message(self) -> Message {
        match self {
            OffSale::Shop => Message::new(
                "This shop doesn't sell cards at the moment.",
                "Ce commerce ne vend pas de cartes en ce moment.",
            ),
            OffSale::Amount(Some(custom)) => custom.sentence(),
            OffSale::Amount(None) => Message::new(
                "This shop doesn't sell cards of this amount.",
                "Ce commerce ne vend pas de cartes de ce montant.",
            ),
            OffSale::Campaign => Message::new(
                "This campaign isn't running at the moment.",
                "Cette campagne n’est pas en cours.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i8) -> BusinessDate {
        BusinessDate::new(2026, 3, day).expect("a day")
    }

    #[test]
    fn load_limits_single_items_and_all_cards() {
        let empty = Load::default();
        let full = empty.with((0..50).map(|_| (false, 20)));
        assert_eq!(full, Load { single_items: 50, cards: 1000 });
        assert_eq!(full.refusal(), None);
        assert_eq!(empty.with((0..51).map(|_| (false, 1))).refusal(), Some(too_many_items()));
        let list = empty.with((0..1000).map(|_| (true, 1)));
        assert_eq!(list.refusal(), None, "items of lists aren't counted");
        for (is_listed, cards) in [(true, 1), (false, 1)] {
            assert_eq!(list.with([(is_listed, cards)]).refusal(), Some(too_many_cards()));
        }
    }

    #[test]
    fn off_sale_checks_shop_amount_and_campaign() {
        let run = Run { is_on: true, first: day(5), last: day(10) };
        let fine =
            Offer { is_shop_open: true, is_amount_sold: true, custom: None, campaign: Some(run) };
        assert_eq!(fine.off_sale(day(5)), None, "from its first day");
        assert_eq!(fine.off_sale(day(10)), None, "to its last");
        assert_eq!(fine.off_sale(day(4)), Some(OffSale::Campaign));
        assert_eq!(fine.off_sale(day(11)), Some(OffSale::Campaign));
        let off = Offer { campaign: Some(Run { is_on: false, ..run }), ..fine };
        assert_eq!(off.off_sale(day(7)), Some(OffSale::Campaign));
        let plain = Offer { campaign: None, ..fine };
        assert_eq!(plain.off_sale(day(20)), None, "a card without a cause");
        assert_eq!(
            Offer { is_amount_sold: false, ..plain }.off_sale(day(7)),
            Some(OffSale::Amount(None))
        );
        assert_eq!(Offer { is_shop_open: false, ..fine }.off_sale(day(7)), Some(OffSale::Shop));
    }
}
