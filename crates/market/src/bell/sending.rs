//! Writes a notice to everybody who should get it.

use std::sync::Arc;

use db::Tx;

use super::{
    facts::Facts,
    kinds::{Feed, Kind},
    store::{self, Recipient},
};
use access::live::{self, Event};
use kernel::{
    ids::{NoticeId, PersonId, TenantId},
    timestamp::Timestamp,
};
use platform::{app::App, error::Result};

/// Notifies all administrators, except the person `except` if one is passed.
pub(super) fn notify_platform(
    tx: &mut Tx<'_>,
    now: Timestamp,
    kind: Kind,
    tenant: Option<TenantId>,
    facts: &Facts,
    except: Option<PersonId>,
) -> Result<()> {
    let (source, facts) = (NoticeId::new(now).to_string(), facts.written()?);
    let recipients = store::administrators(tx, kind)?;
    for recipient in recipients.into_iter().filter(|one| Some(one.person) != except) {
        notify(tx, now, &recipient, &NewNotice { tenant, kind, source: &source, facts: &facts })?;
    }
    Ok(())
}

/// Notifies the managers of these tenants and the administrators, in the transaction of the event.
/// Reads the recipients once and writes all notices together, so that a thousand frozen cards need
/// as few statements as one.
pub(super) fn notify_tenants_and_platform(
    tx: &mut Tx<'_>,
    now: Timestamp,
    kind: Kind,
    told: &[(TenantId, Facts)],
) -> Result<()> {
    if told.is_empty() {
        return Ok(());
    }
    let tenants: Vec<TenantId> = told.iter().map(|(tenant, _)| *tenant).collect();
    let mut recipients = store::managers(tx, &tenants, kind)?;
    recipients.extend(store::administrators(tx, kind)?);
    recipients.retain(Recipient::is_on);
    tx.batched(|tx| {
        for (tenant, facts) in told {
            let source = NoticeId::new(now).to_string();
            let new = NewNotice {
                tenant: Some(*tenant),
                kind,
                source: &source,
                facts: &facts.written()?,
            };
            let hears = |feed: Feed| feed == Feed::Platform || feed == Feed::Tenant(*tenant);
            for recipient in recipients.iter().filter(|recipient| hears(recipient.feed)) {
                notify(tx, now, recipient, &new)?;
            }
        }
        Ok(())
    })
}

/// Notice to write.
pub(super) struct NewNotice<'a> {
    /// Shop or charity that the notice is about.
    pub(super) tenant: Option<TenantId>,
    pub(super) kind: Kind,
    pub(super) source: &'a str,
    pub(super) facts: &'a str,
}

pub(super) fn notify(
    tx: &mut Tx<'_>,
    now: Timestamp,
    recipient: &Recipient,
    new: &NewNotice<'_>,
) -> Result<()> {
    store::insert(tx, now, recipient.person, recipient.feed, new)?;
    live::publish(tx, recipient.person, Event::Notice);
    Ok(())
}

/// Notifies a shop's managers of an event in its own transaction. If no manager wants the notice,
/// as for most events, nothing is written.
pub(super) async fn notify_all(
    app: &Arc<App>,
    mut recipients: Vec<Recipient>,
    vendor: TenantId,
    kind: Kind,
    source: String,
    facts: Facts,
) -> Result<()> {
    recipients.retain(Recipient::is_on);
    if recipients.is_empty() {
        return Ok(());
    }
    let facts = facts.written()?;
    app.write(move |tx, _, now| {
        let new = NewNotice { tenant: Some(vendor), kind, source: &source, facts: &facts };
        recipients.iter().try_for_each(|one| notify(tx, now, one, &new))
    })
    .await
}
