//! How long the links in mails work. What makes the links and what says so in words both read it here.

use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

pub const CONFIRM: Duration = DAY.saturating_mul(3);
pub const RESET: Duration = HOUR;
/// Digits that somebody waits for with the page open: a slow mailbox takes some minutes.
pub const EMAIL_CODE: Duration = Duration::from_secs(15 * 60);
/// Notices are read late: somebody may be away for days.
pub const END_SESSIONS: Duration = DAY.saturating_mul(7);
/// Invitations and approvals, which somebody else started: they may lie in a mailbox for a while.
pub const INVITE: Duration = DAY.saturating_mul(7);
/// To what a registration still lacks: somebody may have to ask a colleague first.
pub const REGISTRATION: Duration = DAY.saturating_mul(30);
/// To the cards of a closed account: long enough for whoever reads mails once a month.
pub const CLOSED_CARDS: Duration = DAY.saturating_mul(30);
/// From the first opening of that link on: a printer may jam, a browser may close.
pub const OPENED_CLOSED_CARDS: Duration = DAY;
