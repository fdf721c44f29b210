//! A seal covers a transfer with its entries and all seals before it, so that no change of the books
//! outside the program stays unseen.

use super::*;
use platform::secrets::Secrets;

const CHAIN: &Chain = &store::seals::TRANSFERS;

struct Sealed {
    bed: Bed,
    keys: SealKeys,
}

impl Sealed {
    /// Seals three transfers of the first shop and one of the second.
    fn new() -> Sealed {
        let bed = Bed::new();
        bed.sell(shop(), 1, 2500, at(1));
        bed.redeem(1, 100, at(2));
        bed.redeem(1, 200, at(3));
        bed.sell(tenant(OTHER_SHOP), 2, 900, at(4));
        let sealed = Sealed { bed, keys: SealKeys::of(&Secrets::random()) };
        assert_eq!(sealed.seal(100), 4);
        sealed
    }

    fn seal(&self, limit: i64) -> usize {
        let keys = self.keys.clone();
        self.bed.write(move |tx| seal_new(tx, CHAIN, &keys, at(60), limit))
    }

    fn check(&self, from: Reached, is_alone: bool, limit: i64) -> ChainCheck {
        let keys = self.keys.clone();
        self.bed.write(move |tx| check_chain(tx, CHAIN, &keys, &from, is_alone, limit))
    }

    /// Returns the first breach and the place from which to check the other chains.
    fn breach(&self) -> (String, Reached) {
        match self.check(Reached::nothing(), false, 100) {
            ChainCheck::Breaks(breach, next) => {
                assert_eq!(breach.rule, "seals hold");
                (breach.problem, next)
            }
            ChainCheck::Holds(_) | ChainCheck::Ends => panic!("the chain holds"),
        }
    }
}

fn positions(check: ChainCheck) -> Vec<(String, i64)> {
    match check {
        ChainCheck::Holds(ends) => {
            ends.into_iter().map(|end| (end.owner, end.seal.position)).collect()
        }
        ChainCheck::Ends => Vec::new(),
        ChainCheck::Breaks(breach, _) => panic!("{breach}"),
    }
}

#[test]
fn every_transfer_gets_one_seal_in_the_chain_of_its_shop() {
    let sealed = Sealed::new();
    assert_eq!(sealed.seal(100), 0, "nothing waits");
    assert_eq!(sealed.bed.number("SELECT count(*) FROM unsealed"), 0);
    assert_eq!(sealed.bed.number("SELECT MAX(position) FROM seal"), 3);
    let tally = sealed.bed.write(|tx| tally(tx, CHAIN));
    assert_eq!((tally.rows, tally.sealed), (4, 4));
    assert_eq!(tally.to_string(), "4 transfers (4 sealed)");

    for second in [70, 71, 72] {
        sealed.bed.redeem(1, 100, at(second));
    }
    assert_eq!(sealed.seal(2), 2, "at most as many as the batch");
    let tally = sealed.bed.write(|tx| super::super::tally(tx, CHAIN));
    assert_eq!((tally.rows, tally.sealed), (7, 6));
    assert_eq!(sealed.seal(2), 1);
    let [first, second] = [shop(), tenant(OTHER_SHOP)].map(|shop| shop.to_string());
    let held = positions(sealed.check(Reached::nothing(), false, 100));
    let expected: Vec<_> = [(String::new(), 0), (first, 6), (second, 1)].into();
    assert_eq!(held, expected);
}

#[test]
fn batch_continues_the_chain_of_each_shop() {
    let sealed = Sealed::new();
    sealed.bed.redeem(1, 100, at(70));
    sealed.bed.sell(tenant(OTHER_SHOP), 3, 900, at(71));
    assert_eq!(sealed.seal(100), 2);
    let ends = sealed.bed.write(|tx| ends(tx, CHAIN, None));
    assert_eq!(ends.iter().map(|end| end.seal.position).collect::<Vec<_>>(), [4, 2]);
    assert_eq!(positions(sealed.check(Reached::nothing(), false, 100)).len(), 3);
}

#[test]
fn oldest_transfer_without_a_seal_tells_how_long_it_waits() {
    let sealed = Sealed::new();
    let oldest = || sealed.bed.write(|tx| oldest_unsealed(tx, CHAIN));
    assert_eq!(oldest(), None);
    sealed.bed.redeem(1, 100, at(90));
    sealed.bed.redeem(1, 100, at(99));
    let waits = oldest().expect("a transfer without a seal");
    assert!(at(90).since(waits) < Duration::from_secs(1), "{waits:?}");
}

#[test]
fn check_continues_after_the_seals_that_it_knows() {
    let sealed = Sealed::new();
    let ChainCheck::Holds(ends) = sealed.check(Reached::nothing(), false, 2) else {
        panic!("it breaks")
    };
    let reached = ends.last().expect("an end").clone();
    assert_eq!((reached.owner.clone(), reached.seal.position), (shop().to_string(), 2));
    let alone = positions(sealed.check(reached.clone(), true, 100));
    assert_eq!(alone, [(shop().to_string(), 3)], "one chain only");
    let rest = positions(sealed.check(reached, false, 100));
    assert_eq!(rest.len(), 2);
    assert_eq!(rest[1], (tenant(OTHER_SHOP).to_string(), 1));
    let last = Reached::start_of(tenant(OTHER_SHOP).to_string());
    assert_eq!(positions(sealed.check(last.clone(), true, 1)).len(), 1);
    let ChainCheck::Holds(ends) = sealed.check(last, true, 1) else { panic!("it breaks") };
    assert!(matches!(sealed.check(ends[0].clone(), false, 100), ChainCheck::Ends));
}

#[test]
fn changed_rows_break_their_seal() {
    for forgery in [
        "UPDATE entry SET amount = amount + 1 WHERE account = 'platform_revenue'",
        "UPDATE entry SET balance = balance + 1 WHERE balance IS NOT NULL",
        "UPDATE entry SET account = 'refunds' WHERE account = 'platform_revenue'",
        "DELETE FROM entry WHERE account = 'platform_revenue'",
        "UPDATE transfer SET actor = 'program:other' WHERE kind = 'REDEMPTION'",
        "UPDATE transfer SET created_at = created_at + 1",
        "UPDATE transfer SET order_id = NULL",
        "UPDATE transfer SET reason = 'as agreed' WHERE kind = 'REDEMPTION'",
    ] {
        let sealed = Sealed::new();
        sealed.bed.forge(forgery);
        let (problem, next) = sealed.breach();
        assert!(problem.starts_with("it was changed after it was sealed as number"), "{problem}");
        assert_eq!(next.owner, shop().to_string(), "{forgery}");
        let keys = sealed.keys.clone();
        let rest = sealed.bed.write(move |tx| check_chain(tx, CHAIN, &keys, &next, false, 100));
        let ends = |check: &ChainCheck| matches!(check, ChainCheck::Holds(ends) if ends.len() == 2);
        assert!(ends(&rest) || !forgery.contains("REDEMPTION"), "{forgery}: the other chain holds");
    }
}

#[test]
fn removed_seal_is_missed() {
    let sealed = Sealed::new();
    sealed.bed.forge("DELETE FROM seal WHERE position = 2");
    assert_eq!(sealed.breach().0, "seal number 2 is gone; the next one is 3");
}

#[test]
fn seals_under_an_unknown_key_name_it() {
    let sealed = Sealed::new();
    let known = Sealed { keys: SealKeys::of(&Secrets::random()), ..sealed };
    let problem = known.breach().0;
    assert!(problem.contains("sealed as number 1 with the key"), "{problem}");
    assert!(problem.contains("retired_keys"), "{problem}");
}

#[test]
fn seal_depends_on_the_chain_owner_and_earlier_seals() {
    let sealed = Sealed::new();
    let hashes =
        sealed.bed.write(|tx| Ok(tx.rows::<(String,)>("SELECT DISTINCT hash FROM seal", &[])?));
    assert_eq!(hashes.len(), 4);
    assert!(hashes.iter().all(|(hash,)| hash.len() == 64), "{hashes:?}");
    // Puts the hash of the third seal in the place of the second one.
    sealed.bed.forge("UPDATE seal SET hash = (SELECT s.hash FROM seal s WHERE s.position = 3) WHERE position = 2");
    assert!(sealed.breach().0.contains("number 2"));
}

#[test]
fn ends_and_misfits_compare_chains_with_their_anchors() {
    let sealed = Sealed::new();
    let ends = |since| sealed.bed.write(move |tx| ends(tx, CHAIN, since));
    let all = ends(None);
    let places: Vec<_> = all.iter().map(|end| (end.owner.clone(), end.seal.position)).collect();
    assert_eq!(places, [(shop().to_string(), 3), (tenant(OTHER_SHOP).to_string(), 1)]);
    assert_eq!(ends(Some(at(60))).len(), 2);
    assert_eq!(ends(Some(at(61))).len(), 0, "no seal since");
    let misfits = |places: Vec<Reached>| sealed.bed.write(move |tx| misfits(tx, CHAIN, &places));
    assert_eq!(misfits(all.clone()), []);
    let mut wrong = all.clone();
    wrong[0].seal.hash = "another".to_owned();
    wrong[1].seal.position = 2;
    assert_eq!(misfits(wrong.clone()), wrong);
    wrong[1] = all[1].clone();
    assert_eq!(misfits(wrong.clone()), wrong[..1]);
}

#[test]
fn platform_and_shops_have_chains_of_their_own() {
    let sealed = Sealed::new();
    sealed.bed.pay(
        TransferKind::Payout,
        Books::Platform,
        Account::CharityPayable(cause()),
        7,
        at(70),
    );
    assert_eq!(sealed.seal(100), 1);
    let ends = sealed.bed.write(|tx| ends(tx, CHAIN, None));
    assert_eq!(ends.len(), 3);
    assert!(ends.iter().any(|end| end.owner == PLATFORM && end.seal.position == 1));
}
