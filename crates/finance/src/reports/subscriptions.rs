//! Subscriptions to emailed reports: a person who may see a report can get its sums by email,
//! weekly or monthly. The right to see the report is checked again before each email. If the person
//! has lost the right, no email is sent and the subscription ends.

use std::sync::Arc;

use db::Tx;

use super::{
    CardType, LedgerPosition, Sums, Wanted, find, schedule,
    store::{self, position, subscriptions as rows},
};
use access::auth::{self, Actor, Grant, Permission, Role, TenantKind};
use kernel::{
    date_range::DateRange,
    dates::BusinessDate,
    fields::Fields,
    ids::{CampaignId, PersonId, ReportSubscriptionId, TenantId},
    language::Language,
    messages::Message,
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};
use mail::Mail;
use market::tenants::TenantScope;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::reports::{
    errors::TOO_MANY_REPORT_MAILS,
    letters::{Cadence, Letter, MailedReport, ReportFigure},
};

pub use rows::SubscriptionRow;

/// Maximum number of subscriptions per person.
const MAX: usize = 20;

/// Maximum number of subscriptions read per query.
const BATCH: i64 = 100;

/// Contents of a request for a new subscription.
#[derive(Clone, Debug)]
pub struct Asked {
    pub report: MailedReport,
    /// Tenant of the report. `None` for the person's own tenant, or for a report on all tenants.
    pub tenant: Option<TenantId>,
    pub cadence: Cadence,
    pub card_type: CardType,
    pub campaign: Option<CampaignId>,
}

pub async fn list(app: &App, person: PersonId) -> Result<Vec<SubscriptionRow>> {
    app.db.read(move |tx| rows::list_of(tx, person)).await
}

/// Returns all subscriptions of a person, for the export of personal data.
pub fn all_of(tx: &mut Tx<'_>, person: PersonId) -> Result<Vec<SubscriptionRow>> {
    rows::list_of(tx, person)
}

/// Deletes the subscriptions of a person whose account is closed.
pub fn forget(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    rows::delete_all(tx, person)
}

/// Subscribes a person to a report. Returns the existing subscription unchanged if there is one.
pub async fn add(
    app: &Arc<App>,
    actor: &Actor,
    scope: TenantScope,
    asked: Asked,
) -> Result<SubscriptionRow> {
    let actor = actor.clone();
    app.write(move |tx, _, now| {
        let person = actor.person;
        if !rows::lock_person(tx, person)? {
            return Err(Error::Unauthorized);
        }
        let tenant = tenant_of(tx, &actor, &scope, &asked)?;
        if let Some(campaign) = asked.campaign {
            rows::campaign_name(tx, campaign)?.ok_or_else(unknown_campaign)?;
        }
        let own = rows::list_of(tx, person)?;
        let is_same = |row: &&SubscriptionRow| {
            row.report == asked.report
                && row.tenant_id == tenant
                && row.cadence == asked.cadence
                && row.card_type == asked.card_type.number()
                && row.campaign_id == asked.campaign
        };
        if let Some(same) = own.iter().find(is_same) {
            return Ok(same.clone());
        }
        if own.len() >= MAX {
            return Err(Error::Refused(TOO_MANY_REPORT_MAILS));
        }
        let id = ReportSubscriptionId::new(now);
        let row = SubscriptionRow {
            person_id: person,
            id,
            report: asked.report,
            tenant_id: tenant,
            cadence: asked.cadence,
            card_type: asked.card_type.number(),
            campaign_id: asked.campaign,
            due_at: schedule::next_due(asked.cadence, now),
            created_at: now,
            tenant_name: None,
            campaign_name: None,
        };
        rows::insert(tx, &row)?;
        let own = rows::list_of(tx, person)?;
        own.into_iter().find(|row| row.id == id).ok_or(Error::NotFound)
    })
    .await
}

fn unknown_campaign() -> Error {
    let sentence = Message::new("There is no such campaign.", "Cette campagne n’existe pas.");
    Fields::one("campaignId", sentence).into()
}

/// Checks that a person may see the report. Returns the tenant of the report, or `None` for a
/// report on all tenants.
fn tenant_of(
    tx: &mut Tx<'_>,
    actor: &Actor,
    scope: &TenantScope,
    asked: &Asked,
) -> Result<Option<TenantId>> {
    let kind = match asked.report {
        MailedReport::Vendor => TenantKind::Vendor,
        MailedReport::Charity => TenantKind::Charity,
        MailedReport::Vendors | MailedReport::Charities => {
            let may = actor.may(Permission::ViewReports);
            return if may { Ok(None) } else { Err(Error::Permission) };
        }
    };
    let tenant = match asked.tenant {
        Some(tenant) => tenant,
        None => super::own(tx, scope, kind)?.ok_or(Error::NotFound)?,
    };
    find(tx, scope, tenant, Some(kind))?;
    Ok(Some(tenant))
}

pub async fn remove(app: &App, person: PersonId, id: ReportSubscriptionId) -> Result<()> {
    let is_gone = app.db.write(move |tx| rows::delete(tx, person, id)).await?;
    if is_gone { Ok(()) } else { Err(Error::NotFound) }
}

/// Scheduled task: emails all reports that are due. If one report fails, the other reports are
/// still sent, and the next run tries the failed report again.
pub async fn mail_due(app: Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let mut behind = None;
    loop {
        let due = app.db.read(move |tx| rows::list_due(tx, now, behind, BATCH)).await?;
        let Some(last) = due.last() else { return Ok(()) };
        behind = Some((last.due_at, last.id));
        for row in due {
            let id = row.id;
            if let Err(error) = mail_one(&app, now, row).await {
                tracing::error!(subscription = %id, error = ?error, "a report could not be mailed");
            }
        }
    }
}

/// Emails one report. The report is read outside the writing transaction, so that other writers
/// don't wait.
async fn mail_one(app: &Arc<App>, now: Timestamp, row: SubscriptionRow) -> Result<()> {
    let due = schedule::last_due(row.cadence, row.due_at, now);
    let next = schedule::next_due(row.cadence, now.max(due));
    let wanted = row.clone();
    let mail = app.read(move |tx, app, _| write(tx, app, &wanted, due)).await?;
    app.db
        .write(move |tx| {
            // If two nodes run this task at once, only the node that first sets the next due time
            // sends the email.
            if !rows::move_on(tx, &row, next)? {
                return Ok(());
            }
            match &mail {
                Some(mail) => mail::post(tx, now, mail).map(drop),
                None => rows::delete(tx, row.person_id, row.id).map(drop),
            }
        })
        .await
}

/// Returns the email with a report that is due. `None` if the subscriber may no longer see the
/// report.
fn write(
    tx: &mut Tx<'_>,
    app: &App,
    row: &SubscriptionRow,
    due: Timestamp,
) -> Result<Option<Mail<Letter>>> {
    let grants = tx.ask(auth::grants_of(row.person_id))?;
    if !rows::is_active(tx, row.person_id)? || !may_see(&grants, row.report, row.tenant_id) {
        return Ok(None);
    }
    let Some(reader) = people::addressee(tx, row.person_id)? else { return Ok(None) };
    let (first_day, last_day) = schedule::days_before(row.cadence, due);
    let (sums, position) = read(tx, row, DateRange::between(first_day, last_day))?;
    let lang = reader.language;
    let figures = figures_of(row.report, &sums)?.into_iter();
    let page =
        format!("{}{}", app.public_url(reader.brand), address(&grants, row, first_day, last_day));
    let letter = Letter::Report {
        first_name: reader.first_name,
        report: row.report,
        cadence: row.cadence,
        owner: row.tenant_name.clone(),
        first_day,
        last_day,
        campaign: row.campaign_name.clone(),
        has_cause: CardType::from_number(row.card_type).unwrap_or_default().has_cause(),
        figures: figures.map(|(figure, sum)| (figure, sum.said_in(lang))).collect(),
        position: position.map(|newest| reference(&newest)),
        manage: format!("{page}&byMail=1"),
        link: page,
    };
    Ok(Some(Mail { to: reader.email, brand: reader.brand, lang, letter }))
}

/// Returns the short form of a transfer's id that the journal shows: the last eight characters.
fn reference(newest: &LedgerPosition) -> String {
    const LAST: usize = 8;
    let id = newest.transfer.to_string();
    id[id.len().saturating_sub(LAST)..].to_uppercase()
}

/// Returns whether a person's roles allow them to see a report. Checks the same rights as the API,
/// but without a session.
fn may_see(grants: &[Grant], report: MailedReport, tenant: Option<TenantId>) -> bool {
    let is_administrator =
        |grant: &Grant| matches!(grant.role, Role::SuperAdministrator | Role::Administrator);
    match report {
        MailedReport::Vendors | MailedReport::Charities => {
            grants.iter().any(|grant| Permission::ViewReports.is_of(grant.role))
        }
        MailedReport::Vendor | MailedReport::Charity => grants.iter().any(|grant| {
            let is_there = grant.tenant.map(|(place, _)| place) == tenant;
            Permission::ViewSales.is_of(grant.role) && (is_administrator(grant) || is_there)
        }),
    }
}

/// Returns the sums of a report, and the newest transfer that they cover.
fn read(
    tx: &mut Tx<'_>,
    row: &SubscriptionRow,
    days: DateRange,
) -> Result<(Sums, Option<LedgerPosition>)> {
    let card_type = CardType::from_number(row.card_type).unwrap_or_default();
    let (campaign, page) = (row.campaign_id, PageRequest::default());
    let wanted = Wanted { tenant: row.tenant_id, campaign, card_type, days, page, kind: None };
    Ok(match (row.report, row.tenant_id) {
        (MailedReport::Vendor, Some(vendor)) => {
            let filter = wanted.of_vendors(TenantScope::Own(vec![vendor]));
            (store::sums(tx, &filter)?, position::newest_of_vendor(tx, vendor)?)
        }
        (MailedReport::Charity, Some(charity)) => {
            let filter = wanted.of_charity(Some(charity));
            (store::sums(tx, &filter)?, position::newest_of_charity(tx, charity)?)
        }
        _ => (store::sums(tx, &wanted.of_vendors(TenantScope::All))?, position::newest(tx)?),
    })
}

/// Sum in the form in which the email shows it.
enum Sum {
    Count(i64),
    Money(Cents),
}

impl Sum {
    fn said_in(self, lang: Language) -> String {
        match self {
            Sum::Count(count) => count.to_string(),
            Sum::Money(cents) => cents.format(lang),
        }
    }
}

fn figures_of(report: MailedReport, sums: &Sums) -> Result<Vec<(ReportFigure, Sum)>> {
    Ok(match report {
        MailedReport::Vendor | MailedReport::Vendors => vec![
            (ReportFigure::CardsSold, Sum::Count(sums.cards)),
            (ReportFigure::GrossSold, Sum::Money(sums.gross()?)),
            (ReportFigure::Refunds, Sum::Money(sums.refunded)),
            (ReportFigure::Sold, Sum::Money(sums.purchased)),
            (ReportFigure::Raised, Sum::Money(sums.raised)),
            (ReportFigure::Platform, Sum::Money(sums.platform)),
            (ReportFigure::Revenue, Sum::Money(sums.revenue()?)),
            (ReportFigure::Redeemed, Sum::Money(sums.redeemed)),
            (ReportFigure::OnCards, Sum::Money(sums.closing)),
        ],
        MailedReport::Charity | MailedReport::Charities => vec![
            (ReportFigure::Sold, Sum::Money(sums.supported)),
            (ReportFigure::Raised, Sum::Money(sums.raised)),
        ],
    })
}

/// Returns the address of the page on which this person can see the same report.
fn address(
    grants: &[Grant],
    row: &SubscriptionRow,
    first: BusinessDate,
    last: BusinessDate,
) -> String {
    let works_there = grants.iter().any(|grant| grant.tenant.map(|(id, _)| id) == row.tenant_id);
    let tenant = row.tenant_id.map(|id| id.to_string()).unwrap_or_default();
    let page = match row.report {
        MailedReport::Vendor if works_there => "/admin/vendor/reporting".to_owned(),
        MailedReport::Charity if works_there => "/admin/charity/reporting".to_owned(),
        MailedReport::Vendor => format!("/admin/vendors/view/{tenant}/reporting"),
        MailedReport::Charity => format!("/admin/charities/view/{tenant}/reporting"),
        MailedReport::Vendors => "/admin/vendor-report".to_owned(),
        MailedReport::Charities => "/admin/charity-report".to_owned(),
    };
    let mut address = format!("{page}?startDate={first}&endDate={last}");
    // The portal of a brand may preselect cards of that brand. The address therefore names the
    // brand filter, even if the report covers all brands.
    let is_narrowed = matches!(row.report, MailedReport::Vendor | MailedReport::Vendors);
    if is_narrowed || row.card_type != 0 {
        address += &format!("&cardType={}", row.card_type);
    }
    if let Some(campaign) = row.campaign_id {
        address += &format!("&campaignId={campaign}");
    }
    address
}
