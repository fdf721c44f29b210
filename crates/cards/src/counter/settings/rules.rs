//! A shop's counter settings and when they take effect. Stricter settings apply at once, looser
//! ones a day later, so that managers and administrators can object.

use std::time::Duration;

use kernel::timestamp::Timestamp;

use crate::counter::rules::Pace;

/// Time between saving a looser setting and when the setting takes effect.
const LOOSENS_AFTER: Duration = Duration::from_secs(24 * 3600);

/// A shop's counter settings. The default value applies to shops that never changed any setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterSettings {
    /// Whether a redemption beyond the limits waits for a manager. Otherwise managers and the
    /// platform are only informed of it.
    pub is_pace_limited: bool,
    pub pace: Pace,
    /// Whether a card that was only found by name may be redeemed.
    pub redeems_by_name: bool,
}

/// Saved settings that are not in force yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextSettings {
    pub settings: CounterSettings,
    pub from: Timestamp,
}

/// Settings in force at a time, and saved settings that take effect later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterRules {
    pub settings: CounterSettings,
    pub next: Option<NextSettings>,
}

impl CounterRules {
    pub fn at(stored: CounterSettings, next: Option<NextSettings>, now: Timestamp) -> CounterRules {
        match next {
            Some(next) if next.from <= now => CounterRules { settings: next.settings, next: None },
            next => CounterRules { settings: stored, next },
        }
    }

    /// Returns the settings that were saved last.
    pub fn saved(&self) -> CounterSettings {
        self.next.map_or(self.settings, |next| next.settings)
    }

    /// Returns the settings in force and the pending ones after `wanted` is saved.
    #[must_use]
    pub fn changed(&self, wanted: CounterSettings, now: Timestamp) -> CounterRules {
        let settings = self.settings.until_loosened(wanted);
        let is_waiting = settings != wanted;
        let from = match self.next {
            // Saving the same settings again doesn't restart the waiting time.
            Some(next) if next.settings == wanted => next.from,
            _ => now.plus(LOOSENS_AFTER),
        };
        CounterRules {
            settings,
            next: is_waiting.then_some(NextSettings { settings: wanted, from }),
        }
    }
}

impl CounterSettings {
    /// Returns the settings that can take effect at once, because they loosen no rule. If approval
    /// is switched on together with higher limits, both take effect later. Otherwise redemptions
    /// would at first wait for approval at the old, lower limits, which nobody chose for this
    /// purpose.
    fn until_loosened(self, wanted: CounterSettings) -> CounterSettings {
        let (one, other) = (self.pace, wanted.pace);
        let pace = Pace {
            most_redemptions: one.most_redemptions.min(other.most_redemptions),
            most_amount: one.most_amount.min(other.most_amount),
            single_amount: one.single_amount.min(other.single_amount),
        };
        let is_switched_on = wanted.is_pace_limited && pace == wanted.pace;
        CounterSettings {
            is_pace_limited: self.is_pace_limited || is_switched_on,
            pace,
            redeems_by_name: self.redeems_by_name && wanted.redeems_by_name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::money::Cents;

    fn settings(is_pace_limited: bool, most_redemptions: i64, by_name: bool) -> CounterSettings {
        CounterSettings {
            is_pace_limited,
            pace: Pace { most_redemptions, ..Pace::default() },
            redeems_by_name: by_name,
        }
    }

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-28T15:00:00Z").expect("a moment")
    }

    fn tomorrow() -> Timestamp {
        Timestamp::parse("2026-11-29T15:00:00Z").expect("a moment")
    }

    fn after(before: CounterSettings, wanted: CounterSettings) -> CounterRules {
        CounterRules { settings: before, next: None }.changed(wanted, now())
    }

    #[test]
    fn changed_tightens_at_once() {
        for (before, wanted) in [
            (settings(false, 60, false), settings(true, 60, false)),
            (settings(false, 60, false), settings(true, 5, false)),
            (settings(true, 60, true), settings(true, 60, false)),
        ] {
            let rules = after(before, wanted);
            assert_eq!(rules, CounterRules { settings: wanted, next: None });
        }
    }

    #[test]
    fn changed_loosens_a_day_later() {
        for (before, wanted) in [
            (settings(true, 60, false), settings(false, 60, false)),
            (settings(true, 60, false), settings(true, 61, false)),
            (settings(false, 60, false), settings(false, 61, false)),
            (settings(true, 60, false), settings(true, 60, true)),
        ] {
            let rules = after(before, wanted);
            assert_eq!(rules.settings, before);
            let next = rules.next.expect("settings to come");
            assert_eq!((next.settings, next.from), (wanted, tomorrow()));
            let stored = |at| CounterRules::at(rules.settings, rules.next, at);
            assert_eq!(stored(now()).settings, before);
            assert_eq!(stored(next.from), CounterRules { settings: wanted, next: None });
        }
    }

    #[test]
    fn changed_applies_the_stricter_part_at_once_and_the_rest_later() {
        let wanted = CounterSettings {
            pace: Pace { most_redemptions: 5, ..Pace::default() },
            ..settings(true, 5, true)
        };
        let rules = after(settings(true, 60, false), wanted);
        assert_eq!(rules.settings, settings(true, 5, false));
        assert_eq!(rules.next.map(|next| next.settings), Some(wanted));
    }

    #[test]
    fn changed_begins_approval_with_the_limits_that_were_chosen() {
        let rules = after(settings(false, 60, false), settings(true, 200, false));
        assert_eq!(rules.settings, settings(false, 60, false));
        assert_eq!(rules.saved(), settings(true, 200, false));
    }

    #[test]
    fn changed_keeps_the_moment_of_settings_that_are_saved_again() {
        let wanted = settings(false, 60, true);
        let rules = after(settings(false, 60, false), wanted);
        let hour_later = now().plus(Duration::from_secs(3600));
        assert_eq!(rules.changed(wanted, hour_later), rules);
        let mut other = wanted;
        other.pace.most_amount = Cents::from_dollars(9000);
        let next = rules.changed(other, hour_later).next.expect("settings to come");
        assert_eq!(next.from, tomorrow().plus(Duration::from_secs(3600)));
        assert_eq!(rules.changed(settings(false, 60, false), hour_later).next, None, "taken back");
    }
}
