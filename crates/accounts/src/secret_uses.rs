//! Purposes for which accounts use the program's keys.

use access::rotation::{Kept, Sealed};
use platform::secrets::secret_uses;

secret_uses! {
    MAILED_CODE = "mailed code";
    END_SESSIONS_LINK = "end sessions link";
    CLOSED_CARDS_LINK = "closed cards link";
    AUTHENTICATOR_APP = "authenticator app";
    RECOVERY_CODE = "recovery code";
    SIGN_IN_TICKET = "sign-in ticket";
    EMAIL_CODE = "e-mail code";
    PASSKEY_CHALLENGE = "passkey challenge";
    SETUP_KEY = "setup key";
}

/// Columns encrypted with the program's key.
pub const SEALED: &[Sealed] = &[Sealed {
    table: "authenticator_app",
    id: "person_id",
    owner: "person_id",
    column: "secret",
    purpose: AUTHENTICATOR_APP,
}];

/// Rows that can't be read or found without the key they were made with.
pub const KEPT: &[Kept] = &[
    Kept {
        name: "authenticator apps",
        table: "authenticator_app",
        column: "secret",
        condition: "TRUE",
    },
    Kept {
        name: "PINs, made anew when they are typed",
        table: "till_pin",
        column: "hash",
        condition: "TRUE",
    },
    Kept {
        name: "recovery codes, until their owners make new ones",
        table: "recovery_code",
        column: "hash",
        condition: "used_at IS NULL",
    },
    Kept {
        name: "mailed links, until they expire",
        table: "mailed_code",
        column: "hash",
        condition: "used_at IS NULL AND expires_at > $1",
    },
    Kept {
        name: "invitations, until they expire",
        table: "invitation",
        column: "code_hash",
        condition: "state = 'OFFERED' AND expires_at > $1",
    },
    Kept {
        name: "links that end sessions, until they expire",
        table: "end_sessions_link",
        column: "hash",
        condition: "used_at IS NULL AND expires_at > $1",
    },
    Kept {
        name: "setup links, until they expire",
        table: "setup_key",
        column: "hash",
        condition: "expires_at > $1",
    },
    Kept {
        name: "links to the cards of closed accounts, until they expire",
        table: "closed_cards_link",
        column: "hash",
        condition: "expires_at > $1",
    },
];
