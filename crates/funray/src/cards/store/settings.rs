//! What shops have set for their counters: a row for each shop that has ever changed something.

use db::{Tx, params};

use crate::{
    cards::rules::Pace,
    error::Result,
    kernel::{ids::TenantId, money::Cents, timestamp::Timestamp},
};

/// What a shop has set, or the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterSettings {
    /// Whether what goes beyond the pace waits for a manager.
    pub is_pace_limited: bool,
    pub pace: Pace,
    /// Whether a card may be redeemed that was only found by its holder's name.
    pub redeems_by_name: bool,
}

impl Default for CounterSettings {
    fn default() -> Self {
        CounterSettings { is_pace_limited: true, pace: Pace::default(), redeems_by_name: false }
    }
}

impl CounterSettings {
    /// The pace that clerks keep; none where it isn't limited.
    pub fn limit(&self) -> Option<Pace> {
        self.is_pace_limited.then_some(self.pace)
    }
}

db::row! {
    struct SettingsRow {
        is_pace_limited: bool,
        most_redemptions: i64,
        most_amount: Cents,
        single_amount: Cents,
        redeems_by_name: bool,
    }
}

impl From<SettingsRow> for CounterSettings {
    fn from(row: SettingsRow) -> Self {
        let SettingsRow { most_redemptions, most_amount, single_amount, .. } = row;
        CounterSettings {
            is_pace_limited: row.is_pace_limited,
            pace: Pace { most_redemptions, most_amount, single_amount },
            redeems_by_name: row.redeems_by_name,
        }
    }
}

pub fn settings_of(tx: &mut Tx<'_>, vendor: TenantId) -> Result<CounterSettings> {
    let sql = format!("SELECT {} FROM counter_settings WHERE vendor_id = $1", SettingsRow::COLUMNS);
    let found: Option<SettingsRow> = tx.first(&sql, params![vendor])?;
    Ok(found.map(CounterSettings::from).unwrap_or_default())
}

/// What a shop has set, which nobody else changes meanwhile.
pub fn lock_settings(tx: &mut Tx<'_>, now: Timestamp, vendor: TenantId) -> Result<CounterSettings> {
    insert_if_missing(tx, now, vendor)?;
    let sql = format!(
        "SELECT {} FROM counter_settings WHERE vendor_id = $1{}",
        SettingsRow::COLUMNS,
        tx.engine().for_update()
    );
    let row: SettingsRow = tx.one(&sql, params![vendor])?;
    Ok(row.into())
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
    settings: &CounterSettings,
) -> Result<()> {
    let CounterSettings { is_pace_limited, pace, redeems_by_name } = settings;
    tx.later(
        "UPDATE counter_settings SET is_pace_limited = $1, most_redemptions = $2, most_amount = $3, single_amount = $4,
             redeems_by_name = $5, updated_at = $6 WHERE vendor_id = $7",
        params![
            is_pace_limited,
            pace.most_redemptions,
            pace.most_amount,
            pace.single_amount,
            redeems_by_name,
            now,
            vendor
        ],
    )?;
    Ok(())
}
