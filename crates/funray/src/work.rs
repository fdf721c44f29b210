//! Which kinds of jobs there are, and who does them.

use crate::{files, jobs::Handlers, mail};

pub fn handlers() -> Handlers {
    Handlers::default().on(mail::deliver).on(files::discard)
}
