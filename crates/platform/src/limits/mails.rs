//! Limits on mails: each kind of mail is counted by sender and by the address it goes to. Of one address's mails each
//! browser of its owner has a share, each network has one, and all networks together have a larger one, so that strangers
//! can neither fill a mailbox nor use up what its owner needs. A gift's mail has a limit of its own, by gift and day, beside
//! the gifts (`cards`).

use std::time::Duration;

use db::Tx;

use super::{Bucket, Level, Limit, Verdict, acquire, hidden, store};
use kernel::{contact::Email, ids::PersonId, timestamp::Timestamp};

use crate::{error::Result, secrets::Secrets};

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
    /// An administrator asks a registration for what it lacks; counted per registration.
    Question,
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

/// Mails of one kind to one address that one asker may cause.
const SHARE: Limit = limit(4, 60);
/// Share of digits, which are worthless after a quarter of an hour.
const SHARE_OF_CODES: Limit = limit(4, 15);
/// Mails of one kind to one address that all networks together may cause.
const ALL_SHARES: Limit = limit(24, 60);
/// The part of these that one network may use by asking again; the rest is for networks that have not asked yet.
const REPEATED: Limit = Limit { capacity: ALL_SHARES.capacity / 2, ..ALL_SHARES };

/// Who has a mail sent to an address. Each has a share of the address's mails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The owner of the address, by their browser or by another proof: nobody else reaches their share.
    Owner(String),
    /// Anybody else, by their network or by their account.
    Other { share: String, wider_network: Option<String> },
}

impl Asker {
    /// Somebody who is signed in and invites or helps another person.
    pub fn colleague(person: PersonId) -> Asker {
        Asker::Other { share: person.to_string(), wider_network: None }
    }
}

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
            MailKind::Question => limit(2, 12 * 60),
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
            MailKind::Question => "question",
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
    asker: &Asker,
) -> Result<()> {
    acquire_share(tx, now, &Shares::new(secrets, kind, to), asker)?.or_refuse()
}

/// Whether one more mail may go to this address, for callers who must not learn whether one went.
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

/// The mails of one kind to one address.
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

/// One customer of a provider may own a wider network and all the narrow ones in it: together they have two shares.
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
