//! Entries of matched lines of the bank.

use kernel::{ids::BankAccountId, money::Cents, sums::Overflow};
use ledger::{Account, Entries};

use super::rules::Resolution;

/// Returns the account that explains a line.
fn counterpart(resolution: Resolution) -> Account {
    match resolution {
        Resolution::Deposits => Account::GatewayTransit,
        Resolution::PayoutFile
        | Resolution::Payout
        | Resolution::PayoutReturned
        | Resolution::Refund => Account::Payouts,
        Resolution::Chargeback => Account::GatewayClearing,
        Resolution::Fee => Account::GatewayFees,
        // Both accounts have a line of it, so the sum of both is zero there.
        Resolution::OwnTransfer | Resolution::Other => Account::BankOther,
    }
}

/// Returns the entries of a line of a bank account with this amount. `fee` was deducted from it, so the account that
/// explains the line moves by both.
pub fn entries(
    bank: BankAccountId,
    resolution: Resolution,
    amount: Cents,
    fee: Cents,
) -> Result<Entries, Overflow> {
    let bank = Account::Bank(bank);
    let counterpart = counterpart(resolution);
    let entries = if amount.is_negative() {
        Entries::default().moving(amount.checked_neg()?, counterpart, bank)
    } else {
        Entries::default().moving(amount, bank, counterpart)
    };
    Ok(entries.moving(fee, Account::GatewayFees, counterpart))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_move_the_line_between_the_bank_and_its_counterpart() {
        let cents = Cents::new;
        let of = |resolution, amount, fee| {
            entries(BankAccountId::MAIN, resolution, cents(amount), cents(fee)).expect("entries")
        };
        let moving = |amount, from, to| Entries::default().moving(cents(amount), from, to);
        let (bank, transit) = (Account::Bank(BankAccountId::MAIN), Account::GatewayTransit);
        assert_eq!(of(Resolution::Deposits, 500, 0), moving(500, bank, transit));
        assert_eq!(
            of(Resolution::Deposits, 480, 20),
            moving(480, bank, transit).moving(cents(20), Account::GatewayFees, transit)
        );
        assert_eq!(of(Resolution::PayoutFile, -500, 0), moving(500, Account::Payouts, bank));
        assert_eq!(of(Resolution::PayoutReturned, 500, 0), moving(500, bank, Account::Payouts));
        assert_eq!(of(Resolution::Fee, -5, 0), moving(5, Account::GatewayFees, bank));
        assert_eq!(of(Resolution::Chargeback, -5, 0), moving(5, Account::GatewayClearing, bank));
        for resolution in [Resolution::Other, Resolution::OwnTransfer] {
            assert_eq!(of(resolution, 5, 0), moving(5, bank, Account::BankOther));
        }
    }
}
