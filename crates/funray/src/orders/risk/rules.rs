//! How risky an order looks, decided on plain values: a score from 0 to 100, and the reasons that make it up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::money::Cents;

/// Orders that are larger than this many times a young account's limit are refused: nobody should be charged so much
/// before somebody has looked.
const REFUSED_FROM_TIMES: i64 = 5;

const HIGHEST: i64 = 100;
/// What a history without trouble is worth.
const TRUST: i64 = 30;

/// What is known of an order and of who buys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// In its first days, or without any paid order.
    pub is_young: bool,
    /// Earlier orders were paid for, and none of their charges was reversed.
    pub has_good_history: bool,
    /// A charge of an earlier order was reversed.
    pub had_reversal: bool,
    /// Their mail goes to a provider of addresses that last for minutes.
    pub has_disposable_mail: bool,
    /// Bought within a day, this order included; of an account that is not young, this order alone.
    pub spent: Cents,
    pub cards: i64,
    /// The different addresses that the gifts of this order go to.
    pub recipients: i64,
    /// The different payment cards of this person that were declined within a day.
    pub declined_cards: i64,
    /// Other young accounts that paid from the same client address within a day.
    pub other_accounts: i64,
    /// How the address and the card's code compared, as the gateway's letters.
    pub avs: String,
    pub cvv: String,
}

/// How much a young account may buy within a day before its orders are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub amount: Cents,
    pub cards: i64,
}

/// Why an order looks risky.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reason {
    /// A young account buys more within a day than it may.
    YoungAccountAmount,
    /// A young account buys more cards within a day than it may.
    YoungAccountCards,
    YoungAccount,
    ManyRecipients,
    DeclinedCards,
    CardCodeMismatch,
    AddressMismatch,
    ManyAccounts,
    EarlierReversal,
    DisposableMail,
}

impl Reason {
    #[cfg(test)]
    pub const ALL: [Reason; 10] = [
        Reason::YoungAccountAmount,
        Reason::YoungAccountCards,
        Reason::YoungAccount,
        Reason::ManyRecipients,
        Reason::DeclinedCards,
        Reason::CardCodeMismatch,
        Reason::AddressMismatch,
        Reason::ManyAccounts,
        Reason::EarlierReversal,
        Reason::DisposableMail,
    ];
}

/// A score with its reasons, the weightiest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assessment {
    pub score: i64,
    pub reasons: Vec<Reason>,
}

/// Whether somebody with a young account wants more than could be held for review.
pub fn is_refused(facts: &Facts, allowance: Allowance) -> bool {
    let most = allowance.amount.get().saturating_mul(REFUSED_FROM_TIMES);
    facts.is_young
        && (facts.spent.get() > most
            || facts.cards > allowance.cards.saturating_mul(REFUSED_FROM_TIMES))
}

pub fn assess(facts: &Facts, allowance: Allowance) -> Assessment {
    let mut weights: Vec<(i64, Reason)> = weights(facts, allowance);
    weights.retain(|(points, _)| *points > 0);
    // Equal ones keep their order.
    weights.sort_by_key(|(points, _)| -points);
    let sum: i64 = weights.iter().map(|(points, _)| points).sum();
    let trust = if facts.has_good_history { TRUST } else { 0 };
    Assessment {
        score: (sum - trust).clamp(0, HIGHEST),
        reasons: weights.into_iter().map(|(_, reason)| reason).collect(),
    }
}

fn weights(facts: &Facts, allowance: Allowance) -> Vec<(i64, Reason)> {
    let young = |is_so: bool, points: i64| if facts.is_young && is_so { points } else { 0 };
    let recipients = match (facts.recipients, facts.is_young) {
        (10.., true) => 40,
        (5.., true) => 20,
        (20.., false) => 15,
        _ => 0,
    };
    // One declined card happens to everybody.
    let declined = (facts.declined_cards - 1).clamp(0, 4) * 20;
    // Neighbours share an address; many new accounts at once are no neighbourhood.
    let accounts = match facts.other_accounts {
        6.. => 40,
        3.. => 20,
        _ => 0,
    };
    vec![
        (young(facts.spent > allowance.amount, 60), Reason::YoungAccountAmount),
        (young(facts.cards > allowance.cards, 60), Reason::YoungAccountCards),
        (young(facts.spent.get() > allowance.amount.get() / 2, 10), Reason::YoungAccount),
        (recipients, Reason::ManyRecipients),
        (declined, Reason::DeclinedCards),
        (if facts.cvv == "N" { 60 } else { 0 }, Reason::CardCodeMismatch),
        (if facts.avs == "N" { 20 } else { 0 }, Reason::AddressMismatch),
        (accounts, Reason::ManyAccounts),
        (if facts.had_reversal { 60 } else { 0 }, Reason::EarlierReversal),
        // Some people only want no advertising.
        (if facts.has_disposable_mail { 30 } else { 0 }, Reason::DisposableMail),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALLOWANCE: Allowance = Allowance { amount: Cents::from_dollars(500), cards: 20 };

    fn score(facts: &Facts) -> i64 {
        assess(facts, ALLOWANCE).score
    }

    fn newcomer(dollars: u32, cards: i64) -> Facts {
        Facts { is_young: true, spent: Cents::from_dollars(dollars), cards, ..Facts::default() }
    }

    #[test]
    fn assess_scores_an_ordinary_order_zero() {
        for facts in [Facts::default(), newcomer(125, 3), newcomer(250, 10)] {
            assert_eq!(assess(&facts, ALLOWANCE), Assessment::default(), "{facts:?}");
        }
    }

    #[test]
    fn assess_names_the_limits_a_young_account_exceeds() {
        let much = assess(&newcomer(525, 21), ALLOWANCE);
        assert_eq!(
            much.reasons,
            [Reason::YoungAccountAmount, Reason::YoungAccountCards, Reason::YoungAccount]
        );
        assert_eq!(much.score, 100);
        let old = Facts { is_young: false, ..newcomer(10_000, 400) };
        assert_eq!(score(&old), 0, "somebody who is known buys what they like");
    }

    #[test]
    fn assess_weighs_declined_cards_after_the_first() {
        let tried = |declined_cards| score(&Facts { declined_cards, ..newcomer(25, 1) });
        assert_eq!([0, 1, 2, 3, 4, 9].map(tried), [0, 0, 20, 40, 60, 80]);
    }

    #[test]
    fn assess_names_a_disposable_address_and_holds_nothing_for_it_alone() {
        let disposable = Facts { has_disposable_mail: true, ..newcomer(25, 1) };
        let found = assess(&disposable, ALLOWANCE);
        assert_eq!((found.score, found.reasons), (30, vec![Reason::DisposableMail]));
        assert_eq!(score(&Facts { has_good_history: true, ..disposable }), 0);
    }

    #[test]
    fn is_refused_only_for_young_accounts_far_beyond_their_limits() {
        assert!(!is_refused(&newcomer(2_500, 100), ALLOWANCE));
        assert!(is_refused(&newcomer(2_501, 1), ALLOWANCE));
        assert!(is_refused(&newcomer(100, 101), ALLOWANCE));
        assert!(!is_refused(&Facts { is_young: false, ..newcomer(100_000, 1_000) }, ALLOWANCE));
    }

    #[test]
    fn reason_round_trips_through_json() {
        for reason in Reason::ALL {
            let text = serde_json::to_string(&reason).expect("a word");
            assert_eq!(serde_json::from_str::<Reason>(&text).expect("a reason"), reason);
        }
    }

    fn facts() -> impl Strategy<Value = Facts> {
        let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
        let counts = (0..200_000_i64, 0..300_i64, 0..40_i64, 0..10_i64, 0..20_i64);
        let codes = (
            prop::sample::select(vec!["", "N", "Y", "P"]),
            prop::sample::select(vec!["", "N", "M", "P"]),
        );
        (flags, counts, codes).prop_map(|(flags, counts, (avs, cvv))| Facts {
            is_young: flags.0,
            has_good_history: flags.1,
            had_reversal: flags.2,
            has_disposable_mail: flags.3,
            spent: Cents::new(counts.0),
            cards: counts.1,
            recipients: counts.2,
            declined_cards: counts.3,
            other_accounts: counts.4,
            avs: avs.to_owned(),
            cvv: cvv.to_owned(),
        })
    }

    proptest! {
        #[test]
        fn assess_scores_from_0_to_100_and_gives_reasons(facts in facts()) {
            let Assessment { score, reasons } = assess(&facts, ALLOWANCE);
            prop_assert!((0..=100).contains(&score));
            prop_assert!(score == 0 || !reasons.is_empty());
        }

        #[test]
        fn assess_never_scores_riskier_facts_lower(facts in facts(), more in 1..50_i64) {
            let before = score(&facts);
            for riskier in [
                Facts { is_young: true, ..facts.clone() },
                Facts { had_reversal: true, ..facts.clone() },
                Facts { has_disposable_mail: true, ..facts.clone() },
                Facts { has_good_history: false, ..facts.clone() },
                Facts { spent: Cents::new(facts.spent.get() + more), ..facts.clone() },
                Facts { cards: facts.cards + more, ..facts.clone() },
                Facts { recipients: facts.recipients + more, ..facts.clone() },
                Facts { declined_cards: facts.declined_cards + more, ..facts.clone() },
                Facts { other_accounts: facts.other_accounts + more, ..facts.clone() },
                Facts { avs: "N".to_owned(), ..facts.clone() },
                Facts { cvv: "N".to_owned(), ..facts.clone() },
            ] {
                prop_assert!(score(&riskier) >= before, "{riskier:?}");
            }
        }
    }
}
