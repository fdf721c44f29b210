//! The platform's identity in bank files that pay vendors and charities.

use serde::{Deserialize, Serialize};

use super::ConfigError;
use kernel::bank_days::Weekday;

/// Payout day, and the payer's details as registered by the bank. The details are empty if no bank
/// files are made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payouts {
    /// Weekday of payouts.
    pub weekday: Weekday,
    originator_id: String,
    short_name: String,
    long_name: String,
    data_centre: String,
    return_institution: String,
    return_transit: String,
    return_account: String,
}

/// Originator of a bank file, that is the payer, in the form used in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BankOriginator {
    pub id: String,
    pub short_name: String,
    pub long_name: String,
    pub data_centre: String,
    /// Institution of the account that receives returned payments.
    pub return_institution: String,
    pub return_transit: String,
    pub return_account: String,
}

impl Payouts {
    fn fields(&self) -> [(&'static str, &str, usize, bool); 7] {
        [
            ("originator_id", &self.originator_id, 10, false),
            ("short_name", &self.short_name, 15, false),
            ("long_name", &self.long_name, 30, false),
            ("data_centre", &self.data_centre, 5, true),
            ("return_institution", &self.return_institution, 3, true),
            ("return_transit", &self.return_transit, 5, true),
            ("return_account", &self.return_account, 12, false),
        ]
    }

    /// Returns the originator of bank files, or `None` if no bank files are made.
    pub fn originator(&self) -> Option<BankOriginator> {
        (!self.originator_id.is_empty()).then(|| BankOriginator {
            id: self.originator_id.clone(),
            short_name: self.short_name.clone(),
            long_name: self.long_name.clone(),
            data_centre: self.data_centre.clone(),
            return_institution: self.return_institution.clone(),
            return_transit: self.return_transit.clone(),
            return_account: self.return_account.clone(),
        })
    }

    pub(super) fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        let fields = self.fields();
        if fields.iter().all(|(_, value, ..)| value.is_empty()) {
            return Ok(());
        }
        for (name, value, length, is_number) in fields {
            let is_right = if is_number {
                value.len() == length && value.bytes().all(|byte| byte.is_ascii_digit())
            } else {
                let is_plain = value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
                (1..=length).contains(&value.len()) && is_plain && value.trim() == value
            };
            if !is_right {
                let what = if is_number {
                    format!("a number of {length} digits")
                } else {
                    format!("1 to {length} characters without accents")
                };
                return Err(ConfigError(format!(
                    "payouts.{name} must be {what}: bank files need all settings of [payouts] or none"
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Layers, Origin};
    use super::*;

    const ORIGINATOR: &str = r#"[payouts]
        originator_id = "FUNRAY0001"
        short_name = "FUNRAY"
        long_name = "FUNRAY INC"
        data_centre = "00320"
        return_institution = "003"
        return_transit = "00012"
        return_account = "1234567"
    "#;

    fn config(toml: &str) -> Result<Config, ConfigError> {
        let mut layers = Layers::defaults();
        layers.add_toml(toml, Origin::File)?;
        Config::from_layers(&layers)
    }

    #[test]
    fn weekday_is_a_day_on_which_banks_work() {
        assert_eq!(config("").expect("defaults").payouts.weekday, Weekday::Friday);
        let tuesday = config("[payouts]\nweekday = \"tuesday\"").expect("a Tuesday");
        assert_eq!(tuesday.payouts.weekday, Weekday::Tuesday);
        for wrong in ["saturday", "Friday", ""] {
            let refused = config(&format!("[payouts]\nweekday = \"{wrong}\"")).expect_err(wrong);
            assert!(refused.0.contains("weekday"), "{refused}");
        }
    }

    #[test]
    fn originator_is_whole_or_absent() {
        assert!(config("").expect("defaults").payouts.originator().is_none());
        assert!(config(ORIGINATOR).expect("an originator").payouts.originator().is_some());
        for (right, wrong) in [
            ("\"FUNRAY0001\"", "\"\""),
            ("\"FUNRAY0001\"", "\"FUNRAY00012\""),
            ("\"FUNRAY INC\"", "\"FunRay limit\u{e9}e\""),
            ("\"00320\"", "\"320\""),
            ("\"00012\"", "\"0001x\""),
        ] {
            let refused = config(&ORIGINATOR.replacen(right, wrong, 1)).expect_err(wrong);
            assert!(refused.0.starts_with("payouts."), "{refused}");
        }
    }
}
