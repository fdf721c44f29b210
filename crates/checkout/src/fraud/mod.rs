//! Who may buy how much, and whose orders wait for a second look: risk, held orders, raised buying limits.

pub mod raised_limits;
pub mod review;
pub mod risk;
pub mod secret_uses;
