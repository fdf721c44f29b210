//! What the whole marketplace says of itself: how many shops and causes take part, and what was raised. It is counted once
//! an hour, since adding up all of it takes a while and nobody misses the last card.

use std::sync::Arc;

use super::store::{self, Filter, figures};
use access::auth::TenantKind;
use kernel::date_range::DateRange;
use market::tenants::{self, TenantScope};
use platform::{app::App, error::Result};

pub use figures::Figures;

/// Counts anew: the scheduled task.
pub async fn count_figures(app: Arc<App>) -> Result<()> {
    let count = |tx: &mut db::Tx<'_>| -> Result<Figures> {
        let all = Filter {
            vendors: TenantScope::All,
            charity: None,
            campaign: None,
            has_cause: Some(true),
            days: DateRange::default(),
            counts_cash: false,
        };
        Ok(Figures {
            vendors: tenants::count_active(tx, TenantKind::Vendor)?,
            charities: tenants::count_active(tx, TenantKind::Charity)?,
            raised: store::sums(tx, &all)?.raised,
        })
    };
    let figures = app.db.read(count).await?;
    app.db.write(move |tx| figures::keep(tx, figures)).await
}

/// As they were counted last.
pub async fn figures(app: &App) -> Result<Figures> {
    app.db.read(figures::find).await
}
