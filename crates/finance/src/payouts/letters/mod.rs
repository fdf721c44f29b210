//! Emails about payouts and about the terms of the hold-back.

mod examples;

use serde::{Deserialize, Serialize};
use serde_json::json;

use kernel::{dates::BusinessDate, payouts::PayoutStep};
use mail::{Texts, Writing};

use crate::payouts::terms::TermKind;

pub use examples::examples;

static TEXTS: Texts = Texts::new(include_str!("en.toml"), include_str!("fr.toml"));

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// Email to each manager of the payee: a payout was approved, was paid, or has failed.
    Payout {
        first_name: String,
        organization: String,
        step: PayoutStep,
        amount: String,
        first_day: BusinessDate,
        last_day: BusinessDate,
        /// Last digits of the number of the payee's bank account.
        bank_account: Option<String>,
        reference: Option<String>,
        held_back: Option<String>,
        /// Amount held back for recently sold cards, and the day from which nothing of it is held
        /// back any more.
        reserve: Option<(String, BusinessDate)>,
        /// Sales of a shop in the period.
        #[serde(default)]
        sales: Option<LetterSales>,
        /// Terms of the amount. Empty in emails queued before they had terms.
        #[serde(default)]
        terms: Vec<LetterTerm>,
        link: String,
    },
    /// Email to each manager of the payee: payouts are paused. It doesn't contain the reason.
    PayoutsPaused { first_name: String, organization: String, day: BusinessDate, link: String },
    /// Email to each manager of the payee: the pause of payouts was lifted.
    PayoutsResumed { first_name: String, organization: String, day: BusinessDate, link: String },
    /// Email to administrators: the terms by which the platform holds back parts of payouts change.
    HoldBackSet {
        first_name: String,
        by: String,
        before: HoldBack,
        after: HoldBack,
        starts_on: BusinessDate,
        reason: String,
        link: String,
    },
}

/// Sales of a shop in the period of a payout, in an email.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterSales {
    pub gross: String,
    pub refunds: String,
    pub net: String,
}

/// Term of a payout in an email.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterTerm {
    pub kind: TermKind,
    /// Amount with its sign.
    pub amount: String,
}

/// Terms by which the platform holds back parts of payouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldBack {
    pub card_days: i64,
    pub card_percent: i64,
    pub young_days: i64,
    pub young_percent: i64,
}

impl mail::Letter for Letter {
    fn texts() -> &'static Texts {
        &TEXTS
    }

    fn complete(&self, writing: &mut Writing<'_>) {
        if let Letter::Payout { terms, .. } = self {
            for LetterTerm { kind, amount } in terms {
                let label = writing.text(&format!("term{kind:?}"));
                writing.content.facts.extend(label.map(|label| (label, amount.clone())));
            }
        }
        if let Letter::HoldBackSet { before, after, .. } = self {
            writing.set("termsBefore", before.in_words(writing));
            writing.set("termsAfter", after.in_words(writing));
        }
    }
}

impl HoldBack {
    fn in_words(self, writing: &Writing<'_>) -> Option<String> {
        let terms = [
            ("ofCards", self.card_days, self.card_percent),
            ("ofYoungPayees", self.young_days, self.young_percent),
        ];
        let terms = terms.into_iter().filter(|(_, days, percent)| *days > 0 && *percent > 0);
        let terms: Vec<String> = terms
            .filter_map(|(key, days, percent)| {
                writing.text_with(key, [("days", json!(days)), ("percent", json!(percent))])
            })
            .collect();
        if terms.is_empty() { writing.text("nothing") } else { Some(terms.join("; ")) }
    }
}
