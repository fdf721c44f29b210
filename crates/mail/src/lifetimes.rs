//! Lifetimes of links in emails, used by the code that creates the links and by the texts that
//! mention them.

use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

pub const CONFIRM: Duration = DAY.saturating_mul(3);
pub const RESET: Duration = HOUR;
/// Code that the user waits for with the page open. A slow mailbox takes some minutes.
pub const EMAIL_CODE: Duration = Duration::from_secs(15 * 60);
/// Link in a notice, which may be read days later.
pub const END_SESSIONS: Duration = DAY.saturating_mul(7);
/// Invitation or approval, which the recipient did not ask for and may read late.
pub const INVITE: Duration = DAY.saturating_mul(7);
/// Link to complete a registration; the reader may have to ask a colleague.
pub const REGISTRATION: Duration = DAY.saturating_mul(30);
/// Link to the cards of a closed account, for readers who check email once a month.
pub const CLOSED_CARDS: Duration = DAY.saturating_mul(30);
/// Lifetime after the first opening of that link, for example if a printer jams.
pub const OPENED_CLOSED_CARDS: Duration = DAY;
