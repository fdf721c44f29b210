//! Key uses of this module.

use crate::secrets::secret_uses;

secret_uses! {
    VERSION = "version";
}
