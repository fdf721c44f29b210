//! Terms of a payout: why it is what it is. Its page, the next payout, the summary, files and emails show
//! the same terms.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::{money::Cents, sums::Overflow};
use ledger::{AccountChange, Payee, TransferKind};

use crate::taxes::PeriodTax;

/// Kind of term. A negative amount is subtracted from the payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TermKind {
    /// Shares of cards sold, for a charity.
    Raised,
    /// Redemptions at a shop.
    Redeemed,
    /// Balances that a shop paid out in cash from its till.
    CashedOut,
    /// Charities' shares of cards sold.
    Causes,
    /// The platform's shares of cards sold.
    Commission,
    /// Tax on the platform's shares, for the days of the period.
    Tax,
    /// Refunds and reversed charges, as far as they change no share.
    Corrections,
    /// Amount owed at the beginning of the period, less the tax for the days before. Negative if the
    /// payee owed it to the platform.
    OwedBefore,
    /// Earlier payouts.
    PaidOut,
    /// Amount that was paid out or ceased to be owed after the period.
    Since,
    /// Amount that an administrator holds back.
    HeldBack,
    /// Amount held back for recently sold cards.
    Reserve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    pub kind: TermKind,
    pub amount: Cents,
}

/// Terms in the order in which they are shown, without those of zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms(Vec<Term>);

impl Terms {
    /// Returns the terms of a balance: the balance at the beginning, and its changes by their cause.
    pub fn of(payee: Payee, opening: Cents, changes: &[AccountChange]) -> Result<Terms, Overflow> {
        let mut terms = Terms::default();
        terms.add(TermKind::OwedBefore, opening)?;
        for change in changes {
            terms.add_change(payee, change)?;
        }
        Ok(terms)
    }

    fn add_change(&mut self, payee: Payee, change: &AccountChange) -> Result<(), Overflow> {
        let AccountChange { kind, amount, causes, commission, .. } = *change;
        match (kind, payee) {
            (TransferKind::Payout, _) => self.add(TermKind::PaidOut, amount),
            (TransferKind::Redemption, _) => self.add(TermKind::Redeemed, amount),
            (TransferKind::CashOut, _) => self.add(TermKind::CashedOut, amount),
            (TransferKind::CommissionTax, _) => self.add(TermKind::Tax, amount),
            (_, Payee::Charity(_)) => self.add(TermKind::Raised, amount),
            (_, Payee::Vendor(_)) => {
                // Sales and refunds move the shares of charity and platform. What is left is a
                // correction.
                self.add(TermKind::Causes, causes.checked_neg()?)?;
                self.add(TermKind::Commission, commission.checked_neg()?)?;
                let rest = Cents::sum([amount, causes, commission])?;
                self.add(TermKind::Corrections, rest)
            }
        }
    }

    /// Counts tax for the days to which it belongs, although it was charged after them. Leaves the sum
    /// as it is, except for the tax after the period, which the caller subtracts.
    pub fn add_tax(&mut self, tax: PeriodTax) -> Result<(), Overflow> {
        self.add(TermKind::OwedBefore, tax.before.checked_neg()?)?;
        self.add(TermKind::Tax, tax.before.checked_sub(tax.after)?)
    }

    /// Adds an amount to a term.
    pub fn add(&mut self, kind: TermKind, amount: Cents) -> Result<(), Overflow> {
        match self.0.binary_search_by_key(&kind, |term| term.kind) {
            Ok(at) => {
                let term = &mut self.0[at];
                term.amount = term.amount.checked_add(amount)?;
                if term.amount == Cents::ZERO {
                    self.0.remove(at);
                }
            }
            Err(at) if amount != Cents::ZERO => self.0.insert(at, Term { kind, amount }),
            Err(_) => {}
        }
        Ok(())
    }

    /// Returns the amount of a term; zero if there is none.
    pub fn amount(&self, kind: TermKind) -> Cents {
        let term = self.0.iter().find(|term| term.kind == kind);
        term.map_or(Cents::ZERO, |term| term.amount)
    }

    pub fn sum(&self) -> Result<Cents, Overflow> {
        Cents::sum(self.0.iter().map(|term| term.amount))
    }

    pub fn list(&self) -> &[Term] {
        &self.0
    }

    pub fn into_list(self) -> Vec<Term> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        ids::{Id, TenantId},
        timestamp::Timestamp,
    };

    use super::*;

    fn change(kind: TransferKind, amount: i64, causes: i64, commission: i64) -> AccountChange {
        let [amount, causes, commission] = [amount, causes, commission].map(Cents::new);
        AccountChange { kind, count: 1, amount, causes, commission }
    }

    fn tenant() -> TenantId {
        TenantId::from_parts(Timestamp::UNIX_EPOCH, [1; 10])
    }

    #[test]
    fn terms_of_a_vendor_split_the_shares_and_sum_to_the_balance() {
        use TermKind::{CashedOut, Causes, Commission, Corrections, OwedBefore, PaidOut, Redeemed};
        let changes = [
            change(TransferKind::Sale, -750, 500, 250),
            change(TransferKind::Refund, 375, -250, -125),
            // The shop bears a part of a reversed charge that was spent before.
            change(TransferKind::ChargeReversal, 100, -50, -25),
            change(TransferKind::Redemption, 2000, 0, 0),
            change(TransferKind::CashOut, 460, 0, 0),
            change(TransferKind::Payout, -1200, 0, 0),
        ];
        let terms = Terms::of(Payee::Vendor(tenant()), Cents::new(-30), &changes).expect("terms");
        assert_eq!(terms.sum(), Ok(Cents::new(955)));
        let found: Vec<(TermKind, i64)> =
            terms.into_list().iter().map(|term| (term.kind, term.amount.get())).collect();
        let expected = [
            (Redeemed, 2000),
            (CashedOut, 460),
            (Causes, -200),
            (Commission, -100),
            (Corrections, 25),
            (OwedBefore, -30),
            (PaidOut, -1200),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn add_tax_moves_tax_to_the_days_it_is_for() {
        use TermKind::{Commission, OwedBefore, Tax};
        let changes = [
            change(TransferKind::Sale, -250, 0, 250),
            change(TransferKind::CommissionTax, -20, 0, 0),
        ];
        let mut terms =
            Terms::of(Payee::Vendor(tenant()), Cents::new(100), &changes).expect("terms");
        // 15 of the 20 were for days before, and 33 were charged after the period for its days.
        let tax = PeriodTax { before: Cents::new(15), after: Cents::new(33) };
        terms.add_tax(tax).expect("terms");
        let found: Vec<(TermKind, i64)> =
            terms.list().iter().map(|term| (term.kind, term.amount.get())).collect();
        assert_eq!(found, [(Commission, -250), (Tax, -38), (OwedBefore, 85)]);
        assert_eq!(terms.sum(), Ok(Cents::new(100 - 250 - 20 - 33)));
    }

    #[test]
    fn terms_of_a_charity_are_what_it_raised() {
        let changes = [
            change(TransferKind::Sale, 500, 500, 250),
            change(TransferKind::Refund, -250, -250, -125),
            change(TransferKind::Payout, -100, 0, 0),
        ];
        let terms = Terms::of(Payee::Charity(tenant()), Cents::ZERO, &changes).expect("terms");
        let found: Vec<(TermKind, i64)> =
            terms.into_list().iter().map(|term| (term.kind, term.amount.get())).collect();
        assert_eq!(found, [(TermKind::Raised, 250), (TermKind::PaidOut, -100)]);
    }

    #[test]
    fn add_drops_terms_of_zero() {
        let mut terms = Terms::default();
        for cents in [0, 5, -5] {
            terms.add(TermKind::HeldBack, Cents::new(cents)).expect("a small sum");
        }
        assert_eq!(terms, Terms::default());
    }
}
