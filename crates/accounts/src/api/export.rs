//! `/Accounts/me/export`: all data stored about a person, for that person.

mod parts;

use std::sync::Arc;

use axum::{extract::State, response::Response};
use db::Tx;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use self::parts::{
    AccountFacts, ExportedAccount, ExportedCard, ExportedDevice, ExportedEntry, ExportedIdentity,
    ExportedInvitation, ExportedItem, ExportedOrder, ExportedPayment, ExportedPin, ExportedRole,
    ExportedSecondFactors, GiftCards,
};
use super::{
    me::{Me, Session},
    views::SavedView,
};
use access::auth::{Actor, FreshProof, SignedIn};
use finance::reports::api::ReportSubscription;
use kernel::paging::PageRequest;
use market::bell::api::{ExportedNoticeSetting, Notice};
use people::identity;
use platform::{
    app::App,
    error::{Error, Result},
    web::{
        AppState,
        calls::routes,
        streamed::{self, ObjectWriter},
    },
};

use crate::{closing, export, me};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(export_me))
}

/// All data stored about a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "it says what is written piece by piece")]
struct Export {
    account: ExportedAccount,
    second_factors: ExportedSecondFactors,
    /// PINs for the tills of shops.
    pins: Vec<ExportedPin>,
    /// Saved views of lists.
    views: Vec<SavedView>,
    /// Subscriptions to emailed reports.
    report_mails: Vec<ReportSubscription>,
    /// Notification settings for the organizations that the person manages.
    notice_settings: Vec<ExportedNoticeSetting>,
    roles: Vec<ExportedRole>,
    /// Names, email addresses and roles that the person had as staff.
    identities: Vec<ExportedIdentity>,
    sessions: Vec<Session>,
    /// Browsers and operating systems that the person used.
    devices: Vec<ExportedDevice>,
    /// Invitations that the person received or sent.
    invitations: Vec<ExportedInvitation>,
    /// Items in the cart.
    cart: Vec<ExportedItem>,
    orders: Vec<ExportedOrder>,
    payments: Vec<ExportedPayment>,
    gift_cards: GiftCards,
    /// Cards that the person bought, gave or received.
    cards: Vec<ExportedCard>,
    /// Notices that the person received.
    notices: Vec<Notice>,
    /// Actions of the person, the newest first, then actions of others on the account.
    history: Vec<ExportedEntry>,
}

/// Exports all data stored about you.
#[utoipa::path(get, path = "/Accounts/me/export", tag = "Accounts", responses((status = OK, body = Export)))]
async fn export_me(
    SignedIn(actor): SignedIn,
    _proof: FreshProof,
    State(app): AppState,
) -> Result<Response> {
    export::begin(&app, &actor).await?;
    Ok(streamed::object(move |writer| write(app, actor, writer)))
}

/// Rows read per page.
const PAGE: u32 = 200;

/// Reads a page of a list as JSON.
type Read = fn(&mut Tx<'_>, &App, &Actor, PageRequest) -> Result<Vec<Value>>;

/// Lists in the export that are read page by page, because they grow with time. A list may combine
/// several queries, which are read one after the other.
const LISTS: [(&str, &[Read]); 6] = [
    ("invitations", &[invitations]),
    ("orders", &[orders]),
    ("payments", &[payments]),
    ("cards", &[cards]),
    ("notices", &[notices]),
    ("history", &[done, suffered]),
];

async fn write(app: Arc<App>, actor: Actor, mut writer: ObjectWriter) -> Result<()> {
    let me = Me::from(me::profile(&app, &actor).await?);
    let sessions = me::list_sessions(&app, &actor).await?.into_iter();
    let sessions: Vec<Session> = sessions.map(|row| Session::of(row, actor.session)).collect();
    let gift_cards = GiftCards::from(closing::left(&app, &actor).await?.left);
    let roles: Vec<ExportedRole> = actor.grants.iter().map(ExportedRole::from).collect();
    let who = actor.clone();
    let db = app.db.bulk();
    let short = db.read(move |tx| {
        let facts = AccountFacts::from(export::account_facts(tx, &who)?);
        let factors = ExportedSecondFactors::from(export::second_factors(tx, &who)?);
        let pins = export::pins(tx, &who)?.into_iter().map(ExportedPin::from);
        let views = export::views(tx, &who)?.into_iter().map(SavedView::from);
        let mails = export::report_mails(tx, &who)?.into_iter().map(ReportSubscription::from);
        let settings = export::notice_settings(tx, &who)?.into_iter();
        let settings: Vec<_> = settings.map(ExportedNoticeSetting::from).collect();
        let identities = identity::list_of(tx, who.person)?.into_iter();
        let identities: Vec<_> = identities.map(ExportedIdentity::from).collect();
        let devices = export::devices(tx, &who)?.into_iter().map(ExportedDevice::from);
        let cart = export::cart(tx, &who)?.into_iter().map(ExportedItem::from);
        let (devices, cart): (Vec<_>, Vec<_>) = (devices.collect(), cart.collect());
        let (pins, views): (Vec<_>, Vec<_>) = (pins.collect(), views.collect());
        let mails: Vec<_> = mails.collect();
        Ok::<_, Error>((facts, factors, pins, views, mails, settings, identities, devices, cart))
    });
    let (
        facts,
        second_factors,
        pins,
        views,
        report_mails,
        notice_settings,
        identities,
        devices,
        cart,
    ) = short.await?;
    let account = ExportedAccount { me, facts };
    writer.member("account", &account).await?;
    writer.member("secondFactors", &second_factors).await?;
    writer.member("pins", &pins).await?;
    writer.member("views", &views).await?;
    writer.member("reportMails", &report_mails).await?;
    writer.member("noticeSettings", &notice_settings).await?;
    writer.member("roles", &roles).await?;
    writer.member("identities", &identities).await?;
    writer.member("sessions", &sessions).await?;
    writer.member("devices", &devices).await?;
    writer.member("cart", &cart).await?;
    writer.member("giftCards", &gift_cards).await?;
    for (name, reads) in LISTS {
        write_list(&app, &actor, &mut writer, name, reads).await?;
    }
    Ok(())
}

async fn write_list(
    app: &Arc<App>,
    actor: &Actor,
    writer: &mut ObjectWriter,
    name: &str,
    reads: &'static [Read],
) -> Result<()> {
    let mut list = writer.begin_list(name).await?;
    for read in reads {
        for index in 1.. {
            let (shared, actor) = (app.clone(), actor.clone());
            let page = PageRequest::new(index, PAGE);
            let (items, is_last) = app
                .db
                .bulk()
                .read(move |tx| {
                    let items = read(tx, &shared, &actor, page)?;
                    let is_last = items.len() < PAGE as usize;
                    let items: Vec<Value> =
                        items.into_iter().filter(|item| !item.is_null()).collect();
                    Ok::<_, Error>((items, is_last))
                })
                .await?;
            list.items(&items).await?;
            if is_last {
                break;
            }
        }
    }
    list.end().await
}

fn values<Row, Part: Serialize>(
    rows: Vec<Row>,
    turn: impl Fn(Row) -> Result<Option<Part>>,
) -> Result<Vec<Value>> {
    let value = |row| {
        let part = turn(row)?;
        serde_json::to_value(part)
            .map_err(|error| Error::Internal(format!("an export can't be written: {error}")))
    };
    rows.into_iter().map(value).collect()
}

fn invitations(tx: &mut Tx<'_>, _: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    let rows = export::invitations(tx, actor, page)?;
    values(rows, |row| Ok(Some(ExportedInvitation::new(row, actor))))
}

fn orders(tx: &mut Tx<'_>, _: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    values(export::orders(tx, actor, page)?, |row| Ok(Some(ExportedOrder::from(row))))
}

fn payments(tx: &mut Tx<'_>, _: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    values(export::payments(tx, actor, page)?, |row| Ok(Some(ExportedPayment::from(row))))
}

fn cards(tx: &mut Tx<'_>, app: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    let rows = export::cards(tx, actor, page)?;
    values(rows, |row| ExportedCard::new(row, actor, app).map(Some))
}

fn notices(tx: &mut Tx<'_>, _: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    values(export::notices(tx, actor, page)?, |row| Notice::of(row).map(Some))
}

fn done(tx: &mut Tx<'_>, _: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    values(export::done(tx, actor, page)?, |row| Ok(Some(ExportedEntry::new(row, actor.person))))
}

/// Lists actions of others on the account. The person's own actions are left out, because [`done`]
/// lists them.
fn suffered(tx: &mut Tx<'_>, _: &App, actor: &Actor, page: PageRequest) -> Result<Vec<Value>> {
    let own = actor.person.to_string();
    values(export::suffered(tx, actor, page)?, |row| {
        Ok((row.actor != own).then(|| ExportedEntry::new(row, actor.person)))
    })
}
