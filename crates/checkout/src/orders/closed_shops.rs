//! Check before a shop is closed: its cards must have no balance, and no payment for its cards may
//! be in progress.

use db::Tx;

use kernel::ids::TenantId;
use market::tenants::admin::ClosingCheck;
use platform::error::{Code, Error, Result};

use crate::order::{
    self,
    errors::{SHOP_BEING_PAID, SHOP_HAS_BALANCES},
};

/// Check that refuses to close a shop while one of its cards has a balance, or a payment for its
/// cards is in progress.
pub struct ClosedShops;

impl ClosingCheck for ClosedShops {
    const CODES: &'static [Code] = &[SHOP_HAS_BALANCES, SHOP_BEING_PAID];

    fn check(tx: &mut Tx<'_>, shop: TenantId) -> Result<()> {
        if cards::is_money_on(tx, shop)? {
            return Err(Error::Refused(SHOP_HAS_BALANCES));
        }
        if order::is_being_paid(tx, shop)? {
            return Err(Error::Refused(SHOP_BEING_PAID));
        }
        Ok(())
    }
}
