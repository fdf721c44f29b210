//! Letters to buyers about their orders, and to administrators about charges, refunds and closing shops.

mod examples;

use serde::{Deserialize, Serialize};
use serde_json::json;

use kernel::dates::BusinessDate;
use mail::{Texts, Writing};

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to a buyer: the cards that were bought, and the payment method.
    Receipt {
        first_name: String,
        number: String,
        lines: Vec<ReceiptLine>,
        /// Campaigns that the cards support. Empty in emails queued before they had them.
        #[serde(default)]
        campaigns: Vec<ReceiptCampaign>,
        total: String,
        /// Amount that the shops pay to each charity. Empty in letters of older programs.
        #[serde(default)]
        causes: Vec<CauseSum>,
        paid_with: Option<String>,
        link: String,
    },
    /// Email to a buyer whose pending payment has failed. The link leads to the cart.
    PaymentFailed { first_name: String, number: String, total: String, link: String },
    /// Email to a buyer: the order is charged, and is reviewed before its cards are issued.
    PaymentInReview { first_name: String, number: String, total: String, link: String },
    /// Email to every administrator: a charged order waits for a decision.
    OrderHeld { number: String, total: String, is_reminder: bool, link: String },
    /// Email to every administrator: the daily comparison with the gateway has found differences.
    GatewayDiffers { count: String, link: String },
    /// Email to a buyer: an order was cancelled.
    OrderCancelled {
        first_name: String,
        number: String,
        total: String,
        paid_with: Option<String>,
        link: String,
    },
    /// Email to a buyer: balances on cards of an order are refunded.
    OrderRefunded {
        first_name: String,
        number: String,
        lines: Vec<ReceiptLine>,
        total: String,
        paid_with: Option<String>,
        /// Name of the shop, if the shop closes for good; otherwise `None`.
        closing_shop: Option<String>,
        link: String,
    },
    /// Email to a buyer: our bank has paid the amount that the gateway could not refund.
    PaidByBank {
        first_name: String,
        number: String,
        amount: String,
        reference: String,
        /// Name of the shop, if the shop closes for good; otherwise `None`.
        closing_shop: Option<String>,
        link: String,
    },
    /// Email to a buyer: someone else, such as the cardholder's bank, reversed the charge of an order,
    /// and the cards are frozen.
    ChargeReversed { first_name: String, number: String, amount: String, link: String },
    /// Email to a buyer: a dispute was won, and the cards can be used again.
    DisputeWon { first_name: String, number: String, amount: String, link: String },
    /// Email to every administrator: a charge was reversed. States the balance of its cards and the
    /// loss.
    ChargeReversedAlarm {
        number: String,
        cause: String,
        amount: String,
        unspent: String,
        loss: String,
        /// Sum of refunds that our bank had already paid; `None` if there were none.
        #[serde(default)]
        paid_twice: Option<String>,
        link: String,
    },
    /// Email to administrators: a refund above the limit for one person waits for a second
    /// administrator.
    RefundWaits {
        first_name: String,
        by: String,
        number: String,
        amount: String,
        reason: String,
        link: String,
    },
    /// Email to administrators: the closing of a shop waits for a second administrator, or has ended.
    /// Its cards are refunded or handed over to another shop.
    ShopClosing {
        first_name: String,
        step: ShopClosingStep,
        shop: String,
        by: Option<String>,
        cards: String,
        amount: String,
        left: Option<String>,
        reason: String,
        /// Name of the shop that takes the cards over; `None` if the cards are refunded.
        #[serde(default)]
        successor: Option<String>,
        link: String,
    },
    /// Email to the managers of a shop: a request to take over the cards of another shop, which closes.
    TakeoverOffered {
        first_name: String,
        shop: String,
        successor: String,
        cards: String,
        amount: String,
        link: String,
    },
    /// Email to a buyer, a cardholder or a gift recipient: another shop has taken over their gift cards.
    CardsHandedOver {
        first_name: String,
        shop: String,
        successor: String,
        cards: String,
        total: String,
        /// True if the letter goes to the recipient of a gift that is in no wallet yet.
        is_recipient: bool,
        link: String,
    },
    /// Email to a buyer: their buying limit was raised until a certain day, or the raised limit has
    /// ended.
    BuyingLimit { first_name: String, raised: Option<(String, BusinessDate)>, link: String },
}

/// A card on a receipt, with the data that distinguishes it from other cards of the same shop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    pub vendor: String,
    pub price: String,
    /// Name of the gift's recipient; `None` if the card is not a gift.
    pub gift_for: Option<String>,
    pub charity: Option<String>,
}

/// Progress of a campaign on a receipt.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptCampaign {
    pub name: String,
    pub raised: String,
    pub goal: Option<String>,
    /// Number of supporters besides the buyer.
    pub others: i64,
    #[serde(default)]
    pub charity: String,
    /// Thanks of the charity.
    #[serde(default)]
    pub thanks: Option<String>,
}

/// Sum of what a charity gets from the cards of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CauseSum {
    pub charity: String,
    pub amount: String,
}

/// Step in the closing of a shop that an administrator is notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ShopClosingStep {
    /// The request waits for a second administrator.
    Waits,
    /// All cards were processed. The shop stays open, for example because some cards still have a
    /// balance.
    Ended,
    /// No balance was left on the cards, and the shop is closed.
    Closed,
}

impl mail::Letter for Letter {
    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn complete(&self, writing: &mut Writing<'_>) {
        if let Letter::Receipt { causes, campaigns, .. } = self
            && writing.brand().has_causes()
        {
            for CauseSum { charity, amount } in causes {
                let cause = json!(mail::organization(charity));
                let label = writing.text_with("toCause", [("cause", cause)]).unwrap_or_default();
                writing.content.facts.push((label, amount.clone()));
            }
            for campaign in campaigns {
                writing.content.facts.extend(campaign.in_words(writing));
                writing.content.facts.extend(campaign.thanks(writing));
            }
        }
        if let Letter::Receipt { lines, total, .. } | Letter::OrderRefunded { lines, total, .. } =
            self
        {
            for line in lines {
                let bought = (line.in_words(writing), line.price.clone());
                writing.content.bill.push(bought);
            }
            let sum = writing.text("sum").unwrap_or_default();
            writing.content.bill.push((sum, total.clone()));
        }
    }
}

impl ReceiptLine {
    /// Formats the line, for example "Maple Leaf Books, gift for Zoé, supporting Bon Repas". Leaves
    /// the charity out for a brand without charities.
    fn in_words(&self, writing: &Writing<'_>) -> String {
        let gift = self.gift_for.as_deref().and_then(|recipient| match mail::name(recipient) {
            Some(name) => writing.text_with("giftFor", [("recipient", json!(name))]),
            None => writing.text("gift"),
        });
        let cause = self.charity.as_deref().filter(|_| writing.brand().has_causes());
        let cause = cause.map(mail::organization);
        let cause =
            cause.and_then(|cause| writing.text_with("supporting", [("cause", json!(cause))]));
        let words = [Some(mail::organization(&self.vendor)), gift, cause];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl ReceiptCampaign {
    /// Returns the charity's thanks in one line, with the name of the charity.
    fn thanks(&self, writing: &Writing<'_>) -> Option<(String, String)> {
        let thanks = self.thanks.as_deref()?.split_whitespace().collect::<Vec<_>>().join(" ");
        let charity = mail::organization(&self.charity);
        Some((writing.text_with("thanksFrom", [("cause", json!(charity))])?, thanks))
    }

    /// Formats the name and the progress, for example "$1,240.00 of $3,000 raised. You and 41
    /// others."
    fn in_words(&self, writing: &Writing<'_>) -> Option<(String, String)> {
        let values = [
            ("raised", json!(self.raised)),
            ("goal", json!(self.goal)),
            ("others", json!(self.others)),
        ];
        let sum = if self.goal.is_some() { "raisedOfGoal" } else { "raisedSoFar" };
        let by = match self.others {
            ..=0 => "firstSupporter",
            1 => "oneOther",
            _ => "manyOthers",
        };
        let sum = writing.text_with(sum, values.clone())?;
        Some((mail::organization(&self.name), format!("{sum} {}", writing.text_with(by, values)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        examples::{examples, line},
        *,
    };
    use kernel::{brand::Brand, language::Language};
    use mail::Sender;

    #[test]
    fn receipt_distinguishes_cards_of_the_same_shop() {
        let bought = |brand, lang, lines: &[ReceiptLine]| -> Vec<String> {
            let mut receipt = examples().swap_remove(0);
            if let Letter::Receipt { lines: bought, .. } = &mut receipt {
                *bought = lines.to_vec();
            }
            let from = Sender { brand, site: "https://shop.example" };
            let written = mail::write_letter(&receipt, from, lang).expect("written");
            let mut bill = written.content.bill;
            bill.pop().expect("the sum");
            bill.into_iter().map(|(words, _)| words).collect()
        };
        let both = line(Some("Zoé"), Some("Bon Repas"));
        let lines = [
            line(None, None),
            line(None, Some("Bon Repas")),
            line(Some("win at evil.example"), None),
            both.clone(),
        ];
        assert_eq!(
            bought(Brand::with_causes(), Language::En, &lines),
            [
                "Maple Leaf Books",
                "Maple Leaf Books, supporting Bon Repas",
                "Maple Leaf Books, gift",
                "Maple Leaf Books, gift for Zoé, supporting Bon Repas",
            ]
        );
        let both = [both];
        let french = "Maple Leaf Books, cadeau pour Zoé, au profit de Bon Repas";
        assert_eq!(bought(Brand::with_causes(), Language::Fr, &both), [french]);
        assert_eq!(
            bought(Brand::without_causes(), Language::En, &both),
            ["Maple Leaf Books, gift for Zoé"]
        );
    }

    #[test]
    fn receipt_says_what_its_campaigns_raised() {
        let campaign = |others, goal: Option<&str>| ReceiptCampaign {
            name: "Fill the Freezer".to_owned(),
            raised: "$1,240.00".to_owned(),
            goal: goal.map(str::to_owned),
            others,
            charity: "Bon Repas".to_owned(),
            thanks: (others == 1).then(|| "You feed\nthe street!".to_owned()),
        };
        let mut receipt = examples().swap_remove(0);
        if let Letter::Receipt { campaigns, causes, .. } = &mut receipt {
            causes.clear();
            *campaigns = vec![campaign(41, Some("$3,000")), campaign(1, None), campaign(0, None)];
        }
        let from = Sender { brand: Brand::with_causes(), site: "https://shop.example" };
        let written = mail::write_letter(&receipt, from, Language::En).expect("written");
        let told: Vec<String> =
            written.content.facts.into_iter().take(4).map(|(_, words)| words).collect();
        assert_eq!(
            told,
            [
                "$1,240.00 of $3,000 raised. You and 41 others.",
                "$1,240.00 raised. You and one other person.",
                "You feed the street!",
                "$1,240.00 raised. You are the first to support it.",
            ]
        );
    }

    #[test]
    fn receipt_names_the_sum_of_each_cause() {
        let facts = |brand, lang| -> Vec<(String, String)> {
            let from = Sender { brand, site: "https://shop.example" };
            let written = mail::write_letter(&examples()[0], from, lang).expect("written");
            written.content.facts
        };
        let sum = |label: &str| (label.to_owned(), "$2.50".to_owned());
        assert_eq!(
            facts(Brand::with_causes(), Language::En)[0],
            sum("From the shops to Bon Repas")
        );
        assert_eq!(facts(Brand::with_causes(), Language::Fr)[0], sum("Des commerces à Bon Repas"));
        assert_eq!(facts(Brand::without_causes(), Language::En)[0].0, "Paid with");
    }
}
