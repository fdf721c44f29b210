//! Each rule of the books finds the rows that break it, alone and among others.

use super::*;
use platform::error::Error;

/// Returns good books: a card that was sold and redeemed, sealed or about to be.
fn books() -> Bed {
    let bed = Bed::new();
    bed.sell(shop(), 1, 2500, at(1));
    bed.redeem(1, 200, at(10));
    bed.sell(shop(), 2, 700, at(20));
    bed
}

fn broken(bed: &Bed, rows: Rows) -> Vec<(&'static str, Found)> {
    let mut all = Vec::new();
    for rule in RULES {
        let found = bed.write(move |tx| breaking(tx, *rule, rows));
        all.extend(found.into_iter().map(|found| (rule.name, found)));
    }
    all
}

#[test]
fn good_books_break_no_rule() {
    let bed = books();
    for rows in [Rows::All, Rows::Made(at(0), at(99)), Rows::TouchedSince(at(0))] {
        assert!(broken(&bed, rows).is_empty());
    }
    let summary = bed.write(summary);
    assert_eq!((summary.cards, summary.outstanding), (2, cents(3000)));
}

#[test]
fn each_rule_names_the_row_that_breaks_it() {
    for (name, forgery) in [
        ("I1", "UPDATE entry SET amount = amount + 1 WHERE account = 'platform_revenue'"),
        (
            "I1",
            "DELETE FROM entry WHERE transfer_id IN (SELECT id FROM transfer WHERE kind = 'REDEMPTION')",
        ),
        ("I2 a card's balance", "UPDATE card SET balance = balance + 1 WHERE face = 2500"),
        ("I2 a card's entries", "UPDATE entry SET account = 'card:none' WHERE amount = -200"),
        ("I6", "UPDATE card SET face = 2400, vendor_share = 2400 WHERE face = 2500"),
        ("I6", "UPDATE transfer SET kind = 'SALE' WHERE kind = 'REDEMPTION'"),
        ("I7", "UPDATE card SET platform_share = 5, vendor_share = face - 5 WHERE face = 2500"),
        (
            "every transfer is sealed",
            "DELETE FROM unsealed WHERE transfer_id IN (SELECT id FROM transfer WHERE kind = 'REDEMPTION')",
        ),
    ] {
        let bed = books();
        bed.forge(forgery);
        let found = broken(&bed, Rows::All);
        let one = found.iter().find(|(rule, _)| rule.starts_with(name));
        let Some((_, found)) = one else { panic!("{name}: {forgery}: {found:?}") };
        assert_eq!(found.owner, shop().to_string());
        assert!(found.breach.to_string().starts_with(name), "{}", found.breach);
        assert!(!broken(&bed, Rows::TouchedSince(at(0))).is_empty());
        assert!(!broken(&bed, Rows::Made(at(0), at(21))).is_empty());
        assert!(broken(&bed, Rows::Made(at(20), at(21))).is_empty(), "{forgery}: another row");
        assert!(broken(&bed, Rows::TouchedSince(at(20))).is_empty(), "{forgery}: another row");
    }
}

#[test]
fn second_check_reads_the_row_alone() {
    let bed = books();
    let rule =
        RULES.iter().find(|rule| rule.name.starts_with("I2 a card's balance")).expect("a rule");
    bed.forge("UPDATE card SET balance = balance + 1 WHERE face = 2500");
    let found = bed.write(move |tx| breaking(tx, *rule, Rows::All)).pop().expect("a breach");
    let again = |rule: Rule, owner: &str, breach: &Breach| {
        let (owner, breach) = (owner.to_owned(), breach.clone());
        bed.attempt(move |tx| breaking_again(tx, rule, &owner, &breach))
    };
    let confirmed = again(*rule, &found.owner, &found.breach).expect("an answer");
    assert_eq!(confirmed.as_ref(), Some(&found.breach));
    let other = Breach { row: card(2).to_string(), ..found.breach.clone() };
    assert_eq!(again(*rule, &found.owner, &other).expect("an answer"), None, "this card is right");
    bed.forge("UPDATE card SET balance = balance - 1 WHERE face = 2500");
    assert_eq!(
        again(*rule, &found.owner, &found.breach).expect("an answer"),
        None,
        "it was mended"
    );
    let gone = Breach { row: card(7).to_string(), ..found.breach.clone() };
    assert!(matches!(again(*rule, &found.owner, &gone), Err(Error::Internal(_))));

    // A sum over all rows is not computed again, but its row must be there.
    let sum = Rule { key: KeyedBy::SumOf("id"), ..*rule };
    let confirmed = again(sum, &card(1).to_string(), &found.breach).expect("an answer");
    assert_eq!(confirmed, Some(found.breach.clone()));
    assert!(again(sum, &card(7).to_string(), &found.breach).is_err());
}

#[test]
fn second_check_finds_rows_by_each_kind_of_key() {
    let bed = books();
    bed.forge("UPDATE card SET balance = balance + 1 WHERE face = 2500");
    let rule =
        RULES.iter().find(|rule| rule.name.starts_with("I2 a card's balance")).expect("a rule");
    let row = card(1).to_string();
    let breach = Breach { rule: rule.name, row: row.clone(), problem: String::new() };
    for (key, owner) in [(KeyedBy::Vendor, shop().to_string()), (KeyedBy::Column("id"), row)] {
        let (rule, breach) = (Rule { key, ..*rule }, breach.clone());
        let found = bed.write(move |tx| breaking_again(tx, rule, &owner, &breach));
        assert!(found.is_some(), "{key:?}");
    }
}
