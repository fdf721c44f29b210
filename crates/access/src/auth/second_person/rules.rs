//! Rules for decisions that a second person must take, as pure functions.

use std::time::Duration;

use kernel::timestamp::Timestamp;

/// Period after an appointment during which the new role can't be used for decisions.
pub const PROBATION: Duration = Duration::from_secs(7 * 24 * 3600);

/// Reason why a person is not allowed to decide as the second person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    SamePerson,
    AppointedByEachOther,
    RoleTooNew,
    /// The person has no role with the right any more, because it was removed during the call.
    NoRole,
}

/// Checks whether a person may take a decision. `appointed_at` has an entry for each of the
/// person's roles with the right: the time of appointment, or `None` if no other person gave the
/// role. The person may decide if one of the roles is old enough.
pub fn may_decide(
    is_first: bool,
    is_appointment_between: bool,
    appointed_at: &[Option<Timestamp>],
    now: Timestamp,
) -> Result<(), Refusal> {
    if is_first {
        return Err(Refusal::SamePerson);
    }
    if is_appointment_between {
        return Err(Refusal::AppointedByEachOther);
    }
    let is_old = |at: &Option<Timestamp>| at.is_none_or(|at| now.since(at) >= PROBATION);
    match appointed_at {
        [] => Err(Refusal::NoRole),
        roles if roles.iter().any(is_old) => Ok(()),
        _ => Err(Refusal::RoleTooNew),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn may_decide_refuses_the_first_person_and_appointments_between_them() {
        let old = [None];
        assert_eq!(may_decide(false, false, &old, NOW), Ok(()));
        assert_eq!(may_decide(true, false, &old, NOW), Err(Refusal::SamePerson));
        assert_eq!(may_decide(false, true, &old, NOW), Err(Refusal::AppointedByEachOther));
        assert_eq!(may_decide(true, true, &old, NOW), Err(Refusal::SamePerson));
    }

    #[test]
    fn may_decide_refuses_roles_of_less_than_seven_days() {
        let day = Duration::from_secs(24 * 3600);
        let appointed = NOW;
        let decide = |later: Duration, roles: &[Option<Timestamp>]| {
            may_decide(false, false, roles, appointed.plus(later))
        };
        assert_eq!(decide(Duration::ZERO, &[Some(appointed)]), Err(Refusal::RoleTooNew));
        let nearly = PROBATION.saturating_sub(Duration::from_secs(1));
        assert_eq!(decide(nearly, &[Some(appointed)]), Err(Refusal::RoleTooNew));
        assert_eq!(decide(7 * day, &[Some(appointed)]), Ok(()));
        assert_eq!(decide(Duration::ZERO, &[Some(appointed), None]), Ok(()), "by the older role");
        assert_eq!(decide(Duration::ZERO, &[]), Err(Refusal::NoRole));
    }
}
