//! Amounts owed to shops and charities, as their statements and payouts need them.

use super::*;
use kernel::dates::BusinessDate;

fn period(payee: Payee, from: u64, until: u64) -> PayeePeriod {
    PayeePeriod { payee, from: at(from), until: at(until) }
}

/// Returns a shop that earned 179 and 269 cents, and a charity that earned 20 and 30, at the seconds
/// 10 and 20.
fn earned() -> Bed {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.redeem(1, 200, at(10));
    bed.redeem(1, 300, at(20));
    bed
}

const NONE: AccountSums = AccountSums {
    opening: Cents::ZERO,
    closing: Cents::ZERO,
    now: Cents::ZERO,
    paid_since: Cents::ZERO,
};

#[test]
fn payee_has_an_account_and_books() {
    let vendor = Payee::Vendor(shop());
    assert_eq!(
        (vendor.account(), vendor.books()),
        (Account::VendorPayable(shop()), Books::Vendor(shop()))
    );
    let charity = Payee::Charity(cause());
    assert_eq!(
        (charity.account(), charity.books()),
        (Account::CharityPayable(cause()), Books::Platform)
    );
}

#[test]
fn sums_of_payees_begin_and_end_with_the_period() {
    let bed = earned();
    let [vendor, charity] = [Payee::Vendor(shop()), Payee::Charity(cause())];
    let sums = |all: Vec<PayeePeriod>, span| bed.write(move |tx| sums_of_payees(tx, &all, span));
    let all = vec![
        period(charity, 10, 20),
        period(vendor, 11, 20),
        period(Payee::Vendor(tenant(OTHER_SHOP)), 0, 99),
        period(vendor, 20, 21),
    ];
    let of = |opening, closing, now| AccountSums {
        opening: cents(opening),
        closing: cents(closing),
        now: cents(now),
        paid_since: cents(0),
    };
    let found = sums(all, Span::ALL);
    assert_eq!(found, [of(0, 20, 50), of(179, 179, 448), NONE, of(179, 448, 448)]);

    let whole = vec![period(vendor, 0, 99)];
    assert_eq!(
        sums(whole.clone(), Span::before(at(20)))[0].now,
        cents(179),
        "the end is exclusive"
    );
    assert_eq!(sums(whole.clone(), Span::since(at(20)))[0].now, cents(269));
    assert_eq!(sums(whole, Span::since(at(21)))[0], NONE);
}

#[test]
fn payouts_after_the_period_and_their_reversals_are_told_apart() {
    let bed = earned();
    let books = Books::Vendor(shop());
    let vendor = Account::VendorPayable(shop());
    bed.pay(TransferKind::Payout, books, vendor, 100, at(29));
    let paid = bed.pay(TransferKind::Payout, books, vendor, 40, at(30));
    let paid_since = |until| {
        let all = [period(Payee::Vendor(shop()), 0, until)];
        bed.write(move |tx| sums_of_payees(tx, &all, Span::ALL))[0].paid_since
    };
    assert_eq!([29, 30, 31].map(paid_since), [-140, -40, 0].map(cents));
    bed.pay(TransferKind::CommissionTax, books, vendor, 7, at(32));
    let row = bed.find(&paid);
    bed.write(move |tx| reverse(tx, at(33), CLERK, &row, None));
    assert_eq!([29, 30, 31].map(paid_since), [-100, 0, 40].map(cents));
}

#[test]
fn changes_of_payees_name_kinds_and_shares() {
    let bed = earned();
    let row = bed.find(&bed.redeem(1, 500, at(25)));
    bed.write(move |tx| reverse(tx, at(26), CLERK, &row, None));
    bed.pay(
        TransferKind::Payout,
        Books::Vendor(shop()),
        Account::VendorPayable(shop()),
        100,
        at(30),
    );
    let all = [period(Payee::Charity(cause()), 20, 26), period(Payee::Vendor(shop()), 10, 31)];
    let found = bed.write(move |tx| changes_of_payees(tx, &all));
    let seen: Vec<Vec<_>> = found
        .iter()
        .map(|changes| {
            changes
                .iter()
                .map(|one| {
                    (one.kind, one.count, [one.amount, one.causes, one.commission].map(Cents::get))
                })
                .collect()
        })
        .collect();
    assert_eq!(
        seen,
        [
            vec![(TransferKind::Redemption, 2, [80, 80, 2])],
            vec![
                (TransferKind::Payout, 1, [-100, 0, 0]),
                (TransferKind::Redemption, 4, [448, 50, 2]),
            ],
        ]
    );
}

#[test]
fn owed_for_cards_sold_counts_the_sales_of_the_period() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.sell(shop(), 2, 2500, at(10));
    bed.redeem(1, 200, at(20));
    bed.redeem(2, 300, at(21));
    let owed = |from, until| {
        let all = [
            period(Payee::Charity(cause()), from, until),
            period(Payee::Vendor(shop()), from, until),
        ];
        bed.write(move |tx| owed_for_cards_sold(tx, &all))
            .into_iter()
            .map(Cents::get)
            .collect::<Vec<_>>()
    };
    assert_eq!(owed(0, 99), [50, 448]);
    assert_eq!(owed(10, 99), [30, 269], "the first card was sold earlier");
    assert_eq!(owed(0, 21), [20, 179], "the end is exclusive");
    assert_eq!(owed(11, 99), [0, 0]);
}

#[test]
fn first_day_is_that_of_the_first_entry() {
    let bed = earned();
    let all = [Payee::Charity(tenant(OTHER_CAUSE)), Payee::Vendor(shop()), Payee::Charity(cause())];
    let days = bed.write(move |tx| first_days_of(tx, &all));
    let day = BusinessDate::parse("2026-01-10");
    assert_eq!(days, [None, day, day]);
}
