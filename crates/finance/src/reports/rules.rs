//! Calculations for reports without access to the database: names of buyers, and running totals.

use std::collections::BTreeMap;

use super::store::rollup::{DailyTotals, Moved, Totals};
use kernel::{dates::BusinessDate, money::Cents, sums::Overflow};

/// Returns the amounts that one transfer adds to the daily totals.
pub fn totals_of(moved: &Moved) -> Totals {
    let Moved { cards, purchased, on_card, raised, platform, .. } = *moved;
    let is_support = raised != Cents::ZERO;
    Totals {
        transfers: 1,
        supports: i64::from(is_support),
        cards,
        purchased,
        supported: if is_support { purchased } else { Cents::ZERO },
        on_card,
        raised,
        platform,
    }
}

kernel::adds_up! {
    Totals {
        transfers, supports, cards, purchased, supported, on_card, raised, platform,
    }
}

/// Returns the running totals from the first day in `added` on, with the amounts in `added`
/// included. `known` are the stored totals of these days and the last totals before them. An amount
/// added to a past day raises the totals of all later days. Returns nothing if `added` is empty.
pub fn carried_on(
    known: &[DailyTotals],
    added: &BTreeMap<BusinessDate, Totals>,
) -> Result<Vec<DailyTotals>, Overflow> {
    let Some(&first) = added.keys().next() else { return Ok(Vec::new()) };
    let mut before = Totals::default();
    let mut days: BTreeMap<BusinessDate, Totals> = BTreeMap::new();
    for DailyTotals { day, totals } in known {
        if *day < first {
            before = *totals;
        } else {
            days.insert(*day, *totals);
        }
    }
    for day in added.keys() {
        let last = days.range(..day).next_back().map_or(before, |(_, totals)| *totals);
        days.entry(*day).or_insert(last);
    }
    let mut sum = Totals::default();
    days.into_iter()
        .map(|(day, totals)| {
            if let Some(more) = added.get(&day) {
                sum = sum.checked_add(*more)?;
            }
            Ok(DailyTotals { day, totals: totals.checked_add(sum)? })
        })
        .collect()
}

/// Shortens a buyer's name to the first name and an initial, which is all that a charity may see.
/// Returns an empty text for closed accounts, which have no name.
pub fn customer_name(first_name: &str, last_name: &str) -> String {
    let initial = last_name.trim().chars().next().map(|letter| format!("{letter}."));
    [Some(first_name.trim().to_owned()), initial]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> BusinessDate {
        BusinessDate::parse(text).unwrap()
    }

    fn transfers(count: i64) -> Totals {
        Totals { transfers: count, ..Totals::default() }
    }

    fn carried(known: &[(&str, i64)], added: &[(&str, i64)]) -> Vec<(String, i64)> {
        let known: Vec<DailyTotals> = known
            .iter()
            .map(|(text, count)| DailyTotals { day: day(text), totals: transfers(*count) })
            .collect();
        let added = added.iter().map(|(text, count)| (day(text), transfers(*count))).collect();
        let days = carried_on(&known, &added).unwrap();
        days.iter().map(|row| (row.day.to_string(), row.totals.transfers)).collect()
    }

    #[test]
    fn carried_on_adds_to_the_day_and_to_all_days_behind_it() {
        let list = |days: &[(&str, i64)]| -> Vec<(String, i64)> {
            days.iter().map(|(day, count)| ((*day).to_owned(), *count)).collect()
        };
        let known = [("2026-03-01", 5), ("2026-03-03", 8)];
        for (added, expected) in [
            (vec![("2026-03-04", 2)], list(&[("2026-03-04", 10)])),
            (vec![("2026-03-03", 2)], list(&[("2026-03-03", 10)])),
            (vec![("2026-03-02", 2)], list(&[("2026-03-02", 7), ("2026-03-03", 10)])),
            (
                vec![("2026-03-02", 2), ("2026-03-04", 1)],
                list(&[("2026-03-02", 7), ("2026-03-03", 10), ("2026-03-04", 11)]),
            ),
        ] {
            assert_eq!(carried(&known, &added), expected, "{added:?}");
        }
        assert_eq!(carried(&[], &[("2026-03-02", 2)]), list(&[("2026-03-02", 2)]));
    }

    #[test]
    fn customer_name_keeps_the_first_name_and_an_initial() {
        assert_eq!(customer_name("Leah", "Côté-Roy"), "Leah C.");
        assert_eq!(customer_name(" Élodie ", "Émond"), "Élodie É.");
        assert_eq!(customer_name("Leah", ""), "Leah");
        assert_eq!(customer_name("", ""), "");
    }
}
