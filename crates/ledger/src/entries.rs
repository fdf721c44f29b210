//! Entries of a transfer, built from movements between accounts, so that they always sum to zero.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use kernel::{
    ids::{BankAccountId, CardId, TenantId},
    money::Cents,
};
use platform::error::{Error, Result};

/// Account of the ledger. Credits are positive: card balances, and earnings of shops, charities and
/// the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// Money collected by the card gateway. Negative, because the gateway owes it to us.
    GatewayClearing,
    Card(CardId),
    VendorPayable(TenantId),
    CharityPayable(TenantId),
    PlatformRevenue,
    /// GST and HST on the platform's commission, owed to the federal government.
    GstHstPayable,
    /// QST on the platform's commission, owed to the government of Quebec.
    QstPayable,
    /// Parts of charges that were refunded at the gateway although the cards kept their balances.
    Refunds,
    /// Loss of the platform: amounts already spent when a charge was reversed.
    ChargebackLoss,
    /// Loss of the platform: refunds that the bank had already paid when a reversal of the charge took the same amount
    /// again.
    PaidTwice,
    /// Payouts and refunds that are approved and have not left the bank account yet, and those that
    /// left it before bank statements were imported.
    Payouts,
    /// Money that the gateway has settled and that has not arrived in the bank account yet. Negative,
    /// because it is owed to us.
    GatewayTransit,
    /// Money in a bank account, by the lines of its statements that are matched. Negative, because
    /// the bank owes it to us.
    Bank(BankAccountId),
    /// Fees of the gateway and the bank. Negative, because they are an expense.
    GatewayFees,
    /// Movements of the bank account that belong to none of the other accounts.
    BankOther,
}

impl fmt::Display for Account {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.kind().word())?;
        match self {
            Account::Card(card) => write!(out, ":{card}"),
            Account::VendorPayable(tenant) | Account::CharityPayable(tenant) => {
                write!(out, ":{tenant}")
            }
            // The main account was there before others, so its entries name none.
            Account::Bank(bank) if *bank != BankAccountId::MAIN => write!(out, ":{bank}"),
            _ => Ok(()),
        }
    }
}

impl Account {
    pub fn parse(text: &str) -> Option<Account> {
        let (kind, owner) = text.split_once(':').unwrap_or((text, ""));
        match (kind, owner) {
            ("gateway_clearing", "") => Some(Account::GatewayClearing),
            ("card", id) => CardId::parse(id).map(Account::Card),
            ("vendor_payable", id) => TenantId::parse(id).map(Account::VendorPayable),
            ("charity_payable", id) => TenantId::parse(id).map(Account::CharityPayable),
            ("platform_revenue", "") => Some(Account::PlatformRevenue),
            ("gst_hst_payable", "") => Some(Account::GstHstPayable),
            ("qst_payable", "") => Some(Account::QstPayable),
            ("refunds", "") => Some(Account::Refunds),
            ("chargeback_loss", "") => Some(Account::ChargebackLoss),
            ("paid_twice", "") => Some(Account::PaidTwice),
            ("payouts", "") => Some(Account::Payouts),
            ("gateway_transit", "") => Some(Account::GatewayTransit),
            ("bank", "") => Some(Account::Bank(BankAccountId::MAIN)),
            ("bank", id) => BankAccountId::parse(id).map(Account::Bank),
            ("gateway_fees", "") => Some(Account::GatewayFees),
            ("bank_other", "") => Some(Account::BankOther),
            _ => None,
        }
    }
}

/// Kind of ledger account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AccountKind {
    GatewayClearing,
    Card,
    VendorPayable,
    CharityPayable,
    PlatformRevenue,
    GstHstPayable,
    QstPayable,
    Refunds,
    ChargebackLoss,
    PaidTwice,
    Payouts,
    GatewayTransit,
    Bank,
    GatewayFees,
    BankOther,
}

db::text_enum! {
    AccountKind {
        GatewayClearing = "gateway_clearing",
        Card = "card",
        VendorPayable = "vendor_payable",
        CharityPayable = "charity_payable",
        PlatformRevenue = "platform_revenue",
        GstHstPayable = "gst_hst_payable",
        QstPayable = "qst_payable",
        Refunds = "refunds",
        ChargebackLoss = "chargeback_loss",
        PaidTwice = "paid_twice",
        Payouts = "payouts",
        GatewayTransit = "gateway_transit",
        Bank = "bank",
        GatewayFees = "gateway_fees",
        BankOther = "bank_other",
    }
}

impl AccountKind {
    /// SQL for the kind of the account of an entry `e`. Prefix ranges end in a letter, because
    /// locales order punctuation differently.
    pub const OF_ENTRY: &str = "CASE WHEN e.account >= 'card:' AND e.account < 'care' THEN 'card'
        WHEN e.account >= 'vendor_payable:' AND e.account < 'vendor_payablf' THEN 'vendor_payable'
        WHEN e.account >= 'charity_payable:' AND e.account < 'charity_payablf' THEN 'charity_payable'
        WHEN e.account LIKE 'bank:%' THEN 'bank' ELSE e.account END";

    /// SQL for the bank account of an entry `e`; null for entries on other kinds of accounts.
    pub const BANK_OF_ENTRY: &str =
        "CASE WHEN e.account = 'bank' THEN 'bka_00000000000000000000000004'
        WHEN e.account LIKE 'bank:%' THEN substr(e.account, 6) END";
}

impl Account {
    pub fn kind(self) -> AccountKind {
        match self {
            Account::GatewayClearing => AccountKind::GatewayClearing,
            Account::Card(_) => AccountKind::Card,
            Account::VendorPayable(_) => AccountKind::VendorPayable,
            Account::CharityPayable(_) => AccountKind::CharityPayable,
            Account::PlatformRevenue => AccountKind::PlatformRevenue,
            Account::GstHstPayable => AccountKind::GstHstPayable,
            Account::QstPayable => AccountKind::QstPayable,
            Account::Refunds => AccountKind::Refunds,
            Account::ChargebackLoss => AccountKind::ChargebackLoss,
            Account::PaidTwice => AccountKind::PaidTwice,
            Account::Payouts => AccountKind::Payouts,
            Account::GatewayTransit => AccountKind::GatewayTransit,
            Account::Bank(_) => AccountKind::Bank,
            Account::GatewayFees => AccountKind::GatewayFees,
            Account::BankOther => AccountKind::BankOther,
        }
    }
}

impl db::ToValue for Account {
    fn to_value(&self) -> db::Value<'_> {
        db::Value::Text(self.to_string().into())
    }
}

impl db::FromColumn for Account {
    fn from_column(column: db::Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        Account::parse(&text).ok_or_else(|| format!("{text:?} is no account"))
    }
}

/// Balanced entries: each movement adds to one account what it takes from another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    movements: Vec<(Cents, Account, Account)>,
}

impl Entries {
    /// Adds a movement; an amount of zero adds nothing.
    pub fn moving(mut self, amount: Cents, from: Account, to: Account) -> Entries {
        if amount != Cents::ZERO {
            self.movements.push((amount, from, to));
        }
        self
    }

    /// Builds the entries that reverse these lines.
    pub fn opposite_of(lines: &[(Account, Cents)]) -> Result<Entries> {
        // All lines are moved through the first account, where the amounts cancel out.
        let (first, rest) =
            lines.split_first().ok_or_else(|| fault("a transfer without entries"))?;
        let mut entries = Entries::default();
        for (account, amount) in rest {
            entries = if amount.is_negative() {
                let amount = amount.checked_neg()?;
                entries.moving(amount, first.0, *account)
            } else {
                entries.moving(*amount, *account, first.0)
            };
        }
        Ok(entries)
    }

    /// Returns the net amount of each account, in account order.
    pub(super) fn lines(&self) -> Result<Vec<(Account, Cents)>> {
        let mut lines: Vec<(Account, Cents)> = Vec::new();
        for (amount, from, to) in &self.movements {
            if !amount.is_positive() || from == to {
                return Err(fault("a movement of nothing, or to where it came from"));
            }
            let negative = amount.checked_neg()?;
            add(&mut lines, *from, negative)?;
            add(&mut lines, *to, *amount)?;
        }
        lines.retain(|(_, amount)| *amount != Cents::ZERO);
        lines.sort();
        if lines.len() < 2 {
            return Err(fault("a transfer that moves nothing"));
        }
        Ok(lines)
    }
}

fn add(lines: &mut Vec<(Account, Cents)>, account: Account, amount: Cents) -> Result<()> {
    match lines.iter_mut().find(|(known, _)| *known == account) {
        Some((_, sum)) => *sum = sum.checked_add(amount)?,
        None => lines.push((account, amount)),
    }
    Ok(())
}

fn fault(what: &str) -> Error {
    Error::Internal(format!("the ledger was handed {what}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use kernel::{ids::Id, timestamp::Timestamp};

    fn accounts() -> [Account; 16] {
        let now = Timestamp::UNIX_EPOCH;
        [
            Account::GatewayClearing,
            Account::Card(CardId::from_parts(now, [1; 10])),
            Account::VendorPayable(TenantId::from_parts(now, [2; 10])),
            Account::CharityPayable(TenantId::from_parts(now, [3; 10])),
            Account::PlatformRevenue,
            Account::GstHstPayable,
            Account::QstPayable,
            Account::Refunds,
            Account::ChargebackLoss,
            Account::PaidTwice,
            Account::Payouts,
            Account::GatewayTransit,
            Account::Bank(BankAccountId::MAIN),
            Account::Bank(BankAccountId::from_parts(now, [4; 10])),
            Account::GatewayFees,
            Account::BankOther,
        ]
    }

    #[test]
    fn the_main_bank_account_has_no_suffix_and_is_named_in_sql() {
        assert_eq!(Account::Bank(BankAccountId::MAIN).to_string(), "bank");
        assert_eq!(BankAccountId::MAIN.to_string(), BankAccountId::MAIN_TEXT);
        assert!(AccountKind::BANK_OF_ENTRY.contains(BankAccountId::MAIN_TEXT));
        assert_eq!(Account::parse("bank:bka_1"), None);
    }

    #[test]
    fn lines_of_a_sale_split_the_vendor_part() {
        let [gateway, card, vendor, charity, platform, ..] = accounts();
        let sale = Entries::default()
            .moving(Cents::new(2500), gateway, card)
            .moving(Cents::new(250), vendor, charity)
            .moving(Cents::new(125), vendor, platform);
        let amounts: Vec<(Account, i64)> = sale
            .lines()
            .expect("lines")
            .iter()
            .map(|(account, amount)| (*account, amount.get()))
            .collect();
        assert_eq!(
            amounts,
            [(gateway, -2500), (card, 2500), (vendor, -375), (charity, 250), (platform, 125)]
        );
    }

    #[test]
    fn lines_refuse_empty_and_negative_movements() {
        let [gateway, card, ..] = accounts();
        let cents = Cents::new;
        for wrong in [
            Entries::default(),
            Entries::default().moving(Cents::ZERO, gateway, card),
            Entries::default().moving(cents(-5), gateway, card),
            Entries::default().moving(cents(5), card, card),
            Entries::default().moving(cents(5), gateway, card).moving(cents(5), card, gateway),
            Entries::default().moving(cents(i64::MAX), gateway, card).moving(
                cents(1),
                gateway,
                card,
            ),
        ] {
            assert!(wrong.lines().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn account_parse_round_trips() {
        for account in accounts() {
            assert_eq!(Account::parse(&account.to_string()), Some(account));
        }
        for wrong in ["", "card", "card:", "card:ten_0", "refunds:x", "till"] {
            assert_eq!(Account::parse(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn entries_and_their_opposites_sum_to_zero(
            movements in prop::collection::vec((1..1_000_000_i64, 0..15_usize, 0..15_usize), 1..8),
        ) {
            let accounts = accounts();
            let mut entries = Entries::default();
            for (amount, from, to) in movements.into_iter().filter(|(_, from, to)| from != to) {
                entries = entries.moving(Cents::new(amount), accounts[from], accounts[to]);
            }
            if let Ok(lines) = entries.lines() {
                prop_assert_eq!(lines.iter().map(|(_, amount)| amount.get()).sum::<i64>(), 0);
                let opposite = Entries::opposite_of(&lines).unwrap().lines().unwrap();
                let negated: Vec<_> =
                    lines.iter().map(|(account, amount)| (*account, Cents::new(-amount.get()))).collect();
                prop_assert_eq!(opposite, negated);
            }
        }
    }
}
