//! Example letters about payouts, for tests that render every letter of the program.

use super::{HoldBack, Letter, LetterSales, LetterTerm};
use kernel::{dates::BusinessDate, payouts::PayoutStep};

use crate::payouts::terms::TermKind;

pub fn examples() -> Vec<Letter> {
    let before = HoldBack { card_days: 60, card_percent: 10, young_days: 90, young_percent: 40 };
    let hold_back = |after| Letter::HoldBackSet {
        first_name: "Ann".to_owned(),
        by: "Louis Roy".to_owned(),
        before,
        after,
        starts_on: day("2026-04-01"),
        reason: "No dispute for a year".to_owned(),
        link: "https://shop.example/admin".to_owned(),
    };
    let mut all = PayoutStep::ALL.map(payout).to_vec();
    let (first_name, organization) = ("Ann".to_owned(), "Maple Leaf Books".to_owned());
    let (on, link) = (day("2026-04-01"), "https://shop.example/admin/vendor/payouts".to_owned());
    all.push(Letter::PayoutsPaused {
        first_name: first_name.clone(),
        organization: organization.clone(),
        day: on,
        link: link.clone(),
    });
    all.push(Letter::PayoutsResumed { first_name, organization, day: on, link });
    all.push(hold_back(HoldBack { card_days: 0, card_percent: 0, ..before }));
    all.push(hold_back(HoldBack { card_days: 0, young_days: 0, ..before }));
    all
}

fn payout(step: PayoutStep) -> Letter {
    let is_paid = step == PayoutStep::Paid;
    Letter::Payout {
        first_name: "Ann".to_owned(),
        organization: "Maple Leaf Books".to_owned(),
        step,
        amount: "32.18".to_owned(),
        first_day: day("2026-03-01"),
        last_day: day("2026-03-31"),
        bank_account: Some("…9876".to_owned()),
        reference: is_paid.then(|| "TRACE 0417".to_owned()),
        held_back: is_paid.then(|| "2.25".to_owned()),
        reserve: is_paid.then(|| ("4.50".to_owned(), day("2026-05-31"))),
        sales: Some(LetterSales {
            gross: "55.00".to_owned(),
            refunds: "− 5.00".to_owned(),
            net: "50.00".to_owned(),
        }),
        terms: [
            (TermKind::Redeemed, "40.01"),
            (TermKind::Causes, "− 5.00"),
            (TermKind::Commission, "− 2.50"),
            (TermKind::Tax, "− 0.33"),
        ]
        .map(|(kind, amount)| LetterTerm { kind, amount: amount.to_owned() })
        .to_vec(),
        link: "https://shop.example/admin/payouts/1".to_owned(),
    }
}

fn day(text: &str) -> BusinessDate {
    BusinessDate::parse(text).expect("a day")
}
