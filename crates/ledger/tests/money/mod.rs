//! Tests of the rules of money, each on an SQLite database of its own.

mod books;
mod breaches;
mod many;
mod moving;
mod sealing;
mod sums;

use std::{fs, sync::LazyLock, time::Duration};

use db::{Db, SqliteOptions, Tx, params};
use kernel::ids::Id;
use platform::migrations;
use tempfile::TempDir;

use super::*;

const CLERK: PostedBy = PostedBy::Program("test");

fn cents(amount: i64) -> Cents {
    Cents::new(amount)
}

/// Returns the time this many seconds after the start of the tests' year.
fn at(seconds: u64) -> Timestamp {
    let start = Timestamp::parse("2026-01-10T15:00:00Z").expect("a time");
    start.plus(Duration::from_secs(seconds))
}

fn micro(time: Timestamp) -> Timestamp {
    time.plus(Duration::from_micros(1))
}

fn tenant(number: u8) -> TenantId {
    TenantId::from_parts(at(0), [number; 10])
}

const SHOP: u8 = 1;
const OTHER_SHOP: u8 = 2;
const CAUSE: u8 = 3;
const OTHER_CAUSE: u8 = 4;

fn shop() -> TenantId {
    tenant(SHOP)
}

fn cause() -> TenantId {
    tenant(CAUSE)
}

fn card(number: u8) -> CardId {
    CardId::from_parts(at(0), [number; 10])
}

fn person(number: u8) -> PersonId {
    PersonId::from_parts(at(0), [number; 10])
}

fn order(number: u8) -> OrderId {
    OrderId::from_parts(at(0), [number; 10])
}

/// Database with two shops and two charities.
struct Bed {
    db: Db,
    _folder: TempDir,
}

/// Database file with all tables, made once and copied for each test.
static TABLES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ledger.db");
    let db = Db::sqlite(&file, SqliteOptions::default()).expect("a database");
    db.migrate(migrations::ALL).expect("tables");
    db.close();
    fs::read(file).expect("a file")
});

impl Bed {
    fn new() -> Bed {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ledger.db");
        fs::write(&file, &*TABLES).expect("a file");
        let db = Db::sqlite(&file, SqliteOptions::default()).expect("a database");
        let bed = Bed { db, _folder: folder };
        for (number, kind) in
            [(SHOP, "VENDOR"), (OTHER_SHOP, "VENDOR"), (CAUSE, "CHARITY"), (OTHER_CAUSE, "CHARITY")]
        {
            bed.write(move |tx| {
                tx.execute(
                    "INSERT INTO tenant (id, kind, state, display_name, legal_name, business_number, address_line1, city, province,
                         postal_code, contact_first_name, contact_last_name, contact_email, work_phone, mobile_phone, search_key, created_at)
                     VALUES ($1, $2, 'ACTIVE', '', '', '', '', '', '', '', '', '', '', '', '', '', $3)",
                    params![tenant(number), kind, at(0)],
                )?;
                Ok(())
            });
        }
        bed
    }

    fn attempt<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.db.write_blocking(work)
    }

    fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> T {
        self.attempt(work).expect("a successful transaction")
    }

    /// Changes rows outside the program.
    fn forge(&self, sql: &'static str) {
        self.write(move |tx| Ok(tx.execute(sql, &[])?));
    }

    fn number(&self, sql: &str) -> i64 {
        let sql = sql.to_owned();
        self.write(move |tx| Ok(tx.one::<(i64,)>(&sql, &[])?.0))
    }

    /// Sells a card of a shop for its full amount and returns its sale.
    fn sell(&self, vendor: TenantId, number: u8, face: i64, now: Timestamp) -> Recorded {
        self.add_card(vendor, number, face, now);
        self.write(move |tx| {
            let made = NewBalance { card: card(number), balance: cents(face), moved_at: now };
            let moves = MoneyMoves::ask(tx)?;
            record_new(tx, CLERK, &sale_of(vendor, number, face), made, moves)
        })
    }

    fn add_card(&self, vendor: TenantId, number: u8, face: i64, now: Timestamp) {
        self.write(move |tx| {
            tx.execute(
                "INSERT INTO card (vendor_id, id, number_hash, sealed_number, code_hash, sealed_code, order_id, face, balance,
                     share_percentage, charity_share, platform_share, vendor_share, buyer_id, is_gift, resent_count, search_key,
                     moved_at, created_at)
                 VALUES ($1, $2, $2, '', $2, '', $3, $4, $4, 5, 0, 0, $4, $5, FALSE, 0, '', $6, $6)",
                params![vendor, card(number), order(number), cents(face), person(9), now],
            )?;
            Ok(())
        });
    }

    fn balance(&self, number: u8) -> i64 {
        self.number(&format!("SELECT balance FROM card WHERE id = '{}'", card(number)))
    }

    fn moved_at(&self, number: u8) -> Timestamp {
        let micros =
            self.number(&format!("SELECT moved_at FROM card WHERE id = '{}'", card(number)));
        Timestamp::from_micros(micros)
    }

    /// Redeems from a card of the first shop.
    fn redeem(&self, number: u8, amount: i64, now: Timestamp) -> Recorded {
        self.write(move |tx| record(tx, now, CLERK, &redemption_of(number, amount)))
    }

    /// Moves money of an account without a card.
    fn pay(
        &self,
        kind: TransferKind,
        books: Books,
        from: Account,
        amount: i64,
        now: Timestamp,
    ) -> Recorded {
        self.write(move |tx| {
            let entries = Entries::default().moving(cents(amount), from, Account::Payouts);
            let transfer = Transfer { books, kind, entries, order: None, card: None, reason: None };
            let moves = MoneyMoves::ask(tx)?;
            record_without_card(tx, now, CLERK, &transfer, moves)
        })
    }

    fn find(&self, recorded: &Recorded) -> TransferRow {
        let id = recorded.id;
        self.write(move |tx| find(tx, Books::Vendor(shop()), id)).expect("a transfer")
    }
}

fn sale_of(vendor: TenantId, number: u8, face: i64) -> Transfer {
    Transfer {
        books: Books::Vendor(vendor),
        kind: TransferKind::Sale,
        entries: Entries::default().moving(
            cents(face),
            Account::GatewayClearing,
            Account::Card(card(number)),
        ),
        order: Some(order(number)),
        card: Some(card(number)),
        reason: None,
    }
}

/// Returns a redemption at the first shop, of which the cause gets a tenth and the platform a cent.
fn redemption_of(number: u8, amount: i64) -> Transfer {
    let vendor = Account::VendorPayable(shop());
    Transfer {
        books: Books::Vendor(shop()),
        kind: TransferKind::Redemption,
        entries: Entries::default()
            .moving(cents(amount), Account::Card(card(number)), vendor)
            .moving(cents(amount / 10), vendor, Account::CharityPayable(cause()))
            .moving(cents(1), vendor, Account::PlatformRevenue),
        order: Some(order(number)),
        card: Some(card(number)),
        reason: None,
    }
}

fn of_kind(number: u8, amount: i64, kind: TransferKind) -> Transfer {
    Transfer { kind, ..redemption_of(number, amount) }
}
