//! Notifies each manager of a payee about payouts, by email and in the notification list.

use db::Tx;

use super::PayoutRow;
use access::{audit::last_digits, auth::TenantKind};
use kernel::{
    dates::BusinessDate, ids::TenantId, money::Cents, payouts::PayoutStep, timestamp::Timestamp,
};
use mail::{About, Mail};
use market::{
    bell,
    tenants::{self, BankNumbers},
};
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::payouts::letters::Letter;

/// Notifies the managers of the payee, in the same transaction that changes the payout.
pub fn notify_payee(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    payout: &PayoutRow,
    step: PayoutStep,
) -> Result<()> {
    let payee = payout.tenant_id;
    let sealed = payout.sealed_bank.as_deref();
    let bank = sealed.and_then(|sealed| BankNumbers::open(&app.secrets, payee, sealed));
    let bank_account = bank.map(|bank| last_digits(&bank.account));
    for manager in people::managers_of(tx, payee)? {
        let lang = manager.language;
        let held_back = (payout.held_back != Cents::ZERO).then(|| payout.held_back.format(lang));
        let letter = Letter::Payout {
            first_name: manager.first_name,
            organization: payout.tenant_name.clone(),
            step,
            amount: payout.amount.format(lang),
            first_day: payout.first_day,
            last_day: payout.last_day,
            bank_account: bank_account.clone(),
            reference: payout.reference.clone(),
            held_back,
            reserve: payout
                .reserve_until
                .filter(|_| payout.reserve.is_positive())
                .map(|until| (payout.reserve.format(lang), until)),
            link: format!("{}/admin/payouts/{}", app.public_url(manager.brand), payout.id),
        };
        let mail = Mail { to: manager.email, brand: manager.brand, lang, letter };
        mail::post_about(tx, now, mail, About::of(&[&payee, &manager.id]))?;
    }
    bell::notify_of_payout(tx, now, payee, payout.id, step, payout.amount)
}

/// Notifies the payee's managers that payouts are paused, or that the pause was lifted.
pub fn notify_of_pause(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    payee: TenantId,
    is_paused: bool,
) -> Result<()> {
    let organization = tenants::name_of(tx, payee)?.ok_or(Error::NotFound)?;
    let area = match tenants::kind_of(tx, payee)?.ok_or(Error::NotFound)? {
        TenantKind::Vendor => "vendor",
        TenantKind::Charity => "charity",
    };
    let day = BusinessDate::of(now);
    for manager in people::managers_of(tx, payee)? {
        let (first_name, organization) = (manager.first_name, organization.clone());
        let link = format!("{}/admin/{area}/payouts", app.public_url(manager.brand));
        let letter = if is_paused {
            Letter::PayoutsPaused { first_name, organization, day, link }
        } else {
            Letter::PayoutsResumed { first_name, organization, day, link }
        };
        let mail = Mail { to: manager.email, brand: manager.brand, lang: manager.language, letter };
        mail::post_about(tx, now, mail, About::of(&[&payee, &manager.id]))?;
    }
    bell::notify_of_pause(tx, now, payee, is_paused)
}
