//! Refunds that one administrator may make alone.

use serde::Deserialize;

use kernel::money::Cents;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refunds {
    alone_up_to_dollars: u32,
}

impl Refunds {
    /// Returns the sum of an order's refunds within a day above which a second person must approve.
    pub fn alone_up_to(&self) -> Cents {
        Cents::from_dollars(self.alone_up_to_dollars)
    }
}
