//! Closing a shop, the second step after it has stopped selling: nothing may be left on its cards, nor on the way to them.

use std::sync::Arc;

use access::audit::Author;
use kernel::ids::TenantId;
use market::tenants::{self, TenantScope};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::order::{
    self,
    errors::{SHOP_BEING_PAID, SHOP_HAS_BALANCES},
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
            if order::is_being_paid(tx, shop)? {
                return Err(Error::Refused(SHOP_BEING_PAID));
            }
            Ok(())
        })
        .await
}
