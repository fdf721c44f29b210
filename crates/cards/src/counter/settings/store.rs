//! Rows of counter settings: one for each shop that has ever changed a setting.

use db::{Tx, params};

use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

use crate::counter::{
    rules::Pace,
    settings::rules::{CounterRules, CounterSettings, NextSettings},
};

/// SQL columns of the settings in force and of the pending ones, from a table `s`.
pub const COLUMNS: &str = "s.is_pace_limited, s.most_redemptions, s.most_amount, s.single_amount, s.redeems_by_name,
    s.next_from, s.next_is_pace_limited, s.next_most_redemptions, s.next_most_amount, s.next_single_amount,
    s.next_redeems_by_name";

/// SQL expression: whether the shop with settings row `o` requires approval at the time `$3`.
pub const IS_PACE_LIMITED: &str =
    "CASE WHEN o.next_from <= $3 THEN o.next_is_pace_limited ELSE o.is_pace_limited END = TRUE";

db::row! {
    /// A settings row; columns are null if the shop has never changed any setting.
    pub struct SettingsRow {
        is_pace_limited: Option<bool>,
        most_redemptions: Option<i64>,
        most_amount: Option<Cents>,
        single_amount: Option<Cents>,
        redeems_by_name: Option<bool>,
        next_from: Option<Timestamp>,
        next_is_pace_limited: Option<bool>,
        next_most_redemptions: Option<i64>,
        next_most_amount: Option<Cents>,
        next_single_amount: Option<Cents>,
        next_redeems_by_name: Option<bool>,
    }
}

impl SettingsRow {
    fn stored(&self) -> Option<CounterSettings> {
        Some(CounterSettings {
            is_pace_limited: self.is_pace_limited?,
            pace: Pace {
                most_redemptions: self.most_redemptions?,
                most_amount: self.most_amount?,
                single_amount: self.single_amount?,
            },
            redeems_by_name: self.redeems_by_name?,
        })
    }

    fn next(&self) -> Option<NextSettings> {
        let settings = CounterSettings {
            is_pace_limited: self.next_is_pace_limited?,
            pace: Pace {
                most_redemptions: self.next_most_redemptions?,
                most_amount: self.next_most_amount?,
                single_amount: self.next_single_amount?,
            },
            redeems_by_name: self.next_redeems_by_name?,
        };
        Some(NextSettings { settings, from: self.next_from? })
    }

    pub fn rules_at(&self, now: Timestamp) -> CounterRules {
        CounterRules::at(self.stored().unwrap_or_default(), self.next(), now)
    }
}

pub fn settings_of(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId) -> Result<CounterRules> {
    let sql = format!("SELECT {COLUMNS} FROM counter_settings s WHERE s.vendor_id = $1");
    let found: Option<SettingsRow> = tx.first(&sql, params![vendor])?;
    Ok(found.map(|row| row.rules_at(now)).unwrap_or_default())
}

/// Like [`settings_of`], but locks the row and inserts it if there was none.
pub fn lock_settings(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId) -> Result<CounterRules> {
    insert_if_missing(tx, now, vendor)?;
    let sql = format!(
        "SELECT {COLUMNS} FROM counter_settings s WHERE s.vendor_id = $1{}",
        tx.engine().for_update()
    );
    let row: SettingsRow = tx.one(&sql, params![vendor])?;
    Ok(row.rules_at(now))
}

fn insert_if_missing(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId) -> Result<()> {
    let CounterSettings { is_pace_limited, pace, redeems_by_name } = CounterSettings::default();
    tx.later(
        "INSERT INTO counter_settings (vendor_id, is_pace_limited, most_redemptions, most_amount, single_amount,
             redeems_by_name, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (vendor_id) DO NOTHING",
        params![
            vendor,
            is_pace_limited,
            pace.most_redemptions,
            pace.most_amount,
            pace.single_amount,
            redeems_by_name,
            now
        ],
    )?;
    Ok(())
}

pub fn set_settings(
    tx: &mut Tx<'_>,
    now: Timestamp,
    vendor: TenantId,
    rules: &CounterRules,
) -> Result<()> {
    let CounterSettings { is_pace_limited, pace, redeems_by_name } = rules.settings;
    let next = rules.next.map(|next| next.settings);
    tx.later(
        "UPDATE counter_settings SET is_pace_limited = $1, most_redemptions = $2, most_amount = $3, single_amount = $4,
             redeems_by_name = $5, next_from = $6, next_is_pace_limited = $7, next_most_redemptions = $8,
             next_most_amount = $9, next_single_amount = $10, next_redeems_by_name = $11, updated_at = $12
         WHERE vendor_id = $13",
        params![
            is_pace_limited,
            pace.most_redemptions,
            pace.most_amount,
            pace.single_amount,
            redeems_by_name,
            rules.next.map(|next| next.from),
            next.map(|next| next.is_pace_limited),
            next.map(|next| next.pace.most_redemptions),
            next.map(|next| next.pace.most_amount),
            next.map(|next| next.pace.single_amount),
            next.map(|next| next.redeems_by_name),
            now,
            vendor
        ],
    )?;
    Ok(())
}

/// Whether the shop's managers are emailed about each closed day. True by default.
pub fn mails_closed_days(tx: &mut Tx<'_>, vendor: TenantId) -> Result<bool> {
    let found: Option<(bool,)> = tx.first(
        "SELECT mails_closed_days FROM counter_settings WHERE vendor_id = $1",
        params![vendor],
    )?;
    Ok(found.is_none_or(|(mails,)| mails))
}

pub fn set_mails_closed_days(tx: &mut Tx<'_>, vendor: TenantId, mails: bool) -> Result<()> {
    tx.later(
        "UPDATE counter_settings SET mails_closed_days = $1 WHERE vendor_id = $2",
        params![mails, vendor],
    )?;
    Ok(())
}
