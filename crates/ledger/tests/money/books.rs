//! Transfers are found in the books of their own shop, card and order only.

use super::*;

#[test]
fn transfer_of_a_card_is_found_at_its_shop_only() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.sell(shop(), 2, 2500, at(1));
    let id = bed.redeem(1, 100, at(2)).id;
    let found = |vendor, number| {
        bed.write(move |tx| find_of_card(tx, vendor, card(number), id)).map(|row| row.kind)
    };
    assert_eq!(found(shop(), 1), Some(TransferKind::Redemption));
    assert_eq!(found(shop(), 2), None, "another card");
    assert_eq!(found(tenant(OTHER_SHOP), 1), None, "another shop");
    assert!(bed.write(move |tx| find(tx, Books::Platform, id)).is_none());
}

#[test]
fn platform_has_books_of_its_own() {
    let bed = Bed::new();
    let paid =
        bed.pay(TransferKind::Payout, Books::Platform, Account::CharityPayable(cause()), 70, at(1));
    let row = bed.write(move |tx| find(tx, Books::Platform, paid.id)).expect("a payout");
    assert_eq!((row.vendor_id, row.card_id), (Books::Platform, None));
    assert_eq!(bed.number("SELECT count(*) FROM transfer WHERE vendor_id = 'platform'"), 1);
}

#[test]
fn order_lists_its_transfers_except_reversed_ones() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    let kept = bed.redeem(1, 100, at(2));
    let row = bed.find(&bed.redeem(1, 200, at(3)));
    bed.write(move |tx| reverse(tx, at(4), CLERK, &row, None));
    let listed = |kind| -> Vec<String> {
        let rows = bed.write(move |tx| list_of_order(tx, order(1), kind));
        rows.iter().map(|row| row.id.to_string()).collect()
    };
    assert_eq!(listed(TransferKind::Redemption), [kept.id.to_string()]);
    assert_eq!(listed(TransferKind::Sale).len(), 1);
    assert_eq!(listed(TransferKind::Refund).len(), 0);
    assert!(bed.write(|tx| list_of_order(tx, order(2), TransferKind::Sale)).is_empty());
}

#[test]
fn only_a_cash_out_makes_a_card_cashed_out() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    let is_cashed_out = || bed.write(|tx| super::super::is_cashed_out(tx, shop(), card(1)));
    bed.redeem(1, 100, at(2));
    assert!(!is_cashed_out());
    bed.write(|tx| record(tx, at(3), CLERK, &of_kind(1, 300, TransferKind::CashOut)));
    assert!(is_cashed_out());
    assert!(!bed.write(|tx| super::super::is_cashed_out(tx, shop(), card(2))));
}

#[test]
fn redemption_is_found_by_exactly_its_amount_person_and_time() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    let [ann, bob] = [person(1), person(2)];
    let mut last = None;
    for second in [10, 20] {
        let by = PostedBy::Person(ann);
        last = Some(bed.write(move |tx| record(tx, at(second), by, &redemption_of(1, 700))).id);
    }
    let found = |who, amount, since| {
        let found = bed
            .write(move |tx| find_redemption(tx, shop(), card(1), who, cents(amount), at(since)));
        found.map(|id| id.to_string())
    };
    let last = last.map(|id| id.to_string());
    assert_eq!(found(ann, 700, 10), last, "the last one");
    assert_eq!(found(ann, 700, 20), last);
    assert_eq!(found(ann, 700, 21), None, "made before that time");
    assert_eq!(found(ann, 701, 10), None);
    assert_eq!(found(bob, 700, 10), None);
}

#[test]
fn card_lists_its_events_newest_first_with_balances() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.redeem(1, 500, at(2));
    let row = bed.find(&bed.redeem(1, 700, at(3)));
    bed.write(move |tx| reverse(tx, at(4), CLERK, &row, Some("Wrong".to_owned())));
    let page =
        |index| bed.write(move |tx| list_of_card(tx, shop(), card(1), PageRequest::new(index, 3)));
    let found = page(1);
    let events = &found.items;
    let seen: Vec<_> = events
        .iter()
        .map(|event| (event.kind, event.amount.get(), event.balance.get(), event.is_reversed))
        .collect();
    assert_eq!(
        seen,
        [
            (TransferKind::Reversal, 700, 2000, false),
            (TransferKind::Redemption, -700, 1300, true),
            (TransferKind::Redemption, -500, 2000, false),
        ]
    );
    assert_eq!(events[0].reason.as_deref(), Some("Wrong"));
    assert_eq!(found.total_items, 4);
    assert_eq!(page(2).items.len(), 1);
}
