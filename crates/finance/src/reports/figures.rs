//! Public figures of the marketplace: number of shops and charities, and the sum raised. They are
//! counted once an hour, because counting takes long and visitors don't need more current figures.

use std::sync::Arc;

use super::store::{self, Filter, figures};
use access::auth::TenantKind;
use kernel::date_range::DateRange;
use market::tenants::{self, TenantScope};
use platform::{app::App, error::Result};

pub use figures::Figures;

/// Scheduled task: counts the public figures and stores them.
pub async fn count_figures(app: Arc<App>) -> Result<()> {
    let count = |tx: &mut db::Tx<'_>| -> Result<Figures> {
        let all = Filter {
            vendors: TenantScope::All,
            charity: None,
            campaign: None,
            has_cause: Some(true),
            days: DateRange::default(),
            counts_parts: false,
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

/// Returns the public figures as of the last count.
pub async fn figures(app: &App) -> Result<Figures> {
    app.db.read(figures::find).await
}
