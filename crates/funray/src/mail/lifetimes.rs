//! How long the links in mails work. What makes the links and what says so in words both read it here.

use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

pub const CONFIRM: Duration = DAY.saturating_mul(3);
pub const RESET: Duration = HOUR;
/// Invitations and approvals, which somebody else started: they may lie in a mailbox for a while.
pub const INVITE: Duration = DAY.saturating_mul(7);
