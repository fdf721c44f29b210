//! Money moves between a card and accounts once, at its own time, and never below zero.

use super::*;
use platform::error::Error;

#[test]
fn sale_puts_its_amount_on_the_new_card() {
    let bed = Bed::new();
    let sale = bed.sell(shop(), 1, 2500, at(1));
    assert_eq!((sale.balance, sale.moved_at, bed.balance(1)), (Some(cents(2500)), at(1), 2500));
    let lines = bed.write(move |tx| store::entries_of(tx, Books::Vendor(shop()), sale.id));
    let expected =
        [(Account::GatewayClearing, cents(-2500)), (Account::Card(card(1)), cents(2500))];
    assert_eq!(lines, expected);
    assert_eq!(bed.number("SELECT count(*) FROM unsealed"), 1, "it waits for its seal");
}

#[test]
fn sale_refuses_another_amount_or_card_than_the_new_one() {
    let bed = Bed::new();
    bed.add_card(shop(), 1, 2500, at(1));
    bed.add_card(shop(), 2, 2400, at(1));
    for (made, balance) in [(1, 2400), (2, 2500)] {
        let sold = bed.attempt(move |tx| {
            let new = NewBalance { card: card(made), balance: cents(balance), moved_at: at(1) };
            let moves = MoneyMoves::ask(tx)?;
            record_new(tx, CLERK, &sale_of(shop(), 1, 2500), new, moves)
        });
        assert!(matches!(sold, Err(Error::Internal(_))), "{sold:?}");
    }
    assert_eq!(bed.number("SELECT count(*) FROM transfer"), 0);
}

#[test]
fn redemption_takes_its_amount_off_the_card() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    let redeemed = bed.redeem(1, 1000, at(2));
    assert_eq!(redeemed.balance, Some(cents(1500)));
    assert_eq!((redeemed.moved_at, bed.moved_at(1), bed.balance(1)), (at(2), at(2), 1500));
    assert_eq!(redeemed.id.to_string(), bed.find(&redeemed).id.to_string());
}

#[test]
fn movements_of_a_card_are_ordered_although_clocks_differ() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(10));
    for (now, expected) in
        [(at(10), micro(at(10))), (at(3), micro(micro(at(10)))), (at(11), at(11))]
    {
        let moved = bed.redeem(1, 100, now);
        assert_eq!((moved.moved_at, bed.moved_at(1)), (expected, expected));
    }
}

#[test]
fn locked_card_gets_the_balance_and_time_that_its_caller_is_told() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(10));
    let mut known = LockedBalance { card: card(1), balance: cents(2500), moved_at: at(10) };
    for (now, expected) in
        [(at(9), micro(at(10))), (micro(at(10)), micro(micro(at(10)))), (at(20), at(20))]
    {
        let moved = bed.write(move |tx| {
            let moves = MoneyMoves::ask(tx)?;
            record_on(tx, now, CLERK, &redemption_of(1, 100), known, moves)
        });
        known.balance = known.balance.checked_sub(cents(100)).expect("a balance");
        known.moved_at = expected;
        assert_eq!((moved.balance, moved.moved_at), (Some(known.balance), expected));
        assert_eq!((bed.balance(1), bed.moved_at(1)), (known.balance.get(), expected));
    }
}

#[test]
fn card_that_is_not_the_locked_one_is_read() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.sell(shop(), 2, 300, at(1));
    let locked = LockedBalance { card: card(2), balance: cents(300), moved_at: at(1) };
    let moved = bed.write(move |tx| {
        let moves = MoneyMoves::ask(tx)?;
        record_on(tx, at(2), CLERK, &redemption_of(1, 100), locked, moves)
    });
    assert_eq!((moved.balance, bed.balance(1), bed.balance(2)), (Some(cents(2400)), 2400, 300));
}

#[test]
fn no_card_falls_below_zero() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 500, at(1));
    let locked = LockedBalance { card: card(1), balance: cents(500), moved_at: at(1) };
    let alone = bed.attempt(move |tx| record(tx, at(2), CLERK, &redemption_of(1, 501)));
    let known = bed.attempt(move |tx| {
        let moves = MoneyMoves::ask(tx)?;
        record_on(tx, at(2), CLERK, &redemption_of(1, 501), locked, moves)
    });
    assert!(alone.is_err() && known.is_err());
    assert_eq!((bed.balance(1), bed.number("SELECT count(*) FROM transfer")), (500, 1));
    let nobodys = bed.attempt(|tx| record(tx, at(2), CLERK, &redemption_of(7, 1)));
    assert!(matches!(nobodys, Err(Error::Internal(_))), "there is no such card");
}

#[test]
fn first_use_is_the_first_redemption_or_cash_out() {
    let bed = Bed::new();
    let used =
        |number: u8| format!("SELECT COALESCE(used_at, 0) FROM card WHERE id = '{}'", card(number));
    for (number, kind) in [(1, TransferKind::Redemption), (2, TransferKind::CashOut)] {
        bed.sell(shop(), number, 2500, at(1));
        bed.write(move |tx| record(tx, at(2), CLERK, &of_kind(number, 100, TransferKind::Refund)));
        assert_eq!(bed.number(&used(number)), 0, "a refund is no use");
        for second in [3, 4] {
            bed.write(move |tx| record(tx, at(second), CLERK, &of_kind(number, 100, kind)));
        }
        assert_eq!(bed.number(&used(number)), at(3).as_micros());
    }
    bed.sell(shop(), 3, 2500, at(1));
    let locked = LockedBalance { card: card(3), balance: cents(2500), moved_at: at(1) };
    bed.write(move |tx| {
        let moves = MoneyMoves::ask(tx)?;
        record_on(tx, at(5), CLERK, &redemption_of(3, 100), locked, moves)
    });
    assert_eq!(bed.number(&used(3)), at(5).as_micros());
}

#[test]
fn reversal_puts_everything_back_once() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    let row = bed.find(&bed.redeem(1, 1000, at(2)));
    let earlier = row.clone();
    let reversed =
        bed.write(move |tx| reverse(tx, at(3), CLERK, &earlier, Some("Wrong card".to_owned())));
    assert_eq!((reversed.balance, bed.balance(1)), (Some(cents(2500)), 2500));
    for account in ["vendor_payable:", "charity_payable:", "platform_revenue"] {
        let sum =
            format!("SELECT COALESCE(SUM(amount), 0) FROM entry WHERE account LIKE '{account}%'");
        assert_eq!(bed.number(&sum), 0, "{account}");
    }
    let stored = bed.find(&reversed);
    assert_eq!(
        (stored.kind, stored.order_id, stored.card_id),
        (TransferKind::Reversal, Some(order(1)), Some(card(1)))
    );
    let again = bed.attempt(move |tx| reverse(tx, at(4), CLERK, &row, None));
    assert!(matches!(again, Err(Error::Refused(ALREADY_REVERSED))), "{again:?}");
    assert_eq!(bed.balance(1), 2500);
}

#[test]
fn stop_holds_all_money_until_it_is_lifted() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    let row = bed.find(&bed.redeem(1, 100, at(2)));
    assert!(bed.attempt(refuse_when_stopped).is_ok());
    let breach = Breach { rule: "I1", row: "trf".to_owned(), problem: "it is wrong".to_owned() };
    for second in [3, 4] {
        let breach = breach.clone();
        bed.write(move |tx| stop(tx, at(second), &breach));
    }
    assert_eq!(bed.number("SELECT count(*) FROM ledger_stop"), 1, "a stop needs no second one");
    let earlier = row.clone();
    for refused in [
        bed.attempt(refuse_when_stopped),
        bed.attempt(|tx| record(tx, at(5), CLERK, &redemption_of(1, 100)).map(drop)),
        bed.attempt(move |tx| reverse(tx, at(5), CLERK, &earlier, None).map(drop)),
        bed.attempt(|tx| MoneyMoves::of(tx.ask(books_open_from())?).map(drop)),
    ] {
        assert!(matches!(refused, Err(Error::Refused(LEDGER_STOPPED))), "{refused:?}");
    }
    assert_eq!(bed.balance(1), 2400);

    let first = bed.write(stops);
    bed.forge("INSERT INTO ledger_stop (id, reason, created_at) VALUES ('later', 'another', 9)");
    assert!(!bed.write(move |tx| resume(tx, &first)), "a later stop stays");
    assert!(!bed.write(|tx| resume(tx, &[])));
    let rest = bed.write(stops);
    assert_eq!(rest.len(), 1);
    assert!(bed.write(move |tx| resume(tx, &rest)));
    assert!(!bed.write(|tx| resume(tx, &[])), "nothing was lifted");
    assert_eq!(bed.redeem(1, 100, at(6)).balance, Some(cents(2300)));
}

#[test]
fn nothing_is_posted_into_a_closed_month() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.sell(shop(), 2, 2500, at(1));
    let row = bed.find(&bed.redeem(1, 100, at(2)));
    bed.write(|tx| {
        tx.execute(
            "INSERT INTO closed_month (month, starts_at, ends_at, transfers, closed_by, closed_at) VALUES ('2026-01', 0, $1, 0, '', 0)",
            params![at(1000)],
        )?;
        Ok(())
    });
    let slow = at(900);
    let locked = LockedBalance { card: card(2), balance: cents(2500), moved_at: at(1) };
    let moved = [
        bed.redeem(1, 100, slow),
        bed.write(move |tx| reverse(tx, slow, CLERK, &row, None)),
        bed.pay(
            TransferKind::Payout,
            Books::Vendor(shop()),
            Account::VendorPayable(shop()),
            5,
            slow,
        ),
        bed.write(move |tx| {
            let moves = MoneyMoves::ask(tx)?;
            record_on(tx, slow, CLERK, &redemption_of(2, 100), locked, moves)
        }),
    ];
    assert!(moved.iter().all(|moved| moved.moved_at >= at(1000)), "{moved:?}");
    assert_eq!(moved[0].moved_at, at(1000), "the first moment of the open month");
    assert_eq!(bed.redeem(1, 100, at(1001)).moved_at, at(1001));
    let sold = bed.sell(shop(), 3, 100, slow);
    assert_eq!(sold.id.to_string()[..10], TransferId::new(at(1000)).to_string()[..10]);
}

#[test]
fn transfer_names_its_actor_and_till() {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.forge(
        "INSERT INTO person (id, email, first_name, last_name, language, brand, is_active, search_key, created_at)
         VALUES ('maker', '', '', '', 'en', '', TRUE, '', 0)",
    );
    let till = TillId::from_parts(at(0), [1; 10]);
    bed.write(move |tx| {
        tx.execute(
            "INSERT INTO till (id, vendor_id, name, created_at, created_by, link_hash, link_expires_at) VALUES ($1, $2, 'Bar', 0, 'maker', '', 0)",
            params![till, shop()],
        )?;
        Ok(())
    });
    let [ann, bob] = [person(1), person(2)];
    for (second, by, is_anns, name) in [
        (2, PostedBy::AtTill(ann, till), true, Some("Bar")),
        (3, PostedBy::Person(ann), true, None),
        (4, PostedBy::Person(bob), false, None),
        (5, PostedBy::Program("cards"), false, None),
    ] {
        let moved = bed.write(move |tx| record(tx, at(second), by, &redemption_of(1, 100)));
        let row = bed.find(&moved);
        assert_eq!((row.is_by(ann), row.actor.clone()), (is_anns, by.to_string()));
        let events = bed.write(|tx| list_of_card(tx, shop(), card(1), PageRequest::new(1, 1)));
        let events = events.items;
        assert_eq!((events[0].is_by(ann), events[0].till.as_deref()), (is_anns, name));
    }
    assert_eq!(PostedBy::Program("cards").to_string(), "program:cards");
}
