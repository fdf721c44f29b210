//! Chart of accounts: the number, name and type of each kind of ledger account in the accountant's
//! program. Administrators map numbers and names; without a mapping, a usual Canadian chart applies.

use serde::Serialize;
use utoipa::ToSchema;

use kernel::{
    fields::Checked, ids::BankAccountId, language::Language, messages::Message, text::Line,
};
use ledger::AccountKind;

/// Type of an account in a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AccountType {
    Bank,
    CurrentAsset,
    CurrentLiability,
    Income,
    Expense,
}

/// Account of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartAccount {
    pub account: AccountKind,
    /// Bank account beside the main one; `None` for all other accounts.
    pub bank: Option<BankAccountId>,
    pub number: String,
    pub name: String,
    pub account_type: AccountType,
    /// Whether an administrator mapped the account.
    pub is_mapped: bool,
}

/// Returns the type of a kind of account. It follows from what the ledger books there, so it is not
/// mapped.
pub fn type_of(account: AccountKind) -> AccountType {
    match account {
        AccountKind::Bank => AccountType::Bank,
        AccountKind::GatewayClearing
        | AccountKind::GatewayTransit
        | AccountKind::Refunds
        | AccountKind::BankOther => AccountType::CurrentAsset,
        AccountKind::Card
        | AccountKind::VendorPayable
        | AccountKind::CharityPayable
        | AccountKind::Payouts
        | AccountKind::GstHstPayable
        | AccountKind::QstPayable => AccountType::CurrentLiability,
        AccountKind::PlatformRevenue => AccountType::Income,
        AccountKind::ChargebackLoss | AccountKind::PaidTwice | AccountKind::GatewayFees => {
            AccountType::Expense
        }
    }
}

/// Returns the account that applies without a mapping.
pub fn usual(account: AccountKind, language: Language) -> ChartAccount {
    let (number, english, french) = match account {
        AccountKind::Bank => ("1010", "Bank account", "Compte bancaire"),
        AccountKind::GatewayTransit => {
            ("1205", "Gateway deposits in transit", "Dépôts de la passerelle en transit")
        }
        AccountKind::GatewayClearing => {
            ("1210", "Card gateway clearing", "Compensation de la passerelle")
        }
        AccountKind::Refunds => {
            ("1220", "Partial refunds to clear", "Remboursements partiels à régulariser")
        }
        AccountKind::BankOther => ("1290", "Other bank movements", "Autres mouvements bancaires"),
        AccountKind::Card => ("2110", "Gift cards outstanding", "Cartes-cadeaux en circulation"),
        AccountKind::VendorPayable => ("2120", "Owed to shops", "Dû aux commerces"),
        AccountKind::CharityPayable => ("2130", "Owed to charities", "Dû aux organismes"),
        AccountKind::Payouts => ("2140", "Payouts on their way", "Versements en cours"),
        AccountKind::GstHstPayable => {
            ("2310", "GST/HST on commission", "TPS/TVH sur la commission")
        }
        AccountKind::QstPayable => ("2320", "QST on commission", "TVQ sur la commission"),
        AccountKind::PlatformRevenue => ("4010", "Commission income", "Revenus de commission"),
        AccountKind::ChargebackLoss => {
            ("5810", "Chargeback losses", "Pertes sur rétrofacturations")
        }
        AccountKind::PaidTwice => ("5820", "Refunds paid twice", "Remboursements payés deux fois"),
        AccountKind::GatewayFees => {
            ("5710", "Gateway and bank fees", "Frais de passerelle et de banque")
        }
    };
    let name = match language {
        Language::En => english,
        Language::Fr => french,
    };
    ChartAccount {
        account,
        bank: None,
        number: number.to_owned(),
        name: name.to_owned(),
        account_type: type_of(account),
        is_mapped: false,
    }
}

/// Number of an account: letters, digits, dots and hyphens, as accounting programs accept them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountNumber(String);

impl From<AccountNumber> for String {
    fn from(number: AccountNumber) -> String {
        number.0
    }
}

impl Checked for AccountNumber {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
        if text.len() <= 10 && text.bytes().all(is_fine) {
            return Ok(AccountNumber(text.to_owned()));
        }
        Err(Message::new(
            "At most 10 letters, digits, dots and hyphens.",
            "Au plus 10 lettres, chiffres, points et traits d’union.",
        ))
    }
}

/// Name of an account. A colon separates a sub-account from its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountName(String);

impl From<AccountName> for String {
    fn from(name: AccountName) -> String {
        name.0
    }
}

impl Checked for AccountName {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        let line: String = Line::<80>::check(label, text)?.into();
        // A tab or a quote would end the field in some of the files.
        if line.contains(['\t', '"']) || line.starts_with(['=', '+', '-', '@']) {
            return Err(Message::new(
                "Please leave out quotes, and begin with a letter or a digit.",
                "Veuillez omettre les guillemets et commencer par une lettre ou un chiffre.",
            ));
        }
        Ok(AccountName(line))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn usual_accounts_have_different_numbers_and_names() {
        for language in [Language::En, Language::Fr] {
            let all = AccountKind::ALL.map(|account| usual(account, language));
            let numbers: BTreeSet<&str> = all.iter().map(|one| one.number.as_str()).collect();
            let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
            assert_eq!((numbers.len(), names.len()), (all.len(), all.len()), "{all:?}");
            for one in &all {
                assert!(AccountNumber::check("", &one.number).is_ok(), "{one:?}");
                assert!(AccountName::check("", &one.name).is_ok(), "{one:?}");
            }
        }
    }

    #[test]
    fn account_names_and_numbers_never_break_a_file() {
        for wrong in ["=cmd", "a\tb", "Bank \"1\"", "-1"] {
            assert!(AccountName::check("", wrong).is_err(), "{wrong}");
        }
        assert!(AccountName::check("", "Liabilities:Gift cards").is_ok());
        for wrong in ["12 10", "12345678901", "12é", "1,2"] {
            assert!(AccountNumber::check("", wrong).is_err(), "{wrong}");
        }
    }
}
