//! Computes the drafts of a run: a payout for each payee to whom something is payable, and the reason
//! for each other payee whose balance is not zero.

use std::collections::BTreeMap;

use db::Tx;

use super::{
    hold_back::{self, Member},
    payee_of, rules,
    store::{
        drafts::{self as store, NewPayout},
        runs::LeftOutReason,
    },
};
use access::auth::TenantKind;
use kernel::{dates::BusinessDate, ids::TenantId, money::Cents, timestamp::Timestamp};
use ledger::{Payee, PayeePeriod, Span};
use platform::error::Result;

use crate::taxes::{self, TaxedPeriod};

/// Terms of a run.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Payouts cover the amounts payable until the end of this day.
    pub last_day: BusinessDate,
    /// Payees that would get less are left out.
    pub minimum: Cents,
}

/// Payee that a run leaves out.
#[derive(Clone, Copy, Debug)]
pub struct LeftOut {
    pub tenant: TenantId,
    pub reason: LeftOutReason,
    pub balance: Cents,
}

/// Drafts of some payees, and those of them that are left out.
#[derive(Clone, Debug, Default)]
pub struct Computed {
    pub drafts: Vec<NewPayout>,
    pub left_out: Vec<LeftOut>,
}

/// Payee with the period of its next payout.
#[derive(Clone, Copy)]
struct Next {
    tenant: TenantId,
    member: Member,
    follows: Option<BusinessDate>,
    first_day: BusinessDate,
}

/// Computes the drafts of these payees (id, kind, and the time each joined). A period begins after
/// the payee's last payout, or when the payee joined. The tax for its days, which was charged after
/// them, is subtracted.
pub fn compute(
    tx: &mut Tx<'_>,
    payees: &[(TenantId, TenantKind, Timestamp)],
    terms: Terms,
    now: Timestamp,
) -> Result<Computed> {
    let Terms { last_day, minimum } = terms;
    let today = BusinessDate::of(now);
    let payees = periods_of(tx, payees)?;
    let payees: Vec<Next> = payees.into_iter().filter(|next| next.first_day <= last_day).collect();
    let period = |next: &Next| PayeePeriod {
        payee: next.member.payee,
        from: next.first_day.start(),
        until: last_day.end_exclusive(),
    };
    let periods: Vec<PayeePeriod> = payees.iter().map(period).collect();
    let sums = ledger::sums_of_payees(tx, &periods, Span::ALL)?;
    let taxed = |(next, period): (&Next, &PayeePeriod)| TaxedPeriod {
        vendor: next.tenant,
        from: period.from,
        until: period.until,
        known_at: Timestamp::MAX,
    };
    let taxed: Vec<TaxedPeriod> = payees.iter().zip(&periods).map(taxed).collect();
    let taxes = taxes::taxes_of_periods(tx, &taxed)?;
    let (mut payable, mut balances) = (Vec::new(), Vec::new());
    for ((next, sums), tax) in payees.iter().zip(&sums).zip(taxes) {
        let closing = sums.closing.checked_sub(tax.after)?;
        payable.push((next.member, rules::payable(closing, sums.paid_since, sums.now)?));
        balances.push(closing.checked_add(sums.paid_since)?.min(sums.now));
    }
    let reserves = hold_back::reserves_of(tx, &payable, last_day, today)?;
    let in_force = hold_back::in_force(tx, today)?.map(|terms| terms.id);
    let mut computed = Computed::default();
    for ((((next, sums), balance), (_, payable)), reserve) in
        payees.into_iter().zip(sums).zip(balances).zip(payable).zip(reserves)
    {
        let Next { tenant, member, follows, first_day } = next;
        let held = reserve.map_or(Cents::ZERO, |reserve| reserve.amount);
        let amount = payable.checked_sub(held)?;
        if let Some((reason, balance)) = left_out(balance, payable, amount, minimum) {
            computed.left_out.push(LeftOut { tenant, reason, balance });
        } else if amount.is_positive() {
            computed.drafts.push(NewPayout {
                books: member.payee.books(),
                tenant,
                follows,
                first_day,
                last_day,
                opening: sums.opening,
                closing: sums.closing,
                terms: in_force,
                reserve,
                amount,
            });
        }
    }
    Ok(computed)
}

/// Returns the period that each payee's next payout begins.
fn periods_of(tx: &mut Tx<'_>, payees: &[(TenantId, TenantKind, Timestamp)]) -> Result<Vec<Next>> {
    let last_days = store::last_days(tx)?;
    let is_first = |tenant: &TenantId| !last_days.contains_key(tenant);
    let new = payees.iter().filter(|(tenant, ..)| is_first(tenant));
    let new: Vec<(TenantId, Payee)> =
        new.map(|(tenant, kind, _)| (*tenant, payee_of(*kind, *tenant))).collect();
    let accounts: Vec<Payee> = new.iter().map(|(_, payee)| *payee).collect();
    let first_days = ledger::first_days_of(tx, &accounts)?;
    let first_days: BTreeMap<TenantId, Option<BusinessDate>> =
        new.iter().map(|(tenant, _)| *tenant).zip(first_days).collect();
    let next = |(tenant, kind, created_at): &(TenantId, TenantKind, Timestamp)| {
        let joined_on = BusinessDate::of(*created_at);
        let follows = last_days.get(tenant).copied();
        // A payee's first statement must start with a balance of zero. Its period therefore includes
        // entries from before the payee joined.
        let first = first_days.get(tenant).copied().flatten();
        let first_day = follows.map_or_else(
            || first.map_or(joined_on, |first| first.min(joined_on)),
            BusinessDate::tomorrow,
        );
        let member = Member { payee: payee_of(*kind, *tenant), joined_on };
        Next { tenant: *tenant, member, follows, first_day }
    };
    Ok(payees.iter().map(next).collect())
}

/// Returns why a payee gets no payout although its balance is not zero, and the balance.
fn left_out(
    balance: Cents,
    payable: Cents,
    amount: Cents,
    minimum: Cents,
) -> Option<(LeftOutReason, Cents)> {
    if balance.is_negative() {
        Some((LeftOutReason::Negative, balance))
    } else if payable.is_positive() && !amount.is_positive() {
        Some((LeftOutReason::Reserved, payable))
    } else if amount.is_positive() && amount < minimum {
        Some((LeftOutReason::BelowMinimum, amount))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_names_the_reason_and_the_balance() {
        use LeftOutReason::{BelowMinimum, Negative, Reserved};
        for (balance, amount, expected) in [
            (-500, 0, Some((Negative, -500))),
            (900, 0, Some((Reserved, 900))),
            (99, 99, Some((BelowMinimum, 99))),
            (100, 100, None),
            (0, 0, None),
        ] {
            let [balance, amount] = [balance, amount].map(Cents::new);
            let payable = balance.max(Cents::ZERO);
            let found = left_out(balance, payable, amount, Cents::new(100));
            let expected = expected.map(|(reason, balance)| (reason, Cents::new(balance)));
            assert_eq!(found, expected, "{balance} {amount}");
        }
    }
}
