//! Closing a shop, the second step after it has stopped selling: nothing may be left on its cards, nor on the way to them.

use std::sync::Arc;

use super::store;
use crate::{
    app::App,
    audit::Author,
    cards,
    error::{Error, Result},
    kernel::ids::TenantId,
    orders::errors::{SHOP_BEING_PAID, SHOP_HAS_BALANCES},
    tenants::{self, TenantScope},
};

pub async fn close(
    app: &Arc<App>,
    author: Author,
    scope: TenantScope,
    shop: TenantId,
) -> Result<()> {
    let (now, shared) = (app.clock.now(), app.clone());
    app.db
        .write(move |tx| {
            tenants::admin::close(tx, &shared.secrets, now, &author, &scope, shop)?;
            // Afterwards, so that whoever may not close it isn't told what is on its cards.
            if cards::is_money_on(tx, shop)? {
                return Err(Error::Refused(SHOP_HAS_BALANCES));
            }
            if store::is_being_paid(tx, shop)? {
                return Err(Error::Refused(SHOP_BEING_PAID));
            }
            Ok(())
        })
        .await
}
