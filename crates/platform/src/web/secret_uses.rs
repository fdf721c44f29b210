//! Uses of the program’s keys.

use crate::secrets::secret_uses;

secret_uses! {
    VERSION = "version";
}
