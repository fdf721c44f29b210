//! Audit actions of key rotation.

use crate::audit::actions;

actions! {
    KEY_ROTATED;
}
