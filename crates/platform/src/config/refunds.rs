//! Which refunds one administrator makes alone.

use serde::Deserialize;

use kernel::money::Cents;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refunds {
    alone_up_to_dollars: u32,
}

impl Refunds {
    /// Refunds of an order within a day that come to more than this need a second person.
    pub fn alone_up_to(&self) -> Cents {
        Cents::from_dollars(self.alone_up_to_dollars)
    }
}
