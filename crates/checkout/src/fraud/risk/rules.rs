//! Risk assessment of an order: a score from 0 to 100 with its reasons. Pure functions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::money::Cents;

/// Multiple of a limit from which an order is refused, instead of being charged and held for
/// review.
const REFUSED_FROM_TIMES: i64 = 5;

const HIGHEST: i64 = 100;
/// Points subtracted for buyers with a proven amount (see [`Facts::proven`]). They never outweigh
/// an exceeded limit or a wrong card code.
const TRUST: i64 = 30;

/// Facts about an order and its buyer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether the account is in its first days, or has no paid order.
    pub is_young: bool,
    /// Daily buying limit that administrators have raised for this buyer; `None` if no raised limit
    /// is in force.
    pub proven: Cents,
    /// Raised limit of this buyer per day.
    pub raised: Option<Cents>,
    /// Whether a charge of an earlier order was reversed.
    pub had_reversal: bool,
    /// Whether the email address is of a provider of disposable addresses.
    pub has_disposable_mail: bool,
    /// Sum bought within a day, this order included.
    pub spent: Cents,
    pub cards: i64,
    /// Sum bought by anyone today with the same payment card, this order included.
    pub by_payment_card: Cents,
    /// Largest sum of gifts that any recipient of this order gets today from all buyers, this order
    /// included.
    pub for_recipient: Cents,
    /// Number of different recipients of this order's gifts.
    pub recipients: i64,
    /// Number of different payment cards of this buyer that were declined within a day.
    pub declined_cards: i64,
    /// Number of other new accounts that paid from the same IP address within a day.
    pub other_accounts: i64,
    /// Results of the address and card code checks, as the gateway's letters.
    pub avs: String,
    pub cvv: String,
}

/// Limits per day above which orders are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Limit of a buyer without a proven amount.
    pub amount: Cents,
    pub cards: i64,
    /// Factor by which the proven amount is multiplied to get the limit of its buyer.
    pub proven_times: i64,
    /// Maximum limit of a buyer, however large their proven amount.
    pub per_person: Cents,
    pub per_payment_card: Cents,
    pub per_recipient: Cents,
}

impl Limits {
    /// Computes the buyer's limit per day, which grows with the proven amount up to a ceiling.
    /// Administrators may raise the limit.
    fn amount_of(&self, facts: &Facts) -> Cents {
        let proven = if facts.had_reversal { 0 } else { facts.proven.get() };
        let grown = Cents::new(proven.saturating_mul(self.proven_times)).max(self.amount);
        raised(grown.min(self.per_person), facts)
    }

    /// Computes the buyer's limit of cards, which grows in proportion to the limit of money.
    fn cards_of(&self, facts: &Facts) -> i64 {
        let times = i128::from(self.amount_of(facts).get());
        let cards = i128::from(self.cards) * times / i128::from(self.amount.get().max(1));
        i64::try_from(cards).unwrap_or(i64::MAX).max(self.cards.min(1))
    }
}

fn raised(limit: Cents, facts: &Facts) -> Cents {
    facts.raised.map_or(limit, |raised| raised.max(limit))
}

/// Reason why an order is risky.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reason {
    /// A new account exceeds its limit per day.
    YoungAccountAmount,
    /// A new account exceeds its limit of cards per day.
    YoungAccountCards,
    YoungAccount,
    /// An older account exceeds its limit per day.
    AmountLimit,
    CardsLimit,
    /// The total of one payment card today exceeds its limit.
    PaymentCardLimit,
    /// The total of one gift recipient today exceeds its limit.
    RecipientLimit,
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
    pub const ALL: [Reason; 14] = [
        Reason::YoungAccountAmount,
        Reason::YoungAccountCards,
        Reason::YoungAccount,
        Reason::AmountLimit,
        Reason::CardsLimit,
        Reason::PaymentCardLimit,
        Reason::RecipientLimit,
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
    /// Whether the order is held at any score, because a limit is exceeded or the card code was
    /// wrong.
    pub must_be_held: bool,
}

/// Whether an order is refused because it is far beyond a limit.
pub fn is_refused(facts: &Facts, limits: &Limits) -> bool {
    let far = |limit: Cents| Cents::new(limit.get().saturating_mul(REFUSED_FROM_TIMES));
    facts.spent > far(limits.amount_of(facts))
        || facts.cards > limits.cards_of(facts).saturating_mul(REFUSED_FROM_TIMES)
        || facts.for_recipient > far(raised(limits.per_recipient, facts))
}

pub fn assess(facts: &Facts, limits: &Limits) -> Assessment {
    let (mut holding, mut others) = (holding(facts, limits), others(facts, limits));
    holding.retain(|(points, _)| *points > 0);
    others.retain(|(points, _)| *points > 0);
    let sum = |weights: &[(i64, Reason)]| weights.iter().map(|(points, _)| points).sum::<i64>();
    let is_trusted = facts.proven.is_positive() && !facts.had_reversal;
    let trust = if is_trusted { TRUST } else { 0 };
    let score = sum(&holding) + (sum(&others) - trust).max(0);
    let must_be_held = !holding.is_empty();
    let mut weights = holding;
    weights.extend(others);
    // Uses a stable sort, so that reasons with equal points keep their order.
    weights.sort_by_key(|(points, _)| -points);
    Assessment {
        score: score.clamp(0, HIGHEST),
        reasons: weights.into_iter().map(|(_, reason)| reason).collect(),
        must_be_held,
    }
}

/// Returns the reasons for which an order is held even if its buyer has a proven amount, each with
/// its points.
fn holding(facts: &Facts, limits: &Limits) -> Vec<(i64, Reason)> {
    let exceeds = |is_so: bool| if is_so { 60 } else { 0 };
    let by_age = |young: Reason, older: Reason| if facts.is_young { young } else { older };
    vec![
        (
            exceeds(facts.spent > limits.amount_of(facts)),
            by_age(Reason::YoungAccountAmount, Reason::AmountLimit),
        ),
        (
            exceeds(facts.cards > limits.cards_of(facts)),
            by_age(Reason::YoungAccountCards, Reason::CardsLimit),
        ),
        (
            exceeds(facts.by_payment_card > raised(limits.per_payment_card, facts)),
            Reason::PaymentCardLimit,
        ),
        (
            exceeds(facts.for_recipient > raised(limits.per_recipient, facts)),
            Reason::RecipientLimit,
        ),
        (exceeds(facts.cvv == "N"), Reason::CardCodeMismatch),
    ]
}

fn others(facts: &Facts, limits: &Limits) -> Vec<(i64, Reason)> {
    let young = |is_so: bool, points: i64| if facts.is_young && is_so { points } else { 0 };
    // Administrators who raised the limit of a company know that it gives to many people.
    let is_known = facts.raised.is_some_and(|raised| facts.spent <= raised);
    let recipients = match (facts.recipients, facts.is_young) {
        _ if is_known => 0,
        (10.., true) => 40,
        (5.., true) => 20,
        (20.., false) => 15,
        _ => 0,
    };
    // One declined card is normal, so only further cards count.
    let declined = (facts.declined_cards - 1).clamp(0, 4) * 20;
    // Neighbours may share an IP address, but many new accounts at one address are suspicious.
    let accounts = match facts.other_accounts {
        6.. => 40,
        3.. => 20,
        _ => 0,
    };
    vec![
        (young(facts.spent.get() > limits.amount.get() / 2, 10), Reason::YoungAccount),
        (recipients, Reason::ManyRecipients),
        (declined, Reason::DeclinedCards),
        (if facts.avs == "N" { 20 } else { 0 }, Reason::AddressMismatch),
        (accounts, Reason::ManyAccounts),
        (if facts.had_reversal { 60 } else { 0 }, Reason::EarlierReversal),
        // Some people use disposable addresses only to avoid advertising, so these points alone are
        // few.
        (if facts.has_disposable_mail { 30 } else { 0 }, Reason::DisposableMail),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMITS: Limits = Limits {
        amount: Cents::from_dollars(500),
        cards: 20,
        proven_times: 10,
        per_person: Cents::from_dollars(5_000),
        per_payment_card: Cents::from_dollars(5_000),
        per_recipient: Cents::from_dollars(2_500),
    };

    fn score(facts: &Facts) -> i64 {
        assess(facts, &LIMITS).score
    }

    fn is_held(facts: &Facts) -> bool {
        assess(facts, &LIMITS).must_be_held
    }

    fn newcomer(dollars: u32, cards: i64) -> Facts {
        Facts { is_young: true, spent: Cents::from_dollars(dollars), cards, ..Facts::default() }
    }

    /// Returns the facts of a buyer with a proven amount who now buys cards for `dollars`.
    fn known(proven: u32, dollars: u32) -> Facts {
        let proven = Cents::from_dollars(proven);
        Facts { is_young: false, proven, ..newcomer(dollars, 1) }
    }

    #[test]
    fn assess_scores_an_ordinary_order_zero() {
        for facts in [Facts::default(), newcomer(125, 3), newcomer(250, 10), known(25, 500)] {
            assert_eq!(assess(&facts, &LIMITS), Assessment::default(), "{facts:?}");
        }
    }

    #[test]
    fn assess_names_the_limits_a_young_account_exceeds() {
        let much = assess(&newcomer(525, 21), &LIMITS);
        assert_eq!(
            much.reasons,
            [Reason::YoungAccountAmount, Reason::YoungAccountCards, Reason::YoungAccount]
        );
        assert_eq!((much.score, much.must_be_held), (100, true));
    }

    #[test]
    fn assess_lets_limits_grow_with_proven_money_only_and_up_to_a_ceiling() {
        // Pairs of proven and bought amount: small proven amounts don't raise the limit.
        for (proven, dollars) in [(0, 500), (25, 500), (100, 1_000), (400, 4_000), (5_000, 5_000)] {
            assert!(!is_held(&known(proven, dollars)), "{proven} {dollars}");
            let more = assess(&known(proven, dollars + 1), &LIMITS);
            assert_eq!((more.must_be_held, more.reasons), (true, vec![Reason::AmountLimit]));
        }
        let cards = |cards| is_held(&Facts { cards, ..known(100, 100) });
        assert_eq!([40, 41].map(cards), [false, true], "twice the money, twice the cards");
        let reversed = Facts { had_reversal: true, ..known(5_000, 501) };
        assert!(is_held(&reversed), "a reversed charge cancels the proven amount");
    }

    #[test]
    fn assess_applies_limits_of_payment_cards_and_recipients_to_every_buyer() {
        let by_card = Facts { by_payment_card: Cents::from_dollars(5_001), ..known(5_000, 100) };
        assert_eq!(assess(&by_card, &LIMITS).reasons, [Reason::PaymentCardLimit]);
        let to_one = Facts { for_recipient: Cents::from_dollars(2_501), ..known(5_000, 100) };
        assert_eq!(assess(&to_one, &LIMITS).reasons, [Reason::RecipientLimit]);
        let raised = Some(Cents::from_dollars(20_000));
        for allowed in [by_card, to_one, known(0, 20_000)] {
            assert!(!is_held(&Facts { raised, ..allowed }));
        }
        assert!(is_held(&Facts { raised, ..known(0, 20_001) }));
    }

    #[test]
    fn assess_expects_many_recipients_of_a_buyer_with_a_raised_limit() {
        let list = Facts { recipients: 1000, ..newcomer(20_000, 800) };
        let raised = |dollars| Facts { raised: Some(Cents::from_dollars(dollars)), ..list.clone() };
        let is_named =
            |facts: &Facts| assess(facts, &LIMITS).reasons.contains(&Reason::ManyRecipients);
        assert!(is_named(&list) && is_named(&raised(19_999)));
        assert!(!is_named(&raised(20_000)) && !is_held(&raised(20_000)));
        let wrong = Facts { cvv: "N".to_owned(), ..raised(20_000) };
        assert!(is_held(&wrong), "a raised limit outweighs nothing else");
    }

    #[test]
    fn assess_never_outweighs_a_wrong_card_code() {
        let wrong = Facts { cvv: "N".to_owned(), ..known(5_000, 25) };
        for declined_cards in [0, 3] {
            let found = assess(&Facts { declined_cards, ..wrong.clone() }, &LIMITS);
            assert!(found.must_be_held && found.score >= 60, "{found:?}");
        }
    }

    #[test]
    fn assess_weighs_declined_cards_after_the_first() {
        let tried = |declined_cards| score(&Facts { declined_cards, ..newcomer(25, 1) });
        assert_eq!([0, 1, 2, 3, 4, 9].map(tried), [0, 0, 20, 40, 60, 80]);
    }

    #[test]
    fn assess_names_a_disposable_address_and_holds_nothing_for_it_alone() {
        let disposable = Facts { has_disposable_mail: true, ..newcomer(25, 1) };
        let found = assess(&disposable, &LIMITS);
        assert_eq!((found.score, found.reasons), (30, vec![Reason::DisposableMail]));
        assert_eq!(score(&Facts { proven: Cents::from_dollars(25), ..disposable }), 0);
    }

    #[test]
    fn is_refused_only_far_beyond_a_limit() {
        assert!(!is_refused(&newcomer(2_500, 100), &LIMITS));
        assert!(is_refused(&newcomer(2_501, 1), &LIMITS));
        assert!(is_refused(&newcomer(100, 101), &LIMITS));
        assert!(is_refused(&known(25, 20_000), &LIMITS));
        assert!(!is_refused(&known(5_000, 25_000), &LIMITS));
        assert!(is_refused(&known(5_000, 25_001), &LIMITS));
        let to_one = Facts { for_recipient: Cents::from_dollars(12_501), ..known(5_000, 100) };
        assert!(is_refused(&to_one, &LIMITS));
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
            proven: if flags.1 { Cents::from_dollars(100) } else { Cents::ZERO },
            had_reversal: flags.2,
            has_disposable_mail: flags.3,
            spent: Cents::new(counts.0),
            cards: counts.1,
            recipients: counts.2,
            declined_cards: counts.3,
            other_accounts: counts.4,
            avs: avs.to_owned(),
            cvv: cvv.to_owned(),
            ..Facts::default()
        })
    }

    proptest! {
        #[test]
        fn assess_scores_from_0_to_100_and_gives_reasons(facts in facts()) {
            let Assessment { score, reasons, .. } = assess(&facts, &LIMITS);
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
                Facts { proven: Cents::ZERO, ..facts.clone() },
                Facts { by_payment_card: Cents::from_dollars(9_999), ..facts.clone() },
                Facts { for_recipient: Cents::from_dollars(9_999), ..facts.clone() },
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
