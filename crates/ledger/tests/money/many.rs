//! Transfers on many cards of an order at once keep the rules of single ones.

use super::*;
use platform::error::Error;

fn locked(number: u8, balance: i64, moved_at: Timestamp) -> LockedBalance {
    LockedBalance { card: card(number), balance: cents(balance), moved_at }
}

fn refund(number: u8, amount: i64, card: LockedBalance) -> OnLockedCard {
    OnLockedCard { transfer: of_kind(number, amount, TransferKind::Refund), reverses: None, card }
}

#[test]
fn each_card_changes_once_at_a_time_of_its_own() {
    let bed = Bed::new();
    for (number, second) in [(1, 1), (2, 50), (3, 9)] {
        bed.sell(shop(), number, 1000, at(second));
    }
    bed.write(|tx| {
        let moves = MoneyMoves::ask(tx)?;
        let all = [
            refund(1, 400, locked(1, 1000, at(1))),
            refund(2, 400, locked(2, 1000, at(50))),
            refund(3, 300, locked(3, 1000, at(9))),
        ];
        record_all(tx, at(9), CLERK, moves, &all)
    });
    assert_eq!([1, 2, 3].map(|number| bed.balance(number)), [600, 600, 700]);
    assert_eq!([1, 2, 3].map(|number| bed.moved_at(number)), [at(9), micro(at(50)), micro(at(9))]);
    for number in [1, 2, 3] {
        let events = bed
            .write(move |tx| list_of_card(tx, shop(), card(number), PageRequest::new(1, 1)))
            .items;
        let event = &events[0];
        assert_eq!(
            (event.balance.get(), event.created_at),
            (bed.balance(number), bed.moved_at(number))
        );
    }
    assert_eq!(bed.number("SELECT count(*) FROM transfer"), 6);
}

#[test]
fn list_keeps_the_entries_of_each_transfer_together() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 1000, at(1));
    bed.redeem(1, 200, at(2));
    bed.redeem(1, 300, at(3));
    let found = bed.write(|tx| Ok(tx.ask(list_with_entries(order(1), TransferKind::Redemption))?));
    let amounts: Vec<Vec<i64>> = found
        .iter()
        .map(|one| one.entries.iter().map(|(_, amount)| amount.get()).collect())
        .collect();
    assert_eq!(amounts, [vec![-200, 179, 20, 1], vec![-300, 269, 30, 1]]);
}

#[test]
fn opposite_of_a_transfer_reverses_it() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 1000, at(1));
    let redeemed = bed.redeem(1, 200, at(2));
    bed.write(|tx| {
        let found = tx.ask(list_with_entries(order(1), TransferKind::Redemption))?;
        let all = [found[0].opposite(locked(1, 800, at(2)), "Cancelled")?];
        let moves = MoneyMoves::ask(tx)?;
        record_all(tx, at(3), CLERK, moves, &all)
    });
    assert_eq!(bed.balance(1), 1000);
    assert!(bed.write(|tx| list_of_order(tx, order(1), TransferKind::Redemption)).is_empty());
    let events = bed.write(|tx| list_of_card(tx, shop(), card(1), PageRequest::new(1, 1))).items;
    assert_eq!(events[0].reverses.map(|id| id.to_string()), Some(redeemed.id.to_string()));
    assert_eq!(
        (events[0].kind, events[0].reason.as_deref()),
        (TransferKind::Reversal, Some("Cancelled"))
    );
}

#[test]
fn cards_that_are_not_locked_or_too_empty_are_refused() {
    let bed = Bed::new();
    for number in [1, 2] {
        bed.sell(shop(), number, 1000, at(1));
    }
    let attempt = |number: u8, amount: i64, locked: LockedBalance| {
        bed.attempt(move |tx| {
            let moves = MoneyMoves::ask(tx)?;
            record_all(tx, at(2), CLERK, moves, &[refund(number, amount, locked)])
        })
    };
    for refused in
        [attempt(1, 100, locked(2, 1000, at(1))), attempt(1, 1001, locked(1, 1000, at(1)))]
    {
        assert!(matches!(refused, Err(Error::Internal(_))), "{refused:?}");
    }
    assert!(attempt(1, 1000, locked(1, 1000, at(1))).is_ok(), "all of it");
    assert_eq!((bed.balance(1), bed.balance(2)), (0, 1000));
}

#[test]
fn closed_month_takes_no_transfers_on_many_cards() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 1000, at(1));
    bed.write(|tx| {
        let moves = MoneyMoves::of(Some(at(500)))?;
        record_all(tx, at(2), CLERK, moves, &[refund(1, 100, locked(1, 1000, at(1)))])
    });
    assert_eq!(bed.moved_at(1), at(500));
}
