//! A card to print or save, with everything that its holder needs to use it without an account.

use serde::Serialize;
use utoipa::ToSchema;

use kernel::money::Cents;
use market::tenants::{Address, api::AddressReply};
use platform::{error::Result, secrets::Secrets};

use crate::card::{CardRow, open_code, open_number};

/// A card with its number and code, to print or save.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrintedCard {
    id: String,
    vendor_name: String,
    #[schema(required)]
    vendor_logo_path: Option<String>,
    /// Hue of the logo in degrees, used as the colour of the shop's cards.
    #[schema(required)]
    vendor_hue: Option<u32>,
    vendor_address: AddressReply,
    card_number: String,
    /// Code of the card. Its QR code contains `FR1:` and this code.
    qr_code: String,
    card_balance: Cents,
    is_deactive: bool,
}

impl PrintedCard {
    pub fn new(card: CardRow, secrets: &Secrets) -> Result<PrintedCard> {
        Ok(PrintedCard {
            id: card.id.to_string(),
            card_number: open_number(secrets, &card)?,
            qr_code: open_code(secrets, &card)?,
            card_balance: card.balance,
            is_deactive: !card.is_active(),
            vendor_address: Address {
                line1: card.address_line1,
                line2: card.address_line2,
                city: card.city,
                province: card.province,
                postal_code: card.postal_code,
            }
            .into(),
            vendor_name: card.vendor_name,
            vendor_logo_path: card.vendor_logo_key,
            vendor_hue: card.vendor_hue,
        })
    }
}
