//! How many mails somebody may cause to be sent: each kind of mail by who causes it and by the address it goes to,
//! declared in one table. A gift's mail has a limit of its own, by gift and day, beside the gifts (`cards`).

use std::time::Duration;

use db::Tx;

use super::{Bucket, Limit, Verdict, acquire, hidden};
use crate::{
    error::Result,
    kernel::{contact::Email, timestamp::Timestamp},
    secrets::Secrets,
};

/// The kinds of mails that somebody can cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    /// Somebody registers, as a consumer or for an organization.
    Registration,
    /// The link that confirms an address.
    Confirmation,
    /// The owner of an account is told that somebody registered with their address.
    AlreadyRegistered,
    /// The link that chooses another password.
    Reset,
    /// The digits with which somebody continues without a password.
    EmailCode,
    /// A role that a manager offers.
    Invitation,
    /// A role that an administrator offers: they set up whole organizations.
    AdministratorInvitation,
    /// A visitor's message.
    Contact,
    /// A clerk's redemption waits for a manager.
    Approval,
    /// Somebody redeems at an unusual pace; counted per shop.
    UnusualPace,
}

/// A few at once, then one after each so many minutes.
const fn limit(capacity: i64, minutes: u64) -> Limit {
    Limit { capacity, interval: Duration::from_secs(minutes * 60) }
}

/// Mails of one kind to one address, whoever causes them.
const TO_ONE_ADDRESS: Limit = limit(4, 60);

impl MailKind {
    /// Mails of this kind that one sender may cause.
    pub fn limit(self) -> Limit {
        match self {
            MailKind::Registration => limit(5, 12),
            MailKind::Confirmation
            | MailKind::AlreadyRegistered
            | MailKind::Reset
            | MailKind::EmailCode => limit(20, 3),
            MailKind::Invitation => limit(20, 6),
            MailKind::AdministratorInvitation => limit(200, 1),
            MailKind::Contact => limit(5, 20),
            MailKind::Approval => limit(10, 6),
            MailKind::UnusualPace => limit(1, 60),
        }
    }

    /// Where the mails are counted that a person causes.
    pub fn bucket_of(self, person: &str) -> Bucket {
        Bucket { name: format!("{} by {person}", self.word()), limit: self.limit() }
    }

    /// What the buckets are called.
    pub fn word(self) -> &'static str {
        match self {
            MailKind::Registration => "registration",
            MailKind::Confirmation => "confirmation",
            MailKind::AlreadyRegistered => "already registered",
            MailKind::Reset => "reset",
            MailKind::EmailCode => "e-mail code",
            // One address is spared all invitations alike.
            MailKind::Invitation | MailKind::AdministratorInvitation => "invitation",
            MailKind::Contact => "contact",
            MailKind::Approval => "approval",
            MailKind::UnusualPace => "unusual pace",
        }
    }
}

/// Counts a mail against who causes it, or refuses it: in the buckets of a client, or in that of a person.
pub fn count_sender(tx: &mut Tx<'_>, now: Timestamp, senders: &[Bucket]) -> Result<()> {
    let count = |bucket: &Bucket| acquire(tx, now, &bucket.name, bucket.limit)?.or_refuse();
    senders.iter().try_for_each(count)
}

/// Counts a mail against the address it goes to, or refuses it.
pub fn count_address(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: MailKind,
    to: &Email,
) -> Result<()> {
    acquire(tx, now, &to_address(secrets, kind, to), TO_ONE_ADDRESS)?.or_refuse()
}

/// Whether one more mail may go to this address, for callers who must not learn whether one went.
pub fn may_mail(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: MailKind,
    to: &Email,
) -> Result<bool> {
    Ok(acquire(tx, now, &to_address(secrets, kind, to), TO_ONE_ADDRESS)? == Verdict::GoOn)
}

fn to_address(secrets: &Secrets, kind: MailKind, to: &Email) -> String {
    format!("{} mail to {}", kind.word(), hidden(secrets, to))
}
