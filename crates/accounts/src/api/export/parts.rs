//! Replies that form the parts of the export of a person's data.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use access::{
    audit::{Action, EntryRow},
    auth::{Actor, Grant, Role},
};
use cards::{RemainingCards, ThanksReply, api::CardTransaction};
use checkout::{carts::ItemRow, order::OrderRow, payments::AttemptRow};
use kernel::{
    brand::Brand, dates::BusinessDate, ids::PersonId, money::Cents, timestamp::Timestamp,
};
use people::identity::Identity;
use platform::{app::App, error::Result};

use crate::{
    api::me::Me,
    export::{AccountFactsRow, CardOfPerson, InvitationOfPerson, Overview},
};

/// Cards with a balance that the person can spend.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCards {
    count: i64,
    balance: Cents,
}

impl From<RemainingCards> for GiftCards {
    fn from(left: RemainingCards) -> Self {
        GiftCards { count: left.cards, balance: left.balance }
    }
}

/// The data of the account page, with further facts about the account.
#[derive(Serialize, ToSchema)]
pub(super) struct ExportedAccount {
    #[serde(flatten)]
    pub me: Me,
    #[serde(flatten)]
    pub facts: AccountFacts,
}

/// Facts about the account that the account page does not show.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountFacts {
    /// Brand on which the account was opened.
    brand: Brand,
    /// Time at which the email address was confirmed.
    #[schema(required)]
    confirmed_at: Option<Timestamp>,
    /// Time of your last signed-in call.
    #[schema(required)]
    last_seen_at: Option<Timestamp>,
}

impl From<AccountFactsRow> for AccountFacts {
    fn from(row: AccountFactsRow) -> Self {
        AccountFacts {
            brand: row.brand,
            confirmed_at: row.confirmed_at,
            last_seen_at: row.last_seen_at(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSecondFactors {
    #[schema(required)]
    authenticator_app_since: Option<Timestamp>,
    passkeys: Vec<ExportedPasskey>,
    recovery_codes_left: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPasskey {
    name: String,
    created_at: Timestamp,
    #[schema(required)]
    last_used_at: Option<Timestamp>,
}

impl From<Overview> for ExportedSecondFactors {
    fn from(overview: Overview) -> Self {
        let passkeys = overview.passkeys.into_iter().map(|key| ExportedPasskey {
            name: key.name,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
        });
        ExportedSecondFactors {
            authenticator_app_since: overview.app_since,
            passkeys: passkeys.collect(),
            recovery_codes_left: overview.recovery_codes_left,
        }
    }
}

/// A PIN for the tills of a shop. Only its hash is stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPin {
    vendor_name: String,
    chosen_at: Timestamp,
}

impl From<(String, Timestamp)> for ExportedPin {
    fn from((vendor_name, chosen_at): (String, Timestamp)) -> Self {
        ExportedPin { vendor_name, chosen_at }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedRole {
    role: Role,
    #[schema(required)]
    tenant_id: Option<String>,
}

impl From<&Grant> for ExportedRole {
    fn from(grant: &Grant) -> Self {
        let tenant_id = grant.tenant.map(|(tenant, _)| tenant.to_string());
        ExportedRole { role: grant.role, tenant_id }
    }
}

/// Name, email address and roles of a staff member from a point in time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedIdentity {
    since: Timestamp,
    email: String,
    first_name: String,
    last_name: String,
    /// Roles with their vendor or charity, separated by commas.
    roles: String,
}

impl From<Identity> for ExportedIdentity {
    fn from(row: Identity) -> Self {
        let Identity { since, email, first_name, last_name, roles } = row;
        ExportedIdentity { since, email, first_name, last_name, roles }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedDevice {
    device: String,
    last_seen_at: Timestamp,
}

impl From<(String, Timestamp)> for ExportedDevice {
    fn from((device, last_seen_at): (String, Timestamp)) -> Self {
        ExportedDevice { device, last_seen_at }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedInvitation {
    /// Whether the person received the invitation; false if they sent it.
    is_received: bool,
    email: String,
    role: Role,
    #[schema(required)]
    organization: Option<String>,
    /// OFFERED, ACCEPTED, DECLINED or WITHDRAWN.
    #[schema(value_type = String)]
    state: &'static str,
    sent_at: Timestamp,
    expires_at: Timestamp,
    #[schema(required)]
    decided_at: Option<Timestamp>,
}

impl ExportedInvitation {
    pub fn new(row: InvitationOfPerson, actor: &Actor) -> ExportedInvitation {
        ExportedInvitation {
            is_received: row.email == actor.email,
            email: row.email,
            role: row.role,
            organization: row.tenant_name,
            state: row.state.word(),
            sent_at: row.sent_at,
            expires_at: row.expires_at,
            decided_at: row.decided_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedItem {
    vendor_name: String,
    price: Cents,
    quantity: u32,
    #[schema(required)]
    gift_to: Option<String>,
    #[schema(required)]
    recipient_email: Option<String>,
    #[schema(required)]
    gift_from: Option<String>,
    #[schema(required)]
    gift_message: Option<String>,
    /// Day on which the gift is to be emailed; null for at once.
    #[schema(required)]
    send_on: Option<BusinessDate>,
}

impl From<ItemRow> for ExportedItem {
    fn from(row: ItemRow) -> Self {
        ExportedItem {
            send_on: row.send_time().map(|time| time.day),
            vendor_name: row.offer.vendor.display_name,
            price: row.price,
            quantity: row.quantity,
            gift_to: row.gift_to,
            recipient_email: row.recipient_email,
            gift_from: row.gift_from,
            gift_message: row.gift_message,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedOrder {
    order_number: String,
    #[schema(required)]
    total: Option<Cents>,
    #[schema(required)]
    paid_with: Option<String>,
    created_at: Timestamp,
    #[schema(required)]
    paid_at: Option<Timestamp>,
    #[schema(required)]
    cancelled_at: Option<Timestamp>,
}

impl From<OrderRow> for ExportedOrder {
    fn from(row: OrderRow) -> Self {
        ExportedOrder {
            order_number: row.cart_id.to_string(),
            total: row.total,
            paid_with: row.paid_with,
            created_at: row.created_at,
            paid_at: row.paid_at,
            cancelled_at: row.cancelled_at,
        }
    }
}

/// An attempt to pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPayment {
    /// Reference of the attempt at the gateway.
    reference: String,
    amount: Cents,
    /// Sum reversed at the gateway.
    reversed: Cents,
    #[schema(value_type = String)]
    state: &'static str,
    /// Brand and last four digits of the payment card.
    #[schema(required)]
    paid_with: Option<String>,
    #[schema(required)]
    message: Option<String>,
    /// Result of the address check, as the gateway's letter; null if it was not checked.
    #[schema(required)]
    address_check: Option<String>,
    #[schema(required)]
    code_check: Option<String>,
    sent_at: Timestamp,
    #[schema(required)]
    ended_at: Option<Timestamp>,
}

impl From<AttemptRow> for ExportedPayment {
    fn from(row: AttemptRow) -> Self {
        ExportedPayment {
            reference: row.reference,
            amount: row.amount,
            reversed: row.reversed,
            state: row.state.word(),
            paid_with: row.paid_with,
            message: row.message,
            address_check: row.avs,
            code_check: row.cvv,
            sent_at: row.sent_at,
            ended_at: row.ended_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedCard {
    id: String,
    vendor_name: String,
    /// Card number. Callers who may not spend the card see only the last four digits.
    card_number: String,
    card_value: Cents,
    /// Current balance; null for the giver of a claimed gift.
    #[schema(required)]
    card_balance: Option<Cents>,
    created_at: Timestamp,
    is_gift: bool,
    #[schema(required)]
    gift_to: Option<String>,
    /// Email address of the recipient, visible to the giver; null otherwise.
    #[schema(required)]
    recipient_email: Option<String>,
    /// Earlier email addresses of the recipient, visible to the giver.
    earlier_recipients: Vec<String>,
    #[schema(required)]
    gift_from: Option<String>,
    #[schema(required)]
    gift_message: Option<String>,
    /// Time at which the gift is to be emailed; null once it was.
    #[schema(required)]
    send_at: Option<Timestamp>,
    /// Thanks of the recipient to the giver; null if there are none.
    #[schema(required)]
    thanks: Option<ThanksReply>,
    #[schema(required)]
    claimed_at: Option<Timestamp>,
    transactions: Vec<CardTransaction>,
}

impl ExportedCard {
    pub fn new(row: CardOfPerson, actor: &Actor, app: &App) -> Result<ExportedCard> {
        let CardOfPerson { card, entries, earlier_addresses } = row;
        let (person, card_type) = (actor.person, card.card_type());
        let is_given_away = card.owner_id.is_some_and(|owner| owner != person);
        let (entries, thanks) = (entries.into_iter(), ThanksReply::of(&card));
        Ok(ExportedCard {
            id: card.id.to_string(),
            card_number: cards::number_for(&app.secrets, &card, person)?,
            vendor_name: card.vendor_name,
            card_value: card.face,
            card_balance: (!is_given_away).then_some(card.balance),
            created_at: card.created_at,
            is_gift: card.is_gift,
            gift_to: card.gift_to,
            recipient_email: card.recipient_email.filter(|_| card.buyer_id == person),
            earlier_recipients: earlier_addresses,
            gift_from: card.gift_from,
            gift_message: card.gift_message,
            send_at: card.send_at,
            thanks,
            claimed_at: card.claimed_at,
            transactions: entries
                .map(|entry| CardTransaction::new(entry, card_type, actor, app.clock.now()))
                .collect(),
        })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEntry {
    at: Timestamp,
    #[schema(value_type = Action)]
    action: String,
    /// Whether the person acted themselves.
    is_own: bool,
    #[schema(required)]
    before: Option<Value>,
    #[schema(required)]
    after: Option<Value>,
    #[schema(required)]
    reason: Option<String>,
    /// IP address; null for actions of others, or if it is no longer stored.
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    user_agent: Option<String>,
}

impl ExportedEntry {
    pub fn new(row: EntryRow, person: PersonId) -> ExportedEntry {
        let json = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        let is_own = row.actor == person.to_string();
        ExportedEntry {
            at: row.created_at,
            action: row.action,
            is_own,
            before: json(row.before),
            after: json(row.after),
            reason: row.reason,
            address: row.address.filter(|_| is_own),
            user_agent: row.user_agent.filter(|_| is_own),
        }
    }
}
