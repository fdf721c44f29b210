//! Retention periods of personal data that neither a law nor accounting requires the program to
//! keep.

use std::time::Duration;

use serde::Deserialize;

/// Retention period of each kind of personal data, in days.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retention {
    sessions_days: u32,
    clients_days: u32,
    codes_days: u32,
    audit_origins_days: u32,
    spent_gifts_days: u32,
    mails_days: u32,
    carts_days: u32,
    payment_origins_days: u32,
    notices_days: u32,
    registrations_days: u32,
}

fn days(count: u32) -> Duration {
    Duration::from_secs(u64::from(count) * 24 * 3600)
}

impl Retention {
    pub fn sessions(&self) -> Duration {
        days(self.sessions_days)
    }

    pub fn clients(&self) -> Duration {
        days(self.clients_days)
    }

    pub fn codes(&self) -> Duration {
        days(self.codes_days)
    }

    pub fn audit_origins(&self) -> Duration {
        days(self.audit_origins_days)
    }

    pub fn spent_gifts(&self) -> Duration {
        days(self.spent_gifts_days)
    }

    pub fn mails(&self) -> Duration {
        days(self.mails_days)
    }

    pub fn carts(&self) -> Duration {
        days(self.carts_days)
    }

    pub fn payment_origins(&self) -> Duration {
        days(self.payment_origins_days)
    }

    pub fn notices(&self) -> Duration {
        days(self.notices_days)
    }

    pub fn registrations(&self) -> Duration {
        days(self.registrations_days)
    }
}
