//! Calculations about the progress of campaigns.

use std::collections::HashMap;

use super::Milestone;
use kernel::{ids::PersonId, money::Cents, sums::Overflow, timestamp::Timestamp};

/// Figures of a campaign's progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub raised: Cents,
    pub supporters: i64,
}

/// Times at which milestones were reached for the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub half_at: Option<Timestamp>,
    pub full_at: Option<Timestamp>,
}

impl Marks {
    /// Returns the marks with a new milestone. Reaching the goal includes reaching half of it.
    pub fn with(self, milestone: Milestone, now: Timestamp) -> Marks {
        let half_at = self.half_at.or(Some(now));
        match milestone {
            Milestone::Half => Marks { half_at, ..self },
            Milestone::Full => Marks { half_at, full_at: self.full_at.or(Some(now)) },
        }
    }
}

/// Returns the totals with the amounts in `added`. `earlier` are the sums of the same buyers so far.
pub fn with(
    mut totals: Totals,
    earlier: &HashMap<PersonId, Cents>,
    added: &[(PersonId, Cents)],
) -> Result<Totals, Overflow> {
    for (person, amount) in added {
        let before = earlier.get(person).copied().unwrap_or_default();
        let after = before.checked_add(*amount)?;
        totals.raised = totals.raised.checked_add(*amount)?;
        totals.supporters += i64::from(after.is_positive()) - i64::from(before.is_positive());
    }
    Ok(totals)
}

/// Returns the highest milestone that was reached for the first time.
pub fn reached(marks: Marks, goal: Option<Cents>, raised: Cents) -> Option<Milestone> {
    let goal = goal?;
    let is_half = raised.get().saturating_mul(2) >= goal.get();
    match (raised >= goal, is_half) {
        (true, _) if marks.full_at.is_none() => Some(Milestone::Full),
        (false, true) if marks.half_at.is_none() => Some(Milestone::Half),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(amount: i64) -> Cents {
        Cents::new(amount)
    }

    #[test]
    fn with_counts_buyers_whose_cards_raised_more_than_was_returned() {
        let now = Timestamp::from_micros(1_000_000);
        let [ann, bea] = [PersonId::new(now), PersonId::new(now)];
        let earlier = HashMap::from([(ann, cents(250))]);
        let before = Totals { raised: cents(250), supporters: 1 };
        for (added, raised, supporters) in [
            (vec![(ann, cents(100))], 350, 1),
            (vec![(bea, cents(100))], 350, 2),
            (vec![(ann, cents(-250))], 0, 0),
            (vec![(ann, cents(-100)), (bea, cents(50))], 200, 2),
            (vec![(bea, cents(0))], 250, 1),
        ] {
            let after = with(before, &earlier, &added).expect("small sums");
            assert_eq!(after, Totals { raised: cents(raised), supporters }, "{added:?}");
        }
    }

    #[test]
    fn reached_names_each_milestone_once() {
        let now = Timestamp::from_micros(1);
        let none = Marks::default();
        let half = none.with(Milestone::Half, now);
        let full = none.with(Milestone::Full, now);
        let goal = Some(cents(10_001));
        for (marks, goal, raised, milestone) in [
            (none, None, 1_000_000, None),
            (none, goal, 5_000, None),
            (none, goal, 5_001, Some(Milestone::Half)),
            (none, goal, 10_001, Some(Milestone::Full)),
            (half, goal, 6_000, None),
            (half, goal, 10_001, Some(Milestone::Full)),
            (full, goal, 20_000, None),
            (full, goal, 5_001, None),
        ] {
            assert_eq!(reached(marks, goal, cents(raised)), milestone, "{marks:?} {raised}");
        }
    }
}
