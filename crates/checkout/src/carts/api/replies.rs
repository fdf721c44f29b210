//! Carts and their items as the API returns them.

use serde::Serialize;
use utoipa::ToSchema;

use super::card_type;
use kernel::{dates::BusinessDate, language::Language, money::Cents};
use market::tenants::api::AddressReply;
use platform::{error::Result, secrets::Secrets, web::versions::version_of};

use crate::carts::{Cart, ItemRow, agreed};

/// A cart as its owner sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cart)]
pub struct CartReply {
    /// Id of the cart, sent as `orderNumber` to pay for it; null if nothing was ever in the cart.
    #[schema(required)]
    id: Option<String>,
    total: Cents,
    is_local: bool,
    /// Whether a payment for the cart is being confirmed. Until then it can't be changed or paid
    /// for again.
    is_paying: bool,
    /// Version of the cart, to send as `If-Match` when paying for it.
    version: String,
    cart_details: Vec<CartItem>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartItem {
    id: String,
    #[schema(required)]
    campaign_id: Option<String>,
    #[schema(required)]
    campaign: Option<CartCampaign>,
    #[schema(required)]
    charity: Option<CartCharity>,
    vendor_id: String,
    vendor: CartVendor,
    card_name: String,
    #[serde(rename = "type")]
    card_type: i64,
    quantity: u32,
    price: Cents,
    total: Cents,
    /// Part of the total that goes to the charity, paid by the shop; null for a card without a campaign.
    #[schema(required)]
    charity_share: Option<Cents>,
    is_gift: bool,
    #[schema(required)]
    to: Option<String>,
    #[schema(required)]
    recipient_email: Option<String>,
    #[schema(required)]
    confirm_email: Option<String>,
    #[schema(required)]
    from: Option<String>,
    #[schema(required)]
    gift_message: Option<String>,
    /// Day on which the gift is emailed; null for at once.
    #[schema(required)]
    send_on: Option<BusinessDate>,
    /// Hour of that day, 0 to 23.
    #[schema(required)]
    send_hour: Option<u8>,
    /// IANA time zone of that hour.
    #[schema(required)]
    send_zone: Option<&'static str>,
    /// Id of the list with which the gift was added; null for an item that was added by itself.
    #[schema(required)]
    list_id: Option<String>,
    /// Whether the item can be bought. An item that can't be bought must be removed before checkout.
    is_on_sale: bool,
    /// Reason why the item can't be bought; null if it can.
    #[schema(required)]
    problem: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartCampaign {
    name: String,
    #[schema(required)]
    logo_path: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartCharity {
    id: String,
    name: String,
    legal_name: String,
    #[schema(required)]
    logo_path: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartVendor {
    display_name: String,
    #[schema(required)]
    logo_path: Option<String>,
    /// Hue of the logo in degrees, used as the colour of the shop's cards.
    #[schema(required)]
    hue: Option<u32>,
    address: AddressReply,
}

impl CartReply {
    pub fn new(cart: Cart, secrets: &Secrets, language: Language) -> Result<CartReply> {
        Ok(CartReply {
            total: cart.total()?,
            version: version_of(secrets, &agreed(&cart.items))?,
            id: cart.id.map(|id| id.to_string()),
            is_local: false,
            is_paying: cart.is_paying,
            cart_details: cart
                .items
                .into_iter()
                .map(|item| CartItem::new(item, cart.today, language))
                .collect(),
        })
    }
}

impl CartItem {
    fn new(item: ItemRow, today: BusinessDate, language: Language) -> CartItem {
        let (off_sale, total) = (item.off_sale(today), item.total());
        let (charity_share, send) = (item.charity_share(), item.send_time());
        let (vendor, cause) = (item.offer.vendor, item.offer.campaign);
        let campaign = cause.as_ref().map(|cause| CartCampaign {
            name: cause.name.clone(),
            logo_path: cause.logo_key.clone(),
        });
        let charity = cause.map(|cause| CartCharity {
            id: cause.charity_id.to_string(),
            name: cause.charity_name,
            legal_name: cause.charity_legal_name,
            logo_path: cause.charity_logo_key,
        });
        CartItem {
            id: item.id.to_string(),
            campaign_id: item.campaign_id.map(|id| id.to_string()),
            campaign,
            charity,
            vendor_id: item.vendor_id.to_string(),
            card_name: vendor.display_name.clone(),
            vendor: CartVendor {
                display_name: vendor.display_name,
                logo_path: vendor.logo_key,
                hue: vendor.hue,
                address: vendor.address.into(),
            },
            card_type: card_type(item.campaign_id),
            quantity: item.quantity,
            price: item.price,
            total,
            charity_share,
            is_gift: item.is_gift,
            to: item.gift_to,
            confirm_email: item.recipient_email.clone(),
            recipient_email: item.recipient_email,
            from: item.gift_from,
            gift_message: item.gift_message,
            send_on: send.map(|send| send.day),
            send_hour: send.map(|send| send.hour),
            send_zone: send.map(|send| send.zone.name()),
            list_id: item.list_id.map(|id| id.to_string()),
            is_on_sale: off_sale.is_none(),
            problem: off_sale.map(|off| off.message().said_in(language).to_owned()),
        }
    }
}
