//! Setting: how much one administrator may refund alone.

use serde::Deserialize;

use kernel::money::Cents;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refunds {
    alone_up_to_dollars: u32,
}

impl Refunds {
    /// Returns the maximum sum of refunds on an order within a day. Above it, a second person must
    /// approve the refund.
    pub fn alone_up_to(&self) -> Cents {
        Cents::from_dollars(self.alone_up_to_dollars)
    }
}
