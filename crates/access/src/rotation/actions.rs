//! Audit log of the program’s keys.

use crate::audit::actions;

actions! {
    KEY_ROTATED;
}
