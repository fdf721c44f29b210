//! Which kinds of jobs and scheduled tasks there are, and who does them.

use std::{sync::Arc, time::Duration};

use crate::{
    accounts::upkeep,
    app::App,
    auth::sessions,
    books,
    cards::{self, lookup},
    directory,
    error::{Error, Result},
    files, helpdesk, idempotency,
    jobs::{self, Handlers, JobClass, ScheduledTasks},
    limits, mail,
    orders::{self, LockedOrder, reconciliation, watch},
    payments, previews, reports, tenants, verify,
};

pub fn handlers() -> Handlers {
    Handlers::default()
        .on(mail::deliver_posted)
        .on(cards::mail_card)
        .on(cards::mail_gift)
        .on(cards::mail_gift_cancelled)
        .on(cards::mail_opened)
        .on(cards::mail_gift_moved)
        .on(cards::mail_readdressed)
        .on(cards::mail_movement)
        .on(cards::mail_replaced)
        .on(cards::mail_card_status)
        .on(cards::bursts::check)
        .on(payments::finish_payment::<LockedOrder>)
        .on(payments::recheck_payment::<LockedOrder>)
        .on(payments::finish_refund::<LockedOrder>)
        .on(orders::mail_receipt)
        .on(orders::look_into_charge)
        .on(orders::shop_closings::run_closing)
        .on(files::discard)
}

pub fn scheduled_tasks() -> ScheduledTasks {
    const MINUTE: Duration = Duration::from_secs(60);
    const HOUR: Duration = Duration::from_secs(3600);
    ScheduledTasks::default()
        .every(MINUTE, "seal", verify::seal)
        .every(HOUR, "correct cash-outs", books::correct_cash_outs)
        .every(MINUTE, "roll up reports", reports::roll_up)
        .every(HOUR, "count public figures", reports::count_figures)
        .every(15 * MINUTE, "mail reports", reports::subscriptions::mail_due)
        .every(HOUR, "notify of daily sales", reports::notify_of_yesterday)
        .every(HOUR, "seal former rows", verify::seal_former)
        .every(HOUR, "anchor", verify::write_anchors)
        .every(HOUR, "verify", verify::check)
        .every(24 * HOUR, "verify everything", verify::check_all)
        .every(24 * HOUR, "reconcile with the gateway", reconciliation::reconcile)
        .every(5 * MINUTE, "ask about charges", watch::ask_about_charges)
        .every(HOUR, "forget tries", forget_tries)
        .every(HOUR, "index the catalogue", index_catalogue)
        .every(24 * HOUR, "forget mails", forget_mails)
        .every(24 * HOUR, "forget sessions", sessions::forget_old)
        .every(24 * HOUR, "forget origins", helpdesk::log::forget_origins)
        .every(24 * HOUR, "forget notes of closed accounts", helpdesk::cases::forget_closed)
        .every(24 * HOUR, "forget previews", previews::forget_old)
        .every(24 * HOUR, "forget clients and codes", upkeep::forget_old)
}

/// So many rows are thrown away at once, so that nobody waits long for the writer.
const BATCH: i64 = 500;

/// What is needed for a short while only.
async fn forget_tries(app: Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let forget = move |tx: &mut db::Tx<'_>| {
        let buckets = limits::forget_old(tx, now, BATCH)?;
        let keys = idempotency::forget_old(tx, now, BATCH)?;
        let totals = orders::forget_totals(tx, now, BATCH)?;
        let looks = helpdesk::bulk_reads::forget_old(tx, now, BATCH)?;
        let presentations = lookup::forget_presentations(tx, now, BATCH)?;
        Ok::<_, Error>(buckets + keys + totals + looks + presentations)
    };
    while app.db.write(forget).await? > 0 {}
    Ok(())
}

/// Mails that could not be sent, and those of the demo.
async fn forget_mails(app: Arc<App>) -> Result<()> {
    let before = app.clock.now().minus(app.config.retention.mails());
    let kinds = Arc::new(handlers().kinds_of(JobClass::Mail));
    loop {
        let kinds = kinds.clone();
        let forgotten = app.db.write(move |tx| {
            let given_up = jobs::delete_given_up(tx, &kinds, before, BATCH)?;
            Ok::<_, Error>(given_up + mail::delete_old(tx, before, BATCH)?)
        });
        if forgotten.await? == 0 {
            return Ok(());
        }
    }
}

/// What was written before the index had all that it has now; nothing once that is done.
async fn index_catalogue(app: Arc<App>) -> Result<()> {
    const AT_ONCE: i64 = 50;
    let index = |tx: &mut db::Tx<'_>| {
        Ok::<_, Error>(directory::index_old(tx, AT_ONCE)? + tenants::index_old(tx, AT_ONCE)?)
    };
    while app.db.write(index).await? > 0 {}
    Ok(())
}
