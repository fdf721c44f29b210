//! Uses of the program’s keys.

use crate::secrets::secret_uses;

secret_uses! {
    BANK_NUMBERS = "bank numbers";
    REGISTRATION_LINK = "registration link";
}
