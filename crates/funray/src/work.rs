//! Which kinds of jobs and chores there are, and who does them.

use std::time::Duration;

use crate::{
    accounts::upkeep,
    auth::sessions,
    cards, files,
    jobs::{Chores, Handlers},
    mail, orders, verify,
};

pub fn handlers() -> Handlers {
    Handlers::default()
        .on(mail::deliver)
        .on(cards::mail_card)
        .on(cards::mail_gift)
        .on(cards::mail_gift_cancelled)
        .on(cards::mail_opened)
        .on(cards::mail_readdressed)
        .on(cards::mail_redeemed)
        .on(orders::finish_payment)
        .on(orders::recheck_payment)
        .on(orders::mail_receipt)
        .on(files::discard)
}

pub fn chores() -> Chores {
    const MINUTE: Duration = Duration::from_secs(60);
    const HOUR: Duration = Duration::from_secs(3600);
    Chores::default()
        .every(MINUTE, "seal", verify::seal)
        .every(HOUR, "verify", verify::check)
        .every(24 * HOUR, "forget sessions", sessions::forget_old)
        .every(24 * HOUR, "forget clients and codes", upkeep::forget_old)
}
