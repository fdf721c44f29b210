//! Closing a shop: nothing may be left on its cards, nor on the way to them.

use db::Tx;

use kernel::ids::TenantId;
use market::tenants::admin::ClosingCheck;
use platform::error::{Code, Error, Result};

use crate::order::{
    self,
    errors::{SHOP_BEING_PAID, SHOP_HAS_BALANCES},
};

/// Refuses while the shop's cards have money, or a payment for them has not ended.
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
