//! Uses of the program’s keys.

use crate::secrets::secret_uses;

secret_uses! {
    TILL_LINK = "till link";
    TILL_SECRET = "till secret";
}
