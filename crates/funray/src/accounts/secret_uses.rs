//! Uses of the program’s keys.

use crate::secrets::secret_uses;

secret_uses! {
    MAILED_CODE = "mailed code";
    END_SESSIONS_LINK = "end sessions link";
    CLOSED_CARDS_LINK = "closed cards link";
    AUTHENTICATOR_APP = "authenticator app";
    RECOVERY_CODE = "recovery code";
    SIGN_IN_TICKET = "sign-in ticket";
    EMAIL_CODE = "e-mail code";
    PASSKEY_CHALLENGE = "passkey challenge";
}
