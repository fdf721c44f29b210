//! Forms that add to a cart and change it.

use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::card_type;
use cards::SendWish;
use kernel::{
    contact::Email,
    fields::Fields,
    ids::{CampaignId, ItemId, TenantId},
    messages::{self, Message},
    money::Cents,
    names::GiftName,
    random::hex,
    text::Paragraphs,
};
use platform::{error::Result, web::extract::Object};

use crate::carts::{Gift, MAX_CARDS, MAX_ITEMS, NewItem, Source, too_many_items};

type GiftMessage = Paragraphs<500>;

/// A cart, or items to add to one. Totals are only compared with those that the server computes.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartForm {
    /// Total of the sent items, compared with the total that the server computes.
    total: Option<Cents>,
    /// Whether the browser stored these items before its user signed in.
    pub is_local: Option<bool>,
    #[schema(value_type = Vec<ItemForm>)]
    pub cart_details: Vec<Object<ItemForm>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemForm {
    /// Id of an existing item; left out for new ones.
    pub id: Option<ItemId>,
    /// Client-chosen key of a new item. An item that is sent again with the same key is not added twice.
    key: Option<String>,
    campaign_id: Option<CampaignId>,
    vendor_id: Option<TenantId>,
    /// 1 for a card that supports a campaign, 2 for a card that doesn't.
    #[serde(rename = "type")]
    card_type: Option<i64>,
    quantity: Option<i64>,
    price: Option<Cents>,
    total: Option<Cents>,
    is_gift: Option<bool>,
    to: Option<String>,
    recipient_email: Option<String>,
    confirm_email: Option<String>,
    from: Option<String>,
    gift_message: Option<String>,
    /// Day on which to email the gift. Without it, the gift is emailed at once.
    send_on: Option<String>,
    /// Hour of that day, 0 to 23; 9 without it.
    send_hour: Option<i64>,
    /// IANA time zone of the recipient; that of the shop without it.
    send_zone: Option<String>,
}

/// Checks the key that a client chose for an item or a list.
pub fn key_of<'k>(fields: &mut Fields, key: Option<&'k String>) -> Option<&'k String> {
    let key = key.filter(|key| !key.is_empty());
    if key.is_some_and(|key| key.len() > 100 || key.contains(char::is_control)) {
        fields.add(
            "key",
            Message::new(
                "Must have at most 100 plain characters.",
                "Au plus 100 caractères simples.",
            ),
        );
    }
    key
}

const DIFFERS: Message = Message::new(
    "This is not what we count. Please reload your cart.",
    "Ce montant ne correspond pas à notre calcul. Veuillez recharger votre panier.",
);

impl CartForm {
    /// Checks the items. The error of an item names its place in the form.
    pub fn check(&self) -> Result<Vec<NewItem>, Fields> {
        let mut fields = Fields::default();
        let mut items = Vec::new();
        if self.cart_details.is_empty() {
            fields.add("cartDetails", messages::required("Cart Details"));
        }
        // Checks the number of items first, so that a huge form costs nothing.
        if self.cart_details.len() > MAX_ITEMS {
            return Err(Fields::one("cartDetails", too_many_items()));
        }
        for (index, form) in self.cart_details.iter().enumerate() {
            let place = format!("cartDetails[{index}]");
            items.push(fields.nested(&place, |fields| form.check(fields)));
        }
        let items: Option<Vec<NewItem>> = items.into_iter().collect();
        if let (Some(total), Some(items)) = (self.total, &items) {
            let sums = items.iter().map(|item| item.price.checked_mul(item.quantity));
            let sum = sums.collect::<Result<Vec<_>, _>>().and_then(Cents::sum);
            if sum != Ok(total) {
                fields.add("total", DIFFERS);
            }
        }
        fields.finish(|| items)
    }

    /// Hashes the items, to recognize a local cart that is sent again.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |part: &str| {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        };
        for item in &self.cart_details {
            let ids = (item.vendor_id, item.campaign_id, item.price, item.quantity, item.is_gift);
            add(&format!("{ids:?}"));
            for text in [&item.to, &item.recipient_email, &item.from, &item.gift_message] {
                add(text.as_deref().unwrap_or_default());
            }
            if let Some(day) = &item.send_on {
                add(&format!("{day} {:?} {:?}", item.send_hour, item.send_zone));
            }
        }
        hex(&hash.finalize())
    }
}

impl ItemForm {
    fn check(&self, fields: &mut Fields) -> Option<NewItem> {
        let vendor = fields.present("vendorId", "Vendor", self.vendor_id);
        let price = fields.present("price", "Card Amount", self.price);
        let quantity = u32::try_from(self.quantity.unwrap_or(1)).ok();
        let quantity = quantity.filter(|quantity| (1..=MAX_CARDS).contains(quantity));
        if quantity.is_none() {
            fields.add("quantity", messages::from_to(1, MAX_CARDS.into()));
        }
        let right_type = card_type(self.campaign_id);
        if self.card_type.is_some_and(|given| given != right_type) {
            fields.add("type", DIFFERS);
        }
        if let (Some(total), Some(price), Some(quantity)) = (self.total, price, quantity)
            && price.checked_mul(quantity) != Ok(total)
        {
            fields.add("total", DIFFERS);
        }
        if price.is_some_and(|price| !price.is_positive()) {
            fields.add("price", messages::VALUE_TOO_SMALL);
        }
        let source = key_of(fields, self.key.as_ref());
        let gift = self.check_gift(fields);
        Some(NewItem {
            vendor: vendor?,
            campaign: self.campaign_id,
            price: price?,
            quantity: quantity?,
            gift: gift?,
            source: source.cloned().map(Source::Key),
        })
    }

    fn check_gift(&self, fields: &mut Fields) -> Option<Option<Gift>> {
        if !self.is_gift.unwrap_or(false) {
            return Some(None);
        }
        let to = fields.required::<GiftName>("to", "To", &self.to);
        let recipient =
            fields.required::<Email>("recipientEmail", "Recipient Email", &self.recipient_email);
        let differs = messages::RECIPIENT_EMAILS_DIFFER;
        let (first, again) = (recipient.as_ref(), &self.confirm_email);
        fields.confirm("confirmEmail", "Confirm Email", again, first, differs);
        let from = fields.required::<GiftName>("from", "From", &self.from);
        let message =
            fields.optional::<GiftMessage>("giftMessage", "Gift Message", &self.gift_message);
        let send = SendWish::check(fields, &self.send_on, self.send_hour, &self.send_zone);
        Some(Some(Gift {
            to: to?.to_string(),
            recipient: recipient?,
            from: from?.to_string(),
            message: message?.map(String::from),
            send: send?,
        }))
    }
}
