//! Which kinds of jobs and chores there are, and who does them.

use std::time::Duration;

use crate::{
    cards, files,
    jobs::{Chores, Handlers},
    mail, orders, verify,
};

pub fn handlers() -> Handlers {
    Handlers::default()
        .on(mail::deliver)
        .on(cards::mail_card)
        .on(cards::mail_gift)
        .on(cards::mail_opened)
        .on(cards::mail_redeemed)
        .on(orders::finish_payment)
        .on(orders::recheck_payment)
        .on(orders::mail_receipt)
        .on(files::discard)
}

pub fn chores() -> Chores {
    const MINUTE: Duration = Duration::from_secs(60);
    Chores::default().every(MINUTE, "seal", verify::seal).every(
        60 * MINUTE,
        "verify",
        verify::check,
    )
}
