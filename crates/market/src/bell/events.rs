//! Events that cause notices, in the transaction of the event.

use std::collections::BTreeMap;

use db::Tx;

use super::{
    facts::Facts,
    kinds::{Feed, Kind},
    sending::{NewNotice, notify, notify_platform, notify_tenants_and_platform},
    store::{self, Recipient},
};
use kernel::{
    ids::{CampaignId, CardId, NoticeId, OrderId, PayoutId, PersonId, TenantId},
    money::Cents,
    payouts::PayoutStep,
    rates::CharityRate,
    timestamp::Timestamp,
};
use platform::error::Result;

/// Card that was frozen or unfrozen.
pub struct Switched {
    pub vendor: TenantId,
    pub card: CardId,
    /// Last four digits of the card number.
    pub number: String,
}

/// Notifies a shop's managers and all administrators of frozen or unfrozen cards. Several cards of
/// a shop cause one notice with their number.
pub fn notify_of_freeze(
    tx: &mut Tx<'_>,
    now: Timestamp,
    cards: &[Switched],
    is_frozen: bool,
) -> Result<()> {
    let mut by_vendor: BTreeMap<TenantId, Vec<&Switched>> = BTreeMap::new();
    for card in cards {
        by_vendor.entry(card.vendor).or_default().push(card);
    }
    let is_frozen = Some(is_frozen);
    let told = by_vendor.into_iter().map(|(vendor, cards)| {
        let facts = match cards[..] {
            [Switched { card, number, .. }] => {
                Facts { card: Some(*card), number: Some(number.clone()), ..Facts::default() }
            }
            _ => Facts { cards: Some(cards.len() as i64), ..Facts::default() },
        };
        (vendor, Facts { is_frozen, ..facts })
    });
    notify_tenants_and_platform(tx, now, Kind::Freeze, &told.collect::<Vec<_>>())
}

/// Notifies the managers of a shop or charity, and all administrators, that its bank account was
/// changed.
pub fn notify_of_bank_change(tx: &mut Tx<'_>, now: Timestamp, tenant: TenantId) -> Result<()> {
    notify_tenants_and_platform(tx, now, Kind::BankChanged, &[(tenant, Facts::default())])
}

/// Payout whose payee is notified of it.
pub struct PaidOut {
    pub payee: TenantId,
    pub payout: PayoutId,
    pub amount: Cents,
}

/// Notifies the managers of each payee of its payout's new state. Reads the recipients once and
/// writes all notices together.
pub fn notify_of_payouts(
    tx: &mut Tx<'_>,
    now: Timestamp,
    step: PayoutStep,
    payouts: &[PaidOut],
) -> Result<()> {
    let payees: Vec<TenantId> = payouts.iter().map(|one| one.payee).collect();
    let mut recipients: BTreeMap<TenantId, Vec<Recipient>> = BTreeMap::new();
    for some in db::pieces(&payees) {
        for recipient in store::managers(tx, some, Kind::Payout)? {
            if let (Feed::Tenant(payee), true) = (recipient.feed, recipient.is_on()) {
                recipients.entry(payee).or_default().push(recipient);
            }
        }
    }
    tx.batched(|tx| {
        for PaidOut { payee, payout, amount } in payouts {
            let facts = Facts {
                payout: Some(*payout),
                step: Some(step),
                value: Some(*amount),
                ..Facts::default()
            };
            let (source, facts) = (NoticeId::new(now).to_string(), facts.written()?);
            let new = NewNotice {
                tenant: Some(*payee),
                kind: Kind::Payout,
                source: &source,
                facts: &facts,
            };
            let own = recipients.get(payee).into_iter().flatten();
            own.into_iter().try_for_each(|one| notify(tx, now, one, &new))?;
        }
        Ok(())
    })
}

/// Notifies the payee's managers that payouts are paused, or that the pause of the administrator
/// `lifted_of` was lifted. Then this administrator gets a notice, too.
pub fn notify_of_pause(
    tx: &mut Tx<'_>,
    now: Timestamp,
    payee: TenantId,
    lifted_of: Option<PersonId>,
) -> Result<()> {
    let kind = if lifted_of.is_none() { Kind::PayoutsPaused } else { Kind::PayoutsResumed };
    let (source, facts) = (NoticeId::new(now).to_string(), Facts::default().written()?);
    let new = NewNotice { tenant: Some(payee), kind, source: &source, facts: &facts };
    let mut recipients = store::managers(tx, &[payee], kind)?;
    if lifted_of.is_some() {
        let administrators = store::administrators(tx, kind)?.into_iter();
        recipients
            .extend(administrators.filter(|one| one.is_on() && Some(one.person) == lifted_of));
    }
    recipients.iter().try_for_each(|one| notify(tx, now, one, &new))
}

/// Milestone that a campaign has reached.
pub struct MilestoneReached {
    pub charity: TenantId,
    pub campaign: CampaignId,
    pub name: String,
    /// Whether the goal was reached, not only half of it.
    pub is_full: bool,
    pub raised: Cents,
}

/// Notifies the charity's managers that a campaign has reached half of its goal, or its goal.
pub fn notify_of_milestone(
    tx: &mut Tx<'_>,
    now: Timestamp,
    reached: &MilestoneReached,
) -> Result<()> {
    let MilestoneReached { charity, campaign, name, is_full, raised } = reached;
    let facts = Facts {
        campaign: Some((*campaign, name.clone())),
        is_full: Some(*is_full),
        value: Some(*raised),
        ..Facts::default()
    };
    let part = if *is_full { "goal" } else { "half of the goal" };
    let (source, facts) = (format!("{part} of {campaign}"), facts.written()?);
    let kind = Kind::CampaignMilestone;
    let new = NewNotice { tenant: Some(*charity), kind, source: &source, facts: &facts };
    let recipients = store::managers(tx, &[*charity], kind)?;
    recipients.iter().try_for_each(|one| notify(tx, now, one, &new))
}

/// Notifies all administrators that many cards of a shop were redeemed within minutes.
pub fn notify_of_burst(
    tx: &mut Tx<'_>,
    now: Timestamp,
    vendor: TenantId,
    cards: i64,
    value: Cents,
) -> Result<()> {
    let facts = Facts { cards: Some(cards), value: Some(value), ..Facts::default() };
    notify_platform(tx, now, Kind::Burst, Some(vendor), &facts, None)
}

/// Notifies all administrators that a rule of a shop's counter was relaxed.
pub fn notify_of_looser_counter(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId) -> Result<()> {
    notify_platform(tx, now, Kind::CounterLoosened, Some(vendor), &Facts::default(), None)
}

/// Notifies all administrators that a manager has changed a shop's charity rate.
pub fn notify_of_rate(
    tx: &mut Tx<'_>,
    now: Timestamp,
    vendor: TenantId,
    before: CharityRate,
    after: CharityRate,
) -> Result<()> {
    let rates = Some((before.percent(), after.percent()));
    let facts = Facts { rates, ..Facts::default() };
    notify_platform(tx, now, Kind::RateChanged, Some(vendor), &facts, None)
}

/// Notifies all administrators, except the requester, that a refund waits for a second person's
/// approval.
pub fn notify_of_waiting_refund(
    tx: &mut Tx<'_>,
    now: Timestamp,
    asked_by: PersonId,
    order: OrderId,
    value: Cents,
) -> Result<()> {
    let facts = Facts { order: Some(order), value: Some(value), ..Facts::default() };
    notify_platform(tx, now, Kind::RefundWaits, None, &facts, Some(asked_by))
}

/// Notifies all administrators, except the requester, that a raised buying limit waits for a second
/// person's approval.
pub fn notify_of_waiting_limit(
    tx: &mut Tx<'_>,
    now: Timestamp,
    asked_by: PersonId,
    value: Cents,
) -> Result<()> {
    let facts = Facts { value: Some(value), ..Facts::default() };
    notify_platform(tx, now, Kind::LimitWaits, None, &facts, Some(asked_by))
}

/// Notifies all administrators, except the requester, that a closing shop's refunds wait for a
/// second person's approval.
pub fn notify_of_waiting_closing(
    tx: &mut Tx<'_>,
    now: Timestamp,
    asked_by: PersonId,
    vendor: TenantId,
    (cards, value): (i64, Cents),
) -> Result<()> {
    let facts = Facts { cards: Some(cards), value: Some(value), ..Facts::default() };
    notify_platform(tx, now, Kind::ClosingWaits, Some(vendor), &facts, Some(asked_by))
}

/// Notifies all administrators that the contact person of a registration has answered a question.
pub fn notify_of_answer(tx: &mut Tx<'_>, now: Timestamp, tenant: TenantId) -> Result<()> {
    notify_platform(tx, now, Kind::RegistrationAnswered, Some(tenant), &Facts::default(), None)
}
