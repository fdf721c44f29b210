//! Actions of key rotation in the audit log.

use crate::audit::actions;

actions! {
    KEY_ROTATED;
}
