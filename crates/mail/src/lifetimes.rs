//! Lifetimes of links and codes in emails. The code that creates the links uses these constants,
//! and so do the texts of the emails.

use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

pub const CONFIRM: Duration = DAY.saturating_mul(3);
pub const RESET: Duration = HOUR;
/// Lifetime of a code that the user enters on a page that stays open meanwhile. It is long enough
/// for an email that takes some minutes to arrive.
pub const EMAIL_CODE: Duration = Duration::from_secs(15 * 60);
/// Lifetime of the link to end all sessions. The notice with this link may be read days later.
pub const END_SESSIONS: Duration = DAY.saturating_mul(7);
/// Lifetime of the link in an invitation or approval. The recipient did not request the email and
/// may read it late.
pub const INVITE: Duration = DAY.saturating_mul(7);
/// Lifetime of the link to complete a registration. The reader may have to ask a colleague for
/// details.
pub const REGISTRATION: Duration = DAY.saturating_mul(30);
/// Lifetime of the link to the cards of a closed account. Some readers check their email only once
/// a month.
pub const CLOSED_CARDS: Duration = DAY.saturating_mul(30);
/// Lifetime of the link to the cards of a closed account after it was first opened. Within this
/// time, the reader can open the link again, for example because printing failed.
pub const OPENED_CLOSED_CARDS: Duration = DAY;
