//! Limits on emails that callers can trigger. Each kind of email is counted by sender and by
//! recipient address.
//!
//! Emails to one address are counted in several allowances. Each browser that the owner of the
//! address has used before has an allowance of its own, and so has each network of other callers.
//! All networks together also have a common limit. Strangers can thus neither flood a mailbox nor
//! use up the owner's allowance. Gift emails have a limit of their own in `cards`.

use std::time::Duration;

use db::Tx;

use super::{Bucket, Level, Limit, Verdict, acquire, hidden, store};
use kernel::{contact::Email, ids::PersonId, timestamp::Timestamp};

use crate::{error::Result, secrets::Secrets};

/// Kinds of emails that a caller can trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    /// Registration of a consumer or an organization.
    Registration,
    /// Link with which the recipient confirms an email address.
    Confirmation,
    /// Notice to an account's owner that someone tried to register with the owner's address.
    AlreadyRegistered,
    /// Link to choose a new password.
    Reset,
    /// Code for signing in without a password.
    EmailCode,
    /// Invitation to a role by a manager.
    Invitation,
    /// Invitation to a role by an administrator, who may invite many people while setting up
    /// organizations.
    AdministratorInvitation,
    /// Question from an administrator about missing fields in a registration; counted per
    /// registration.
    Question,
    /// Message from a visitor, sent with the contact form.
    Contact,
    /// Request for a manager's approval of a redemption.
    Approval,
    /// Warning about an unusual pace of redemptions; counted per shop.
    UnusualPace,
}

/// Returns a limit of `capacity` emails at once. After that, one email is possible every `minutes`.
const fn limit(capacity: i64, minutes: u64) -> Limit {
    Limit { capacity, interval: Duration::from_secs(minutes * 60) }
}

/// Emails of one kind to one address that one network or one browser of the owner may trigger: four
/// at once, then one an hour.
const SHARE: Limit = limit(4, 60);
/// Like [`SHARE`], for sign-in codes, which expire after a quarter of an hour.
const SHARE_OF_CODES: Limit = limit(4, 15);
/// Emails of one kind to one address that all networks together may trigger: 24 at once, then one
/// an hour. Emails that the owner's browsers trigger are not counted here.
const ALL_SHARES: Limit = limit(24, 60);
/// Part of [`ALL_SHARES`] that networks may use for repeated requests. The rest is reserved for
/// networks that make their first request.
const REPEATED: Limit = Limit { capacity: ALL_SHARES.capacity / 2, ..ALL_SHARES };

/// Caller who triggers an email. Each caller has an allowance of emails to the recipient's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    /// Owner of the address, recognized by a known browser or another proof. Holds the name of the
    /// owner's allowance, which other callers can't use up.
    Owner(String),
    /// Any other caller, counted by network or account, and also by the larger address block if
    /// there is one.
    Other { share: String, wider_network: Option<String> },
}

impl Asker {
    /// Returns the caller for a signed-in person who invites or helps another person.
    pub fn colleague(person: PersonId) -> Asker {
        Asker::Other { share: person.to_string(), wider_network: None }
    }
}

impl MailKind {
    /// Returns the number of emails of this kind that one sender may trigger.
    pub fn limit(self) -> Limit {
        match self {
            MailKind::Registration => limit(5, 12),
            MailKind::Confirmation
            | MailKind::AlreadyRegistered
            | MailKind::Reset
            | MailKind::EmailCode => limit(20, 3),
            MailKind::Invitation => limit(20, 6),
            MailKind::AdministratorInvitation => limit(200, 1),
            MailKind::Question => limit(2, 12 * 60),
            MailKind::Contact => limit(5, 20),
            MailKind::Approval => limit(10, 6),
            MailKind::UnusualPace => limit(1, 60),
        }
    }

    /// Returns the bucket that counts the emails of this kind that one person triggers.
    pub fn bucket_of(self, person: &str) -> Bucket {
        Bucket { name: format!("{} by {person}", self.word()), limit: self.limit() }
    }

    /// Returns the name of this kind of email, which is part of bucket names.
    pub fn word(self) -> &'static str {
        match self {
            MailKind::Registration => "registration",
            MailKind::Confirmation => "confirmation",
            MailKind::AlreadyRegistered => "already registered",
            MailKind::Reset => "reset",
            MailKind::EmailCode => "e-mail code",
            // All invitations to an address share one limit.
            MailKind::Invitation | MailKind::AdministratorInvitation => "invitation",
            MailKind::Question => "question",
            MailKind::Contact => "contact",
            MailKind::Approval => "approval",
            MailKind::UnusualPace => "unusual pace",
        }
    }
}

/// Counts an email in the buckets of its sender, such as a network or a person. Returns an error if
/// one of the buckets is full.
pub fn count_sender(tx: &mut Tx<'_>, now: Timestamp, senders: &[Bucket]) -> Result<()> {
    let count = |bucket: &Bucket| acquire(tx, now, &bucket.name, bucket.limit)?.or_refuse();
    senders.iter().try_for_each(count)
}

/// Counts an email in the buckets of the recipient's address. Returns an error if the caller's
/// allowance or the common limit is used up.
pub fn count_address(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: MailKind,
    to: &Email,
    asker: &Asker,
) -> Result<()> {
    acquire_share(tx, now, &Shares::new(secrets, kind, to), asker)?.or_refuse()
}

/// Like [`count_address`], but returns false instead of an error. Used for callers who must not
/// learn whether an email was sent.
pub fn may_mail(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    kind: MailKind,
    to: &Email,
    asker: &Asker,
) -> Result<bool> {
    Ok(acquire_share(tx, now, &Shares::new(secrets, kind, to), asker)? == Verdict::GoOn)
}

/// Name and limit shared by all buckets that count emails of one kind to one address.
struct Shares {
    name: String,
    limit: Limit,
}

impl Shares {
    fn new(secrets: &Secrets, kind: MailKind, to: &Email) -> Shares {
        let limit = match kind {
            MailKind::EmailCode => SHARE_OF_CODES,
            _ => SHARE,
        };
        Shares { name: format!("{} mail to {}", kind.word(), hidden(secrets, to)), limit }
    }

    fn of(&self, asker: &str, limit: Limit) -> Bucket {
        Bucket { name: format!("{} for {asker}", self.name), limit }
    }
}

/// Returns the limit for a larger address block, twice that of a single network. All networks of a
/// block may belong to one customer, who could otherwise use each of them in turn.
const fn of_wider_network(share: Limit) -> Limit {
    limit(share.capacity * 2, share.interval.as_secs() / 60 / 2)
}

fn acquire_share(
    tx: &mut Tx<'_>,
    now: Timestamp,
    shares: &Shares,
    asker: &Asker,
) -> Result<Verdict> {
    let (share, wider_network) = match asker {
        Asker::Owner(name) => {
            let own = shares.of(name, shares.limit);
            return acquire(tx, now, &own.name, own.limit);
        }
        Asker::Other { share, wider_network } => (share, wider_network),
    };
    let own = shares.of(share, shares.limit);
    let wider = wider_network.iter();
    let wider = wider.map(|name| shares.of(name, of_wider_network(shares.limit)));
    let all = Bucket { name: format!("{} for all", shares.name), limit: ALL_SHARES };
    let mut buckets: Vec<Bucket> = [own, all].into_iter().chain(wider).collect();

    let names = buckets.iter().map(|bucket| bucket.name.as_str()).collect();
    let levels = tx.ask(store::lock_all(&names, now))?;
    let empty = Level { used_up: 0, updated_at: now };
    let level_of = |bucket: &Bucket| levels.get(&bucket.name).copied().unwrap_or(empty);
    if level_of(&buckets[0]).at(now) > 0 {
        buckets[1].limit = REPEATED;
    }
    let after: Result<Vec<i64>, Duration> =
        buckets.iter().map(|bucket| bucket.limit.after_try(level_of(bucket), now)).collect();
    let after = match after {
        Ok(after) => after,
        Err(wait) => return Ok(Verdict::Wait(wait)),
    };
    for (bucket, used_up) in buckets.iter().zip(after) {
        store::put(tx, &bucket.name, used_up, now)?;
    }
    Ok(Verdict::GoOn)
}
