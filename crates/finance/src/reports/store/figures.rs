//! SQL for the row that stores the marketplace's public figures.

use db::{Tx, params};

use kernel::money::Cents;
use platform::error::Result;

db::row! {
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Figures {
        /// Number of active shops.
        pub vendors: i64,
        pub charities: i64,
        pub raised: Cents,
    }
}

pub fn keep(tx: &mut Tx<'_>, figures: Figures) -> Result<()> {
    tx.later(
        "INSERT INTO public_figures (id, vendors, charities, raised) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET vendors = $1, charities = $2, raised = $3",
        params![figures.vendors, figures.charities, figures.raised],
    )?;
    Ok(())
}

/// Returns the stored public figures. All are zero before the first count.
pub fn find(tx: &mut Tx<'_>) -> Result<Figures> {
    let kept =
        tx.first("SELECT vendors, charities, raised FROM public_figures WHERE id = 1", &[])?;
    Ok(kept.unwrap_or_default())
}
