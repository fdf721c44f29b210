//! The portal's bell: notices about events at a shop, a charity or the platform, for the people who
//! manage the shop, the charity or the platform. Each person chooses which kinds of notice to get.

pub mod api;
pub mod settings;
mod store;

use std::{collections::BTreeMap, sync::Arc};

use db::Tx;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use access::{
    auth::{Actor, Permission, Right, Role, TenantKind},
    live::{self, Event},
};
use kernel::{
    dates::BusinessDate,
    ids::{CampaignId, CardId, JobId, NoticeId, OrderId, PayoutId, PersonId, TenantId},
    money::Cents,
    paging::{Page, PageRequest},
    payouts::PayoutStep,
    rates::CharityRate,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
};

use store::Recipient;
pub use store::{NoticeRow, SettingRow};

/// Kind of notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = NoticeKind)]
pub enum Kind {
    /// Sales of a shop on the previous day.
    DailySales,
    LargeRedemption,
    /// A card was frozen or unfrozen.
    Freeze,
    /// The bank account of a tenant was changed.
    BankChanged,
    /// A payout was approved or paid, or has failed.
    Payout,
    PayoutsPaused,
    /// A pause of the payouts was lifted.
    PayoutsResumed,
    /// Many cards of a shop were redeemed within minutes.
    Burst,
    /// A rule of a shop's counter was relaxed.
    CounterLoosened,
    /// A refund waits for the approval of a second administrator.
    RefundWaits,
    /// A raised buying limit waits for the approval of a second administrator.
    LimitWaits,
    /// A shop has changed its charity rate.
    RateChanged,
    /// The refunds of a closing shop's cards wait for the approval of a second administrator.
    ClosingWaits,
    /// The contact person of a registration has answered the administrators' question.
    RegistrationAnswered,
    /// A campaign has reached half of its goal, or its goal.
    CampaignMilestone,
}

db::text_enum! {
    Kind {
        DailySales = "DAILY_SALES",
        LargeRedemption = "LARGE_REDEMPTION",
        Freeze = "FREEZE",
        BankChanged = "BANK_CHANGED",
        Payout = "PAYOUT",
        PayoutsPaused = "PAYOUTS_PAUSED",
        PayoutsResumed = "PAYOUTS_RESUMED",
        Burst = "BURST",
        CounterLoosened = "COUNTER_LOOSENED",
        RefundWaits = "REFUND_WAITS",
        LimitWaits = "LIMIT_WAITS",
        RateChanged = "RATE_CHANGED",
        ClosingWaits = "CLOSING_WAITS",
        RegistrationAnswered = "REGISTRATION_ANSWERED",
        CampaignMilestone = "CAMPAIGN_MILESTONE",
    }
}

impl Kind {
    /// Returns true for kinds of notice that administrators get too, because such events may
    /// indicate fraud. Administrators get no notices of a shop's ordinary sales.
    fn is_for_platform(self) -> bool {
        matches!(self, Kind::Freeze | Kind::BankChanged | Kind::PayoutsResumed)
            || self.is_for_platform_only()
    }

    /// Returns true for kinds that only administrators get: warnings about a shop's own managers,
    /// and requests for a decision. Administrators can't switch these off.
    fn is_for_platform_only(self) -> bool {
        matches!(
            self,
            Kind::Burst
                | Kind::CounterLoosened
                | Kind::RefundWaits
                | Kind::LimitWaits
                | Kind::RateChanged
                | Kind::ClosingWaits
                | Kind::RegistrationAnswered
        )
    }

    fn is_for(self, kind: TenantKind) -> bool {
        let is_of_place = match self {
            Kind::BankChanged | Kind::Payout | Kind::PayoutsPaused | Kind::PayoutsResumed => true,
            Kind::CampaignMilestone => kind == TenantKind::Charity,
            _ => kind == TenantKind::Vendor,
        };
        is_of_place && !self.is_for_platform_only()
    }
}

/// Source of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    Platform,
    Tenant(TenantId),
}

/// Sources whose notices a person gets, each with its kinds.
#[derive(Clone, Debug)]
pub struct Feeds(Vec<(Feed, Vec<Kind>)>);

impl Feeds {
    fn of(actor: &Actor) -> Feeds {
        let mut feeds = Vec::new();
        if actor.is_administrator() {
            let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_for_platform());
            feeds.push((Feed::Platform, kinds.collect()));
        }
        let managed = actor.grants.iter().filter(|grant| grant.role == Role::Manager);
        for (tenant, place) in managed.filter_map(|grant| grant.tenant) {
            let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_for(place));
            feeds.push((Feed::Tenant(tenant), kinds.collect()));
        }
        Feeds(feeds)
    }

    fn all(&self) -> Vec<Feed> {
        self.0.iter().map(|(feed, _)| *feed).collect()
    }

    /// Returns the kinds of notices from this source, if the person gets any.
    fn kinds_of(&self, feed: Feed) -> Result<&[Kind]> {
        let found = self.0.iter().find(|(own, _)| *own == feed);
        found.map(|(_, kinds)| kinds.as_slice()).ok_or(Error::NotFound)
    }
}

/// Right to read the notices of the tenants that the person manages.
pub struct ReadNotices;

impl Right for ReadNotices {
    const PERMISSION: Permission = Permission::ReadNotices;
    type Scope = Feeds;

    fn scope(actor: &Actor) -> Feeds {
        Feeds::of(actor)
    }
}

/// Details of a notice besides its tenant, kind and time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardId>,
    /// Last four digits of the card number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_frozen: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Cents>,
    /// Order whose refund waits for the approval of a second administrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderId>,
    /// Number of cards that were sold on the day, redeemed within minutes, left at a closing shop,
    /// or frozen or unfrozen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout: Option<PayoutId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<PayoutStep>,
    /// Charity rate in percent, before and after the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rates: Option<(u8, u8)>,
    /// Campaign of a milestone, with its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<(CampaignId, String)>,
    /// Whether the campaign reached its goal, not only half of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_full: Option<bool>,
}

impl Facts {
    fn read(text: &str) -> Result<Facts> {
        serde_json::from_str(text)
            .map_err(|error| Error::Internal(format!("the facts of a notice: {error}")))
    }

    fn written(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|error| Error::Internal(format!("the facts of a notice: {error}")))
    }
}

/// Default amount from which a redemption counts as large.
pub const LARGE: Cents = Cents::from_dollars(200);
/// Smallest and largest amount that a manager can set. The minimum avoids notices about everyday
/// purchases.
pub const MIN_LARGE: Cents = Cents::from_dollars(20);
pub const MAX_LARGE: Cents = Cents::from_dollars(10_000);

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

/// Notifies all administrators, except the person `except` if one is passed.
fn notify_platform(
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
fn notify_tenants_and_platform(
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
struct NewNotice<'a> {
    /// Shop or charity that the notice is about.
    tenant: Option<TenantId>,
    kind: Kind,
    source: &'a str,
    facts: &'a str,
}

fn notify(
    tx: &mut Tx<'_>,
    now: Timestamp,
    recipient: &Recipient,
    new: &NewNotice<'_>,
) -> Result<()> {
    store::insert(tx, now, recipient.person, recipient.feed, new)?;
    live::publish(tx, recipient.person, Event::Notice);
    Ok(())
}

/// Amount that was redeemed from a card.
pub struct Redeemed {
    pub vendor: TenantId,
    pub card: CardId,
    pub number: String,
    pub value: Cents,
}

/// Notifies the shop's managers of a redemption that is large by their settings. If the job `job`
/// runs twice, the managers still get one notice.
pub async fn notify_of_redemption(app: &Arc<App>, job: JobId, redeemed: Redeemed) -> Result<()> {
    let Redeemed { vendor, card, number, value } = redeemed;
    if value < MIN_LARGE {
        return Ok(());
    }
    let kind = Kind::LargeRedemption;
    let mut recipients = app.db.read(move |tx| store::managers(tx, &[vendor], kind)).await?;
    recipients.retain(|one| value >= one.amount.unwrap_or(LARGE));
    let facts =
        Facts { card: Some(card), number: Some(number), value: Some(value), ..Facts::default() };
    notify_all(app, recipients, vendor, kind, job.to_string(), facts).await
}

/// Notifies a shop's managers of an event in its own transaction. If no manager wants the notice,
/// as for most events, nothing is written.
async fn notify_all(
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

/// Sales of a shop on one day.
pub struct DaySales {
    pub vendor: TenantId,
    pub day: BusinessDate,
    pub cards: i64,
    pub value: Cents,
}

/// Notifies the shop's managers of a day's sales. If it runs twice for the same day, the managers
/// still get one notice.
pub async fn notify_of_sales(app: &Arc<App>, sales: DaySales) -> Result<()> {
    let DaySales { vendor, day, cards, value } = sales;
    let kind = Kind::DailySales;
    let recipients = app.db.read(move |tx| store::managers(tx, &[vendor], kind)).await?;
    let facts =
        Facts { value: Some(value), cards: Some(cards), day: Some(day), ..Facts::default() };
    let source = format!("sales of {vendor} on {day}");
    notify_all(app, recipients, vendor, kind, source, facts).await
}

/// Lists up to `most` shops that have managers, ordered by id, starting after the shop `behind`.
pub fn shops_behind(tx: &mut Tx<'_>, behind: Option<TenantId>, most: i64) -> Result<Vec<TenantId>> {
    store::shops_behind(tx, behind, most)
}

/// Returns true if all managers were notified of the sales of this day.
pub fn is_day_done(tx: &mut Tx<'_>, day: BusinessDate) -> Result<bool> {
    Ok(store::last_day(tx)? == Some(day))
}

pub fn set_day_done(tx: &mut Tx<'_>, day: BusinessDate) -> Result<()> {
    store::set_last_day(tx, day)
}

/// Lists a page of a person's notices, newest first, with the number of unread ones.
pub async fn list(
    app: &App,
    person: PersonId,
    feeds: Feeds,
    page: PageRequest,
) -> Result<(Page<NoticeRow>, u64)> {
    let feeds = feeds.all();
    app.db
        .read(move |tx| {
            let rows = store::list(tx, person, &feeds, page)?;
            let page = Page::counted(rows, page, || store::count(tx, person, &feeds))?;
            Ok((page, store::count_unread(tx, person, &feeds)?))
        })
        .await
}

/// Marks a notice as read, on all screens of the person.
pub async fn set_read(app: &Arc<App>, person: PersonId, feeds: Feeds, id: NoticeId) -> Result<()> {
    let feeds = feeds.all();
    app.write(move |tx, _, now| {
        if !store::set_read(tx, now, person, &feeds, id)? {
            return Err(Error::NotFound);
        }
        live::publish(tx, person, Event::Notice);
        Ok(())
    })
    .await
}

pub async fn set_all_read(app: &Arc<App>, person: PersonId, feeds: Feeds) -> Result<()> {
    let feeds = feeds.all();
    app.write(move |tx, _, now| {
        store::set_all_read(tx, now, person, &feeds)?;
        live::publish(tx, person, Event::Notice);
        Ok(())
    })
    .await
}

/// Lists all notices of a person, for the export.
pub fn all_of(tx: &mut Tx<'_>, person: PersonId, page: PageRequest) -> Result<Vec<NoticeRow>> {
    store::list_of_person(tx, person, page)
}

/// Lists all settings of a person, for the export.
pub fn all_settings_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<SettingRow>> {
    store::settings_of_person(tx, person)
}

/// Deletes the notices and settings of a closed account.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    store::delete_all(tx, person)
}

/// Deletes up to `limit` notices from before this time; returns the number deleted.
pub fn forget_old(tx: &mut Tx<'_>, before: Timestamp, limit: i64) -> Result<u64> {
    store::delete_old(tx, before, limit)
}
