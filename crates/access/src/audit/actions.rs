//! Audit actions and kinds of subjects that several features record.

use super::{actions, subjects};

actions! {
    PERSON_VIEWED;
}

subjects! {
    PERSON;
    TENANT;
    CARD;
    ORDER;
    PROGRAM_KEY;
}
