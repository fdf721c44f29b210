//! Rows of test cards: one for each shop that has created a test card.

use db::{Tx, params};

use kernel::{ids::TenantId, money::Cents, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    #[derive(Clone, Debug)]
    pub struct TestCardRow {
        pub vendor_id: TenantId,
        pub code: String,
        pub balance: Cents,
        pub made_at: Timestamp,
        /// Time of the last redemption from the shop's current test card or an earlier one.
        pub redeemed_at: Option<Timestamp>,
    }
}

pub fn find_test_card(tx: &mut Tx<'_>, vendor: TenantId) -> Result<Option<TestCardRow>> {
    let sql = format!("SELECT {} FROM test_card WHERE vendor_id = $1", TestCardRow::COLUMNS);
    Ok(tx.first(&sql, params![vendor])?)
}

pub fn find_test_card_by_code(tx: &mut Tx<'_>, code: &str) -> Result<Option<TestCardRow>> {
    let sql = format!("SELECT {} FROM test_card WHERE code = $1", TestCardRow::COLUMNS);
    Ok(tx.first(&sql, params![code])?)
}

/// Like [`find_test_card_by_code`], but locks the row.
pub fn lock_test_card(tx: &mut Tx<'_>, code: &str) -> Result<Option<TestCardRow>> {
    let lock = tx.engine().for_update();
    let sql = format!("SELECT {} FROM test_card WHERE code = $1{lock}", TestCardRow::COLUMNS);
    Ok(tx.first(&sql, params![code])?)
}

/// Replaces the test card of a shop.
pub fn put_test_card(
    tx: &mut Tx<'_>,
    now: Timestamp,
    vendor: TenantId,
    code: &str,
    balance: Cents,
) -> Result<()> {
    tx.later(
        "INSERT INTO test_card (vendor_id, code, balance, made_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (vendor_id)
         DO UPDATE SET code = excluded.code, balance = excluded.balance, made_at = excluded.made_at",
        params![vendor, code, balance, now],
    )?;
    Ok(())
}

pub fn set_test_balance(
    tx: &mut Tx<'_>,
    now: Timestamp,
    vendor: TenantId,
    balance: Cents,
) -> Result<()> {
    tx.later(
        "UPDATE test_card SET balance = $1, redeemed_at = $2 WHERE vendor_id = $3",
        params![balance, now, vendor],
    )?;
    Ok(())
}
