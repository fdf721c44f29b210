//! `/Carts/…`: one's own cart.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Cart, Gift, ItemChange, ItemId, ItemRow, MOST_CARDS, NewItem, Source};
use crate::{
    app::App,
    auth::{SignedIn, TenantId},
    campaigns::CampaignId,
    error::{Error, Result},
    http::{
        AppState,
        extract::{self, Path},
    },
    kernel::{
        contact::Email,
        dates::BusinessDate,
        fields::Fields,
        messages,
        money::Cents,
        payment_card,
        random::hex,
        text::{Line, Paragraphs},
    },
    tenants::api::AddressReply,
};

type Name = Line<100>;
type GiftMessage = Paragraphs<500>;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_cart))
        .routes(routes!(add_items, change_items))
        .routes(routes!(remove_item))
}

/// A cart, or what is to be put into one. What the program computes itself is only compared.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartForm {
    /// Of the items that are sent.
    #[schema(value_type = Option<f64>)]
    total: Option<Cents>,
    /// Whether this is what the browser kept before its owner signed in.
    is_local: Option<bool>,
    cart_details: Vec<ItemForm>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ItemForm {
    /// Of an item that is there already.
    #[schema(value_type = Option<String>)]
    id: Option<ItemId>,
    /// Any name that the sender gives a new item: sent again under it, it isn't added again.
    key: Option<String>,
    #[schema(value_type = Option<String>)]
    campaign_id: Option<CampaignId>,
    #[schema(value_type = Option<String>)]
    vendor_id: Option<TenantId>,
    /// 1 with a campaign, 2 without.
    #[serde(rename = "type")]
    card_type: Option<i64>,
    quantity: Option<i64>,
    #[schema(value_type = Option<f64>)]
    price: Option<Cents>,
    #[schema(value_type = Option<f64>)]
    total: Option<Cents>,
    is_gift: Option<bool>,
    to: Option<String>,
    recipient_email: Option<String>,
    confirm_email: Option<String>,
    from: Option<String>,
    gift_message: Option<String>,
}

const DIFFERS: &str = "This is not what we count. Please reload your cart.";

impl CartForm {
    /// The items, each with the name of its place in the form.
    fn check(&self) -> Result<Vec<NewItem>, Fields> {
        let mut fields = Fields::default();
        let mut items = Vec::new();
        if self.cart_details.is_empty() {
            fields.add("cartDetails", messages::required("Cart Details"));
        }
        for (index, form) in self.cart_details.iter().enumerate() {
            let place = format!("cartDetails[{index}]");
            items.push(fields.nested(&place, |fields| form.check(fields)));
        }
        let items: Option<Vec<NewItem>> = items.into_iter().collect();
        if let (Some(total), Some(items)) = (self.total, &items) {
            let sums = items.iter().map(|item| item.price.checked_mul(item.quantity));
            let sum = sums.collect::<Option<Vec<Cents>>>().and_then(Cents::checked_sum);
            if sum != Some(total) {
                fields.add("total", DIFFERS);
            }
        }
        fields.finish(|| items)
    }

    /// What a local cart is recognised by when it is sent again.
    fn fingerprint(&self) -> String {
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
        }
        hex(&hash.finalize())
    }
}

impl ItemForm {
    fn check(&self, fields: &mut Fields) -> Option<NewItem> {
        let vendor = fields.present("vendorId", "Vendor", self.vendor_id);
        let price = fields.present("price", "Card Amount", self.price);
        let quantity = u32::try_from(self.quantity.unwrap_or(1)).ok();
        let quantity = quantity.filter(|quantity| (1..=MOST_CARDS).contains(quantity));
        if quantity.is_none() {
            fields.add("quantity", format!("Must be from 1 to {MOST_CARDS}."));
        }
        let right_type = card_type(self.campaign_id);
        if self.card_type.is_some_and(|given| given != right_type) {
            fields.add("type", DIFFERS);
        }
        if let (Some(total), Some(price), Some(quantity)) = (self.total, price, quantity)
            && price.checked_mul(quantity) != Some(total)
        {
            fields.add("total", DIFFERS);
        }
        if price.is_some_and(|price| !price.is_positive()) {
            fields.add("price", messages::VALUE_TOO_SMALL);
        }
        let source = self.key.as_ref().filter(|key| !key.is_empty());
        if source.is_some_and(|key| key.len() > 100 || key.contains(char::is_control)) {
            fields.add("key", "Must have at most 100 plain characters.");
        }
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
        let to = fields.required::<Name>("to", "To", &self.to);
        let recipient =
            fields.required::<Email>("recipientEmail", "Recipient Email", &self.recipient_email);
        let differs = messages::RECIPIENT_EMAILS_DIFFER;
        let (first, again) = (recipient.as_ref(), &self.confirm_email);
        fields.confirm("confirmEmail", "Confirm Email", again, first, differs);
        let from = fields.required::<Name>("from", "From", &self.from);
        let message =
            fields.optional::<GiftMessage>("giftMessage", "Gift Message", &self.gift_message);
        for (path, text) in
            [("to", &self.to), ("from", &self.from), ("giftMessage", &self.gift_message)]
        {
            if text.as_deref().is_some_and(payment_card::is_in) {
                fields.add(path, "Please don't write the number of a payment card here.");
            }
        }
        Some(Some(Gift {
            to: to?.to_string(),
            recipient: recipient?,
            from: from?.to_string(),
            message: message?.map(String::from),
        }))
    }
}

/// 1 for a card that supports a cause, 2 for one that doesn't.
fn card_type(campaign: Option<CampaignId>) -> i64 {
    if campaign.is_some() { 1 } else { 2 }
}

/// A cart as its owner sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cart)]
struct CartReply {
    /// What is paid for as `orderNumber`; null while nothing was ever in it.
    #[schema(required)]
    id: Option<String>,
    #[schema(value_type = f64)]
    total: Cents,
    is_local: bool,
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
    #[schema(value_type = f64)]
    price: Cents,
    #[schema(value_type = f64)]
    total: Cents,
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
    /// Whether it can be bought. What can't must be removed before the rest can.
    is_on_sale: bool,
    /// Why it can't be bought.
    #[schema(required)]
    problem: Option<&'static str>,
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
    /// The hue of the logo in degrees: the colour of the shop's cards.
    #[schema(required)]
    hue: Option<u32>,
    address: AddressReply,
}

impl CartReply {
    fn new(cart: Cart) -> Result<CartReply> {
        Ok(CartReply {
            total: cart.total()?,
            id: cart.id.map(|id| id.to_string()),
            is_local: false,
            cart_details: cart
                .items
                .into_iter()
                .map(|item| CartItem::new(item, cart.today))
                .collect(),
        })
    }
}

impl CartItem {
    fn new(item: ItemRow, today: BusinessDate) -> CartItem {
        let (off_sale, total) = (item.off_sale(today), item.total());
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
            is_gift: item.is_gift,
            to: item.gift_to,
            confirm_email: item.recipient_email.clone(),
            recipient_email: item.recipient_email,
            from: item.gift_from,
            gift_message: item.gift_message,
            is_on_sale: off_sale.is_none(),
            problem: off_sale.map(super::OffSale::message),
        }
    }
}

/// One's own cart; an empty one when nothing is in it.
#[utoipa::path(get, path = "/Carts/me", tag = "Carts", responses((status = OK, body = CartReply)))]
async fn get_cart(SignedIn(actor): SignedIn, State(app): AppState) -> Result<Json<CartReply>> {
    CartReply::new(super::find(&app, &actor).await?).map(Json)
}

/// Puts things into the cart, and replies with all of it. A local cart that is sent twice is added once.
#[utoipa::path(post, path = "/Carts/items", tag = "Carts", request_body = CartForm,
    responses((status = OK, body = CartReply)))]
async fn add_items(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<CartForm>,
) -> Result<Json<CartReply>> {
    let mut items = form.check()?;
    if form.is_local.unwrap_or(false) {
        let fingerprint = form.fingerprint();
        for (index, item) in items.iter_mut().enumerate() {
            let source = || Source::LocalCart(format!("{fingerprint}:{index}"));
            item.source.get_or_insert_with(source);
        }
    }
    CartReply::new(super::add(&app, &actor, items).await?).map(Json)
}

/// Changes things in the cart, each by its id, and replies with all of it.
#[utoipa::path(put, path = "/Carts/items", tag = "Carts", request_body = CartForm,
    responses((status = OK, body = CartReply)))]
async fn change_items(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    extract::Json(form): extract::Json<CartForm>,
) -> Result<Json<CartReply>> {
    let items = form.check()?;
    let mut changes = Vec::new();
    for (index, (item, form)) in items.into_iter().zip(&form.cart_details).enumerate() {
        let Some(id) = form.id else {
            let path = format!("cartDetails[{index}].id");
            return Err(Error::Invalid(Fields::one(&path, messages::required("Id"))));
        };
        changes.push(ItemChange { id, item });
    }
    CartReply::new(super::change(&app, &actor, changes).await?).map(Json)
}

/// Takes one thing out of the cart, and replies with what is left.
#[utoipa::path(delete, path = "/Carts/items/{id}", tag = "Carts", params(("id" = String, Path)),
    responses((status = OK, body = CartReply)))]
async fn remove_item(
    SignedIn(actor): SignedIn,
    State(app): AppState,
    Path(id): Path<ItemId>,
) -> Result<Json<CartReply>> {
    CartReply::new(super::remove(&app, &actor, id).await?).map(Json)
}
