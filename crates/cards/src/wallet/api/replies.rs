//! Replies about cards, and the rules on which reader sees which fields. Only those who may spend a card see its code;
//! only its holder, managers and administrators see a whole email address.

use serde::Serialize;
use utoipa::ToSchema;

use access::auth::{Actor, Permission, Role, second_person::DecisionRefusal};
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use ledger::{CardEntry, TransferKind};
use market::tenants::{Address, api::AddressReply};
use platform::{error::Result, secrets::Secrets};

use crate::{
    card::{self, CardRow, masked},
    counter::{lookup, undo_left},
    gifts::{reminders, thanks::ThanksReply},
    wallet::{self, Happened},
};

/// The person whom a card is for, as shown to one reader.
struct Holder {
    first_name: String,
    last_name: String,
    email: String,
}

impl Holder {
    /// Returns the cardholder. The giver of a claimed gift sees the recipient whom they named, not the person who
    /// claimed the gift.
    fn of(card: &CardRow, reader: &Actor) -> Holder {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        if card.owner_id.is_some() && !card.was_given_by(reader.person) {
            return Holder {
                first_name: given(&card.owner_first_name),
                last_name: given(&card.owner_last_name),
                email: given(&card.owner_email),
            };
        }
        Holder {
            first_name: given(&card.gift_to),
            last_name: String::new(),
            email: given(&card.recipient_email),
        }
    }
}

/// Relation of a reader to a card, which decides which fields the reader sees.
#[derive(Clone, Copy)]
struct Sight {
    /// Whether the reader bought or owns the card.
    is_mine: bool,
    may_spend: bool,
    has_whole_addresses: bool,
    /// Whether the reader gave the card as a gift that is in another wallet now. Such a reader sees
    /// the price of the gift, but not its balance.
    is_given_away: bool,
}

impl Sight {
    fn of(reader: &Actor, card: &CardRow) -> Sight {
        // Customers may see the screen of a till, so replies to a till contain nothing private of
        // the clerk.
        let is_private = !reader.is_at_till();
        let is_mine = card.buyer_id == reader.person || card.owner_id == Some(reader.person);
        Sight {
            is_mine: is_private && is_mine,
            may_spend: is_private && card.moved_to.is_none() && card.is_held_by(reader.person),
            has_whole_addresses: is_private && (is_mine || sees_addresses(reader, card.vendor_id)),
            is_given_away: wallet::is_given_away(card, reader),
        }
    }

    fn balance(self, card: &CardRow) -> Cents {
        if self.is_given_away { card.face } else { card.balance }
    }

    fn moved_at(self, card: &CardRow) -> Timestamp {
        if self.is_given_away { card.claimed_at.unwrap_or(card.created_at) } else { card.moved_at }
    }

    fn address(self, email: String) -> String {
        if self.has_whole_addresses { email } else { masked(&email) }
    }
}

/// Whether the reader sees whole email addresses: managers and administrators do, employees see
/// masked ones.
fn sees_addresses(reader: &Actor, vendor: TenantId) -> bool {
    let manages = |grant: &access::auth::Grant| {
        grant.role == Role::Manager && grant.tenant.is_some_and(|(tenant, _)| tenant == vendor)
    };
    reader.is_administrator() || reader.grants.iter().any(manages)
}

/// Whether this reader's search of shops' cards includes email addresses.
pub fn searches_addresses(reader: &Actor) -> bool {
    let is_manager_only = reader.has(Role::Manager) && !reader.has(Role::Employee);
    !reader.is_at_till() && (reader.is_administrator() || is_manager_only)
}

/// A line of a list of cards.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardItem {
    id: String,
    /// Card number. Callers who may not spend the card see only the last four digits.
    card_number: String,
    first_name: String,
    last_name: String,
    email: String,
    /// Current balance; for the giver of a claimed gift, the price.
    card_balance: Cents,
    /// Price of the card.
    card_value: Cents,
    /// Time of the last event on the card; for the giver of a claimed gift, the time of the claim.
    recent_transaction: Timestamp,
    /// Time at which the recipient first opened the gift.
    #[schema(required)]
    opened_at: Option<Timestamp>,
    /// Time at which the gift was added to a wallet.
    #[schema(required)]
    claimed_at: Option<Timestamp>,
    /// Time at which the gift is to be emailed; null once it was.
    #[schema(required)]
    send_at: Option<Timestamp>,
    /// Day of that time in the time zone that the giver chose.
    #[schema(required)]
    send_on: Option<BusinessDate>,
    /// Whether the giver stopped a gift that was to be sent on a day.
    is_sending_stopped: bool,
    vendor_id: String,
    vendor_name: String,
    #[schema(required)]
    vendor_logo_path: Option<String>,
    /// Hue of the logo in degrees, used as the colour of the shop's cards.
    #[schema(required)]
    vendor_hue: Option<u32>,
    /// 1 for a card that supports a charity, 2 for one that doesn't.
    card_type: i64,
    #[schema(required)]
    charity_name: Option<String>,
    #[schema(required)]
    charity_logo_path: Option<String>,
    is_gift: bool,
    /// Name of the recipient; null if the card is no gift.
    #[schema(required)]
    to: Option<String>,
    #[schema(required)]
    recipient_email: Option<String>,
    is_deactive: bool,
    /// Whether the order was cancelled. The card then stays empty.
    is_cancelled: bool,
    /// Whether the balance was refunded to the buyer, but the order was not cancelled.
    is_refunded: bool,
    /// Whether the caller can spend the card.
    is_mine: bool,
    /// Name of the shop where the card was valid before another shop took it over.
    #[schema(required)]
    moved_from: Option<String>,
    /// Name of the shop that took the card over. The balance is on a card of that shop.
    #[schema(required)]
    moved_to: Option<String>,
}

impl CardItem {
    pub fn new(card: CardRow, reader: &Actor, secrets: &Secrets) -> Result<CardItem> {
        let (sight, holder) = (Sight::of(reader, &card), Holder::of(&card, reader));
        Ok(CardItem {
            id: card.id.to_string(),
            card_type: card.card_type(),
            is_deactive: !card.is_active(),
            is_cancelled: card.cancelled_at.is_some(),
            is_refunded: card.is_refunded_alone(),
            is_mine: sight.may_spend,
            card_number: card::number_seen_by(secrets, &card, reader)?,
            first_name: holder.first_name,
            last_name: holder.last_name,
            email: sight.address(holder.email),
            card_balance: sight.balance(&card),
            card_value: card.face,
            recent_transaction: sight.moved_at(&card),
            opened_at: card.opened_at,
            claimed_at: card.claimed_at,
            send_at: card.planned_for().map(|(at, _)| at),
            send_on: card.planned_locally().map(|(day, _)| day),
            is_sending_stopped: card.send_stopped_at.is_some(),
            vendor_id: card.vendor_id.to_string(),
            vendor_name: card.vendor_name,
            vendor_logo_path: card.vendor_logo_key,
            vendor_hue: card.vendor_hue,
            charity_name: card.charity_name,
            charity_logo_path: card.charity_logo_key,
            is_gift: card.is_gift,
            moved_from: card.moved_from_name,
            moved_to: card.moved_to_name,
            to: card.gift_to,
            recipient_email: card.recipient_email.map(|email| sight.address(email)),
        })
    }
}

/// A card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Card)]
pub struct CardDetail {
    #[serde(flatten)]
    card: CardParts,
    #[serde(flatten)]
    gift: GiftParts,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardParts {
    id: String,
    vendor_id: String,
    vendor: CardVendor,
    card_number: String,
    first_name: String,
    last_name: String,
    email: String,
    /// Current balance; for the giver of a claimed gift, the price.
    card_balance: Cents,
    /// Price of the card.
    card_value: Cents,
    card_type: i64,
    #[schema(required)]
    charity_id: Option<String>,
    #[schema(required)]
    charity_name: Option<String>,
    #[schema(required)]
    charity_logo_path: Option<String>,
    #[schema(required)]
    campaign_id: Option<String>,
    #[schema(required)]
    campaign_name: Option<String>,
    #[schema(required)]
    campaign_logo_path: Option<String>,
    /// Code of the card. Its QR code contains `FR1:` and this code. Null for callers who may not spend the card.
    #[schema(required)]
    qr_code: Option<String>,
    is_deactive: bool,
    /// Whether the order was cancelled. The card then stays empty.
    is_cancelled: bool,
    /// Whether the balance was refunded to the buyer, but the order was not cancelled.
    is_refunded: bool,
    #[schema(required)]
    deactivated_at: Option<Timestamp>,
    /// Reason for freezing the card, for callers who may unfreeze it.
    #[schema(required)]
    deactivation_reason: Option<String>,
    recent_transaction: Timestamp,
    created_at: Timestamp,
    /// Id of the order with which the card was bought, for administrators.
    #[schema(required)]
    order_id: Option<String>,
    /// Whether the card is in the caller's wallet.
    is_mine: bool,
    /// Whether the card was presented to the caller within the last ten minutes, so that they may redeem it.
    is_presented: bool,
    /// Whether the caller may redeem the card although it was not presented. The shop allows it, and the cardholder is
    /// notified.
    may_redeem_unseen: bool,
    /// Name of the shop where the card was valid before another shop took it over.
    #[schema(required)]
    moved_from: Option<String>,
    /// Name of the shop that took the card over. The balance is on a card of that shop.
    #[schema(required)]
    moved_to: Option<String>,
    /// Id of the shop in `movedTo`.
    #[schema(required)]
    moved_to_vendor_id: Option<String>,
    /// Id of the card that replaced this one at the shop in `movedTo`.
    #[schema(required)]
    moved_to_card_id: Option<String>,
    /// Reason why you can't reactivate the card, for example because you deactivated it. Null if you can, or may not
    /// freeze cards at all.
    #[schema(required)]
    reactivation_refusal: Option<DecisionRefusal>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardVendor {
    display_name: String,
    #[schema(required)]
    logo_path: Option<String>,
    /// Hue of the logo in degrees, used as the colour of the shop's cards.
    #[schema(required)]
    hue: Option<u32>,
    /// Whether the shop still sells cards. If not, cards already sold can still be redeemed.
    is_active: bool,
    address: AddressReply,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftParts {
    is_gift: bool,
    #[schema(required)]
    to: Option<String>,
    #[schema(required)]
    recipient_email: Option<String>,
    /// Name of the giver. Only giver and recipient see the name and the message.
    #[schema(required)]
    from: Option<String>,
    #[schema(required)]
    gift_message: Option<String>,
    /// Time at which the gift was emailed to its recipient.
    #[schema(required)]
    mailed_at: Option<Timestamp>,
    #[schema(required)]
    opened_at: Option<Timestamp>,
    /// Time at which the recipient added the gift to a wallet.
    #[schema(required)]
    claimed_at: Option<Timestamp>,
    /// Time at which the gift is to be emailed; null once it was.
    #[schema(required)]
    send_at: Option<Timestamp>,
    /// IANA time zone in which the giver chose that time.
    #[schema(required)]
    send_zone: Option<&'static str>,
    /// Local day of that time.
    #[schema(required)]
    send_on: Option<BusinessDate>,
    /// Local hour of that time, 0 to 23.
    #[schema(required)]
    send_hour: Option<u8>,
    /// Whether the giver stopped a gift that was to be sent on a day.
    is_sending_stopped: bool,
    /// Time from which the caller may remind the recipient to open the gift; null if they may not.
    #[schema(required)]
    remind_from: Option<Timestamp>,
    /// Thanks of the recipient. Only giver and recipient see them.
    #[schema(required)]
    thanks: Option<ThanksReply>,
}

impl CardDetail {
    pub fn new(card: CardRow, reader: &Actor, secrets: &Secrets) -> Result<CardDetail> {
        let (sight, holder) = (Sight::of(reader, &card), Holder::of(&card, reader));
        let qr_code = if sight.may_spend { Some(card::open_code(secrets, &card)?) } else { None };
        let reads_reason = reader.is_administrator()
            || reader.tenants_with(Permission::ManageCounter).contains(&card.vendor_id);
        let recent_transaction = sight.moved_at(&card);
        let private = |text: Option<String>| text.filter(|_| sight.is_mine);
        let gift = GiftParts {
            is_gift: card.is_gift,
            to: card.gift_to.clone(),
            recipient_email: card.recipient_email.clone().map(|email| sight.address(email)),
            from: private(card.gift_from.clone()),
            gift_message: private(card.gift_message.clone()),
            mailed_at: card.mailed_at,
            opened_at: card.opened_at,
            claimed_at: card.claimed_at,
            send_at: card.planned_for().map(|(at, _)| at),
            send_zone: card.planned_for().map(|(_, zone)| zone.name()),
            send_on: card.planned_locally().map(|(day, _)| day),
            send_hour: card.planned_locally().map(|(_, hour)| hour),
            is_sending_stopped: card.send_stopped_at.is_some(),
            remind_from: (card.buyer_id == reader.person)
                .then(|| reminders::remind_from(&card))
                .flatten(),
            thanks: ThanksReply::of(&card).filter(|_| sight.is_mine),
        };
        let card = CardParts {
            id: card.id.to_string(),
            card_type: card.card_type(),
            is_deactive: !card.is_active(),
            is_cancelled: card.cancelled_at.is_some(),
            is_refunded: card.is_refunded_alone(),
            vendor_id: card.vendor_id.to_string(),
            vendor: vendor(&card),
            card_number: card::number_seen_by(secrets, &card, reader)?,
            first_name: holder.first_name,
            last_name: holder.last_name,
            email: sight.address(holder.email),
            card_balance: sight.balance(&card),
            card_value: card.face,
            charity_id: card.charity_id.map(|id| id.to_string()),
            charity_name: card.charity_name,
            charity_logo_path: card.charity_logo_key,
            campaign_id: card.campaign_id.map(|id| id.to_string()),
            campaign_name: card.campaign_name,
            campaign_logo_path: card.campaign_logo_key,
            qr_code,
            deactivated_at: card.deactivated_at,
            deactivation_reason: card.deactivation_reason.filter(|_| reads_reason),
            recent_transaction,
            created_at: card.created_at,
            order_id: reader.is_administrator().then(|| card.order_id.to_string()),
            is_mine: sight.is_mine,
            moved_from: card.moved_from_name,
            moved_to: card.moved_to_name,
            moved_to_vendor_id: card.moved_to_vendor.map(|id| id.to_string()),
            moved_to_card_id: card.moved_to.map(|id| id.to_string()),
            is_presented: false,
            may_redeem_unseen: false,
            reactivation_refusal: None,
        };
        Ok(CardDetail { card, gift })
    }

    /// Adds the reason why the reader can't reactivate the card.
    pub fn refusing(mut self, refusal: Option<DecisionRefusal>) -> CardDetail {
        self.card.reactivation_refusal = refusal;
        self
    }

    /// Adds whether a person at the counter may redeem the card.
    pub fn seen(mut self, sight: lookup::Sight) -> CardDetail {
        self.card.is_presented = sight.is_presented;
        self.card.may_redeem_unseen = sight.may_redeem_unseen;
        self
    }
}

fn vendor(card: &CardRow) -> CardVendor {
    CardVendor {
        display_name: card.vendor_name.clone(),
        logo_path: card.vendor_logo_key.clone(),
        hue: card.vendor_hue,
        is_active: card.is_vendor_active,
        address: Address {
            line1: card.address_line1.clone(),
            line2: card.address_line2.clone(),
            city: card.city.clone(),
            province: card.province.clone(),
            postal_code: card.postal_code.clone(),
        }
        .into(),
    }
}

#[derive(Clone, Copy, Serialize, ToSchema)]
pub enum TransactionType {
    Purchased,
    Redeemed,
    /// Reversal of a redemption.
    Credit,
    /// Cash-out, refund to the buyer, or reversal of the sale.
    Debit,
}

impl From<TransferKind> for TransactionType {
    fn from(kind: TransferKind) -> Self {
        match kind {
            TransferKind::Sale => TransactionType::Purchased,
            TransferKind::Redemption => TransactionType::Redeemed,
            TransferKind::Reversal => TransactionType::Credit,
            TransferKind::CashOut
            | TransferKind::ChargeReversal
            | TransferKind::PartialRefund
            | TransferKind::Refund
            // These never occur on a card, but every kind needs a type.
            | TransferKind::Payout
            | TransferKind::CommissionTax
            | TransferKind::Settlement
            | TransferKind::BankLine => TransactionType::Debit,
        }
    }
}

/// An event on a card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTransaction {
    id: String,
    date: Timestamp,
    /// Amount, never negative: the type says whether it was added or taken off.
    amount: Cents,
    transaction_type: TransactionType,
    /// Balance of the card afterwards.
    balance: Cents,
    card_type: i64,
    /// Whether a debit is a refund to the buyer.
    is_refund: bool,
    /// Whether the transaction moved the balance between two shops because one took over the card of the other.
    is_handover: bool,
    /// Whether the transaction was reversed later.
    is_reversed: bool,
    #[schema(required)]
    reason: Option<String>,
    /// Name of the till, visible to staff of the shop; null if the transaction was made at no till.
    #[schema(required)]
    till: Option<String>,
    /// Name of the clerk, visible to staff of the shop; null if the transaction was not made at a counter.
    #[schema(required)]
    clerk: Option<String>,
    /// Seconds during which the caller can still reverse their own redemption.
    undo_seconds: u64,
    /// Whether the card was not presented, but found by its holder's name.
    is_by_name: bool,
    /// Manager who approved the redemption, visible to staff; null if no approval was needed.
    #[schema(required)]
    approved_by: Option<String>,
}

impl CardTransaction {
    pub fn new(
        happened: Happened,
        card_type: i64,
        reader: &Actor,
        now: Timestamp,
    ) -> CardTransaction {
        let Happened { entry, is_by_name, approver, is_handover } = happened;
        let is_sale_taken_back =
            matches!(entry.kind, TransferKind::ChargeReversal | TransferKind::Refund)
                || entry.kind == TransferKind::Reversal && entry.amount.is_negative();
        let is_refund =
            is_sale_taken_back && entry.kind != TransferKind::ChargeReversal && !is_handover;
        let transaction_type =
            if is_sale_taken_back { TransactionType::Debit } else { entry.kind.into() };
        // Only administrators see the reason for cancelling an order or closing a shop. Every reader sees the reason for
        // reversing a redemption.
        let may_read_reason = !(is_sale_taken_back || is_handover) || reader.is_administrator();
        let may_undo = entry.kind == TransferKind::Redemption
            && !entry.is_reversed
            && !reader.is_administrator()
            && reader.may(Permission::UndoRedemptions)
            && entry.is_by(reader.person);
        let undo_left = may_undo.then(|| undo_left(entry.created_at, now));
        let clerk = clerk_of(&entry).filter(|_| reader.may(Permission::FindCards));
        CardTransaction {
            undo_seconds: undo_left.unwrap_or_default().as_secs(),
            is_by_name,
            approved_by: approver.filter(|_| reader.may(Permission::FindCards)),
            id: entry.transfer_id.to_string(),
            date: entry.created_at,
            amount: Cents::new(entry.amount.get().saturating_abs()),
            transaction_type,
            balance: entry.balance,
            card_type,
            is_refund,
            is_handover,
            is_reversed: entry.is_reversed,
            reason: entry.reason.filter(|_| may_read_reason),
            clerk,
            till: entry.till.filter(|_| reader.may(Permission::FindCards)),
        }
    }
}

/// Returns the name of the clerk at the counter. Buyers are not named.
fn clerk_of(entry: &CardEntry) -> Option<String> {
    let is_at_counter = matches!(
        entry.kind,
        TransferKind::Redemption | TransferKind::CashOut | TransferKind::Reversal
    );
    let (first, last) = (entry.first_name.as_deref()?, entry.last_name.as_deref()?);
    let name = format!("{first} {last}").trim().to_owned();
    (is_at_counter && !name.is_empty()).then_some(name)
}
