//! Example letters for the tests that render every letter.

use super::{Letter, Movement};
use crate::gifts::thanks::ThanksPhrase;
use kernel::{dates::BusinessDate, pace::PaceLimit};

pub fn examples() -> Vec<Letter> {
    let movements = [Movement::Redeemed, Movement::CashedOut, Movement::Reversed];
    [cards(), gifts(), thanks(), movements.map(moved).concat(), counter()].concat()
}

fn ann() -> String {
    "Ann".to_owned()
}

fn louis() -> String {
    "Louis Roy".to_owned()
}

fn shop() -> String {
    "Maple Leaf Books".to_owned()
}

/// Returns a masked card number, the form used in most letters.
fn masked() -> String {
    "•••• 5678".to_owned()
}

fn link(path: &str) -> String {
    format!("https://shop.example/{path}")
}

fn cards() -> Vec<Letter> {
    let replaced = |is_by_holder| Letter::CardReplaced {
        first_name: ann(),
        vendor: shop(),
        number: masked(),
        is_by_holder,
        link: link("transactions"),
    };
    let status = |is_active| Letter::CardStatus {
        first_name: ann(),
        vendor: shop(),
        number: masked(),
        balance: "$15.00".to_owned(),
        is_active,
        link: link("transactions"),
    };
    let card = Letter::Card {
        first_name: ann(),
        vendor: shop(),
        number: "1234 5678".to_owned(),
        balance: "25".to_owned(),
        charity: Some("Bon Repas".to_owned()),
        share: Some("$2.50".to_owned()),
        hue: None,
        link: link("transactions"),
        qr_png: Vec::new(),
        card_png: b"png".to_vec(),
    };
    vec![card, replaced(true), replaced(false), status(false), status(true)]
}

fn gifts() -> Vec<Letter> {
    vec![
        Letter::Gift {
            to: ann(),
            from: louis(),
            vendor: shop(),
            value: "25".to_owned(),
            message: Some("Bravo!\nBravissimo!".to_owned()),
            charity: Some("Bon Repas".to_owned()),
            share: Some("$2.50".to_owned()),
            hue: None,
            link: link("gift/4w7q2n"),
            card_png: b"png".to_vec(),
        },
        Letter::GiftCancelled { first_name: ann(), vendor: shop(), link: link("gift/4w7q2n") },
        Letter::GiftFrozen { first_name: ann(), vendor: shop(), link: link("gift/4w7q2n") },
        Letter::GiftReaddressed {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            old: "louis@home.example".to_owned(),
            new: "louise@home.example".to_owned(),
            link: link("transactions"),
        },
        Letter::GiftReminder {
            to: "Bob".to_owned(),
            from: ann(),
            vendor: shop(),
            link: link("gift/4w7q2n"),
        },
        Letter::GiftSent {
            first_name: ann(),
            to: "Louis".to_owned(),
            email: "louis@home.example".to_owned(),
            vendor: shop(),
            link: link("transactions"),
        },
        Letter::GiftMoved { to: "Bob".to_owned(), from: ann(), vendor: shop() },
        Letter::GiftOpened {
            first_name: ann(),
            to: "Louis".to_owned(),
            vendor: shop(),
            link: link("transactions"),
        },
    ]
}

/// Returns thanks with own words and with each phrase.
fn thanks() -> Vec<Letter> {
    let thanks = |phrase, words: Option<&str>| Letter::GiftThanks {
        first_name: ann(),
        to: "Louis".to_owned(),
        vendor: shop(),
        phrase,
        words: words.map(str::to_owned),
        link: link("transactions"),
    };
    let phrases = ThanksPhrase::ALL.map(|phrase| thanks(Some(phrase), None));
    [vec![thanks(None, Some("Merci, Ann!\nÀ bientôt."))], phrases.to_vec()].concat()
}

fn moved(movement: Movement) -> Vec<Letter> {
    let value = || "10".to_owned();
    vec![
        Letter::CardMoved {
            first_name: ann(),
            vendor: shop(),
            number: masked(),
            movement,
            value: value(),
            balance: "15".to_owned(),
            is_by_name: movement == Movement::Redeemed,
            link: link("transactions"),
        },
        Letter::CardMovedByAdministrator {
            first_name: ann(),
            by: louis(),
            vendor: shop(),
            number: masked(),
            movement,
            value: value(),
            reason: "The till was broken".to_owned(),
            link: link("admin/vendor/cards-transaction/crd_1"),
        },
    ]
}

fn counter() -> Vec<Letter> {
    let waits = |cause, is_other| Letter::RedemptionWaits {
        first_name: ann(),
        clerk: louis(),
        vendor: shop(),
        number: masked(),
        value: "10".to_owned(),
        is_cash: is_other,
        is_by_name: is_other,
        cause,
        link: link("admin/vendor/approvals"),
    };
    let settings = |pace, redeems_by_name, from: Option<&str>| Letter::CounterSettingsChanged {
        first_name: ann(),
        by: louis(),
        vendor: shop(),
        pace,
        redeems_by_name,
        from: from.map(str::to_owned),
        link: link("admin/vendor/counter"),
    };
    vec![
        waits(PaceLimit::Single, false),
        waits(PaceLimit::Count, true),
        waits(PaceLimit::Amount, false),
        Letter::UnusualPace {
            first_name: ann(),
            by: louis(),
            vendor: shop(),
            value: "10".to_owned(),
            count: 26,
            amount: "310".to_owned(),
            link: link("admin/vendor/history"),
        },
        settings(None, true, Some("2026-11-29 14:05")),
        settings(Some((25, "1000".to_owned(), "500".to_owned())), false, None),
        closed(None, Some("4"), Some("-0.50")),
        closed(Some("Front"), Some("4.50"), None),
        closed(None, None, None),
        Letter::Burst {
            first_name: ann(),
            vendor: shop(),
            cards: 36,
            amount: "710".to_owned(),
            outstanding: "900".to_owned(),
            link: link("admin/cards/open/bursts"),
        },
    ]
}

fn closed(till: Option<&str>, counted: Option<&str>, difference: Option<&str>) -> Letter {
    Letter::CounterDayClosed {
        first_name: ann(),
        by: louis(),
        vendor: shop(),
        till: till.map(str::to_owned),
        is_whole: till.is_none() && counted.is_some(),
        day: BusinessDate::parse("2026-11-28").expect("a day"),
        redeemed: "83.34".to_owned(),
        undone: "50".to_owned(),
        taken: "33.34".to_owned(),
        paid_out: "4.50".to_owned(),
        counted: counted.map(str::to_owned),
        difference: difference.map(str::to_owned),
        link: link("admin/vendor/counter-day?day=2026-11-28"),
    }
}
