//! Decisions that need a second person. A decider may not have made the request, appointed the
//! person who made it, or been appointed by that person. A new role can't be used for decisions in
//! its first seven days, if another person appointed its holder. A feature declares each of its
//! decisions as a [`Decision`].

mod decider;
mod decision;
mod reader;
mod rules;
mod store;

use db::Tx;

use kernel::{ids::PersonId, timestamp::Timestamp};
use platform::{
    app::App,
    error::{Code, Error, Result},
};

use super::{
    Actor,
    errors::{APPOINTED_BY_EACH_OTHER, ASKER_GONE, REQUEST_OVER, ROLE_TOO_NEW, SAME_PERSON},
};

pub use decider::Decider;
pub use decision::Decision;
pub use reader::{DecisionRefusal, Reader};

/// Error codes of a call that decides as a second person.
pub const DECIDES: &[Code] = &[SAME_PERSON, APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW];

/// Error codes of a call that approves a colleague's request.
pub const APPROVES: &[Code] =
    &[SAME_PERSON, APPOINTED_BY_EACH_OTHER, ROLE_TOO_NEW, ASKER_GONE, REQUEST_OVER];

/// Returns true if a request still waits, and false if it was decided in this way before. Refuses
/// if it was decided in the other way.
pub fn begins(is_approved: Option<bool>, wanted: bool) -> Result<bool> {
    match is_approved {
        None => Ok(true),
        Some(decided) if decided == wanted => Ok(false),
        Some(_) => Err(Error::Refused(REQUEST_OVER)),
    }
}

/// Refuses unless the decision is pending and the decider may take it.
pub fn require(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    decider: &Actor,
    decision: Option<Decision>,
) -> Result<()> {
    decision.ok_or(Error::Refused(REQUEST_OVER))?.require(tx, app, now, decider)
}

/// Records permanently who appointed a person. Does nothing if the person appointed themselves.
pub fn record_appointment(
    tx: &mut Tx<'_>,
    now: Timestamp,
    person: PersonId,
    appointed_by: &[PersonId],
) -> Result<()> {
    let others = appointed_by.iter().filter(|appointer| **appointer != person);
    others.into_iter().try_for_each(|appointer| store::insert(tx, now, person, *appointer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_repeats_a_decision_and_refuses_the_other_one() {
        let begins =
            |is_approved, wanted| begins(is_approved, wanted).map_err(|error| error.code());
        for wanted in [true, false] {
            assert_eq!(begins(None, wanted), Ok(true));
            assert_eq!(begins(Some(wanted), wanted), Ok(false));
            assert_eq!(begins(Some(!wanted), wanted), Err(REQUEST_OVER));
        }
    }
}
