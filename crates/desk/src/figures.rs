//! Figures of the dashboard and the rows that each figure counts: gifts by status, failed payments,
//! refunds, and system health.

use cards::given::{self, GiftCounts, GiftFilter, GiftStep, GivenRow};
use checkout::payments::{
    figures::{
        self, FailureReason, GivenBack, GivenBackRow, PaymentCounts, PaymentFilter, PaymentRow,
    },
    watch,
};
use finance::verify;
use kernel::{
    date_range::DateRange,
    paging::{Page, PageRequest},
    timestamp::Timestamp,
};
use platform::{app::App, config::Guard, error::Result, jobs};

/// Number of failure reasons shown for payments.
const REASONS: u32 = 5;

/// Figures of the dashboard for a period.
pub struct Figures {
    pub gifts: GiftCounts,
    pub payments: PaymentCounts,
    /// Most frequent reasons for failed payments, the most frequent first.
    pub reasons: Vec<FailureReason>,
    pub given_back: GivenBack,
}

pub async fn figures(app: &App, filter: GiftFilter) -> Result<Figures> {
    app.db
        .bulk()
        .read(move |tx| {
            let days = filter.days;
            let (gifts, payments, reasons, given_back) = tx.ask((
                given::count_steps(&filter),
                figures::count(days),
                figures::failure_reasons(days, REASONS),
                figures::sum_given_back(days),
            ))?;
            Ok(Figures { gifts, payments, reasons, given_back })
        })
        .await
}

fn whole((count,): (i64,)) -> u64 {
    count.unsigned_abs()
}

/// Lists the gifts that have reached this status, the newest first.
pub async fn list_gifts(
    app: &App,
    filter: GiftFilter,
    step: GiftStep,
    page: PageRequest,
) -> Result<Page<GivenRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = tx.ask(given::list(&filter, step, page))?;
            Page::counted(rows, page, || Ok(whole(tx.ask(given::count_listed(&filter, step))?)))
        })
        .await
}

/// Lists payment attempts, the newest first.
pub async fn list_payments(
    app: &App,
    filter: PaymentFilter,
    page: PageRequest,
) -> Result<Page<PaymentRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = tx.ask(figures::list(&filter, page))?;
            Page::counted(rows, page, || Ok(whole(tx.ask(figures::count_listed(&filter))?)))
        })
        .await
}

/// Lists refunds to buyers, the newest first.
pub async fn list_given_back(
    app: &App,
    days: DateRange,
    page: PageRequest,
) -> Result<Page<GivenBackRow>> {
    app.db
        .bulk()
        .read(move |tx| {
            let rows = tx.ask(figures::list_given_back(days, page))?;
            Page::counted(rows, page, || {
                Ok(tx.ask(figures::sum_given_back(days))?.count.unsigned_abs())
            })
        })
        .await
}

/// Health of email, payments and ledger.
pub struct Health {
    /// Number of emails that should have been sent by now; the next field tells since when the
    /// oldest is due.
    pub mails_due: u64,
    pub mails_due_since: Option<Timestamp>,
    /// Whether a card gateway is set up.
    pub can_be_paid: bool,
    /// Number of payments with an unknown outcome.
    pub payments_open: u64,
    pub last_paid_at: Option<Timestamp>,
    /// Time since which the oldest overdue check of a charge with the gateway has been due; `None`
    /// if no check is overdue.
    pub charges_due_since: Option<Timestamp>,
    /// Time up to which the checks of the ledger have found no error.
    pub books_checked_until: Option<Timestamp>,
    /// Whether the ledger is stopped. No money moves until the error is corrected.
    pub is_stopped: bool,
    pub guards_off: Vec<Guard>,
}

pub async fn health(app: &App) -> Result<Health> {
    let (now, can_be_paid) = (app.clock.now(), app.gateway.is_some());
    let guards_off = app.config.guards_off();
    app.db
        .bulk()
        .read(move |tx| {
            let (mails_due, mails_due_since) = jobs::due_mails(tx, now)?;
            let ((payments_open,), (last_paid_at,)) =
                tx.ask((figures::count_open(), figures::last_paid()))?;
            Ok(Health {
                mails_due,
                mails_due_since,
                can_be_paid,
                payments_open: payments_open.unsigned_abs(),
                last_paid_at,
                charges_due_since: watch::longest_due(tx)?
                    .map(|(_, due_at)| due_at)
                    .filter(|due_at| *due_at <= now),
                books_checked_until: verify::checked_until(tx)?,
                is_stopped: !ledger::stops(tx)?.is_empty(),
                guards_off: guards_off.clone(),
            })
        })
        .await
}
