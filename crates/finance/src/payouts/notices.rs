//! Notifies each manager of a payee about payouts, by email and in the notification list.

use db::Tx;

use super::{
    PayoutRow,
    statements::{Explained, ExplainedById},
    terms::TermKind,
};
use access::{audit::last_digits, auth::TenantKind};
use kernel::{
    dates::BusinessDate,
    ids::{PersonId, TenantId},
    money::Cents,
    payouts::PayoutStep,
    timestamp::Timestamp,
};
use mail::{About, Mail};
use market::{
    bell::{self, PaidOut},
    tenants::{self, BankNumbers},
};
use people::Addressee;
use platform::{
    app::App,
    error::{Error, Result},
};

use crate::payouts::letters::{Letter, LetterSales, LetterTerm};

/// Notifies the managers of each payee, in the same transaction that changes the payouts. The
/// explanations were read before, because they sum the entries of whole periods. Takes few
/// statements, whatever the number of payouts.
pub fn notify_payees(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    step: PayoutStep,
    (payouts, explained): (&[PayoutRow], &ExplainedById),
) -> Result<()> {
    let payees: Vec<TenantId> = payouts.iter().map(|payout| payout.tenant_id).collect();
    let managers = people::managers_of_all(tx, &payees)?;
    tx.batched(|tx| {
        for payout in payouts {
            let payee = payout.tenant_id;
            let sealed = payout.sealed_bank.as_deref();
            let bank = sealed.and_then(|sealed| BankNumbers::open(&app.secrets, payee, sealed));
            let bank_account = bank.map(|bank| last_digits(&bank.account));
            for manager in managers.get(&payee).into_iter().flatten() {
                let facts = (explained.get(&payout.id), bank_account.as_deref());
                let letter = letter(app, payout, step, facts, manager)?;
                let (to, brand, lang) = (manager.email.clone(), manager.brand, manager.language);
                let mail = Mail { to, brand, lang, letter };
                mail::post_about(tx, now, mail, About::of(&[&payee, &manager.id]))?;
            }
        }
        Ok::<_, Error>(())
    })?;
    let told = payouts.iter().map(|payout| PaidOut {
        payee: payout.tenant_id,
        payout: payout.id,
        amount: payout.amount,
    });
    bell::notify_of_payouts(tx, now, step, &told.collect::<Vec<_>>())
}

fn letter(
    app: &App,
    payout: &PayoutRow,
    step: PayoutStep,
    (explained, bank_account): (Option<&Explained>, Option<&str>),
    manager: &Addressee,
) -> Result<Letter> {
    let lang = manager.language;
    let signed = |amount: Cents| {
        let sign = if amount.is_negative() { "− " } else { "" };
        format!("{sign}{}", Cents::new(amount.get().saturating_abs()).format(lang))
    };
    let sales = match explained.and_then(|explained| explained.sales) {
        Some(sums) => Some(LetterSales {
            gross: sums.gross()?.format(lang),
            refunds: signed(sums.refunded.checked_neg()?),
            net: signed(sums.purchased),
        }),
        None => None,
    };
    Ok(Letter::Payout {
        first_name: manager.first_name.clone(),
        organization: payout.tenant_name.clone(),
        step,
        amount: payout.amount.format(lang),
        first_day: payout.first_day,
        last_day: payout.last_day,
        bank_account: bank_account.map(str::to_owned),
        reference: payout.reference.clone(),
        held_back: (payout.held_back != Cents::ZERO).then(|| payout.held_back.format(lang)),
        reserve: payout
            .reserve_until
            .filter(|_| payout.reserve.is_positive())
            .map(|until| (payout.reserve.format(lang), until)),
        sales,
        terms: explained
            .map_or(&[][..], |explained| explained.terms.list())
            .iter()
            // Amounts held back have details of their own.
            .filter(|term| !matches!(term.kind, TermKind::HeldBack | TermKind::Reserve))
            .map(|term| LetterTerm { kind: term.kind, amount: signed(term.amount) })
            .collect(),
        link: format!("{}/admin/payouts/{}", app.public_url(manager.brand), payout.id),
    })
}

/// Notifies the payee's managers that payouts are paused, or that the pause of the administrator
/// `lifted_of` was lifted.
pub fn notify_of_pause(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    payee: TenantId,
    lifted_of: Option<PersonId>,
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
        let letter = if lifted_of.is_none() {
            Letter::PayoutsPaused { first_name, organization, day, link }
        } else {
            Letter::PayoutsResumed { first_name, organization, day, link }
        };
        let mail = Mail { to: manager.email, brand: manager.brand, lang: manager.language, letter };
        mail::post_about(tx, now, mail, About::of(&[&payee, &manager.id]))?;
    }
    bell::notify_of_pause(tx, now, payee, lifted_of)
}
