//! Tests of the ledger: a money movement is recorded completely or not at all, and manual changes
//! of rows are detected.

mod anchors;
mod checkpoints;
mod invariants;
mod seals;
mod status_changes;
mod transfers;

use cards::secret_uses::CARD_CODE;
use db::params;
use finance::verify;
use funray::features;
use kernel::{
    ids::{CardId, OrderId, TenantId},
    money::Cents,
};
use ledger::{Account, Books, Entries, PostedBy, Recorded, Transfer, TransferKind};
use platform::error::Error;

use crate::support::{Person, TestApp, cards::record_paid_order};

/// A sold card, recorded with only the rows that it needs.
pub struct Sold {
    pub card: CardId,
    pub vendor: TenantId,
    pub sale: Recorded,
    pub buyer: Person,
}

pub async fn sell(app: &TestApp, name: &'static str, cents: i64) -> Sold {
    let buyer = app.consumer(name).await;
    let vendor = app.vendor(name).await;
    let (card, order) = (CardId::new(app.app.clock.now()), OrderId::new(app.app.clock.now()));
    let code = app.app.secrets.seal(CARD_CODE, &card.to_string(), &"0f".repeat(20));
    let (now, person, cart) = (app.app.clock.now(), buyer.id, format!("cart of {name}"));
    let sale = app
        .app
        .db
        .write(move |tx| {
            record_paid_order(tx, order, &cart, person, Cents::new(cents))?;
            tx.execute(
                "INSERT INTO card (id, number_hash, code_hash, sealed_code, order_id, vendor_id, face, balance,
                     share_percentage, charity_share, platform_share, vendor_share, buyer_id, owner_id, is_gift,
                     resent_count, search_key, moved_at, created_at, sealed_number)
                 VALUES ($1, $1, $1, $7, $2, $3, $4, 0, 5, 0, 10, $5, $6, $6, FALSE, 0, '', 0, 0, '')",
                params![card, order, vendor, cents, cents - 10, person, code],
            )?;
            tx.execute(
                "INSERT INTO card_lookup (key_hash, vendor_id, card_id) VALUES ($1, $2, $1)",
                params![card, vendor],
            )?;
            let entries = Entries::default()
                .moving(Cents::new(cents), Account::GatewayClearing, Account::Card(card))
                .moving(Cents::new(10), Account::VendorPayable(vendor), Account::PlatformRevenue);
            let sale = Transfer {
                books: Books::Vendor(vendor),
                kind: TransferKind::Sale,
                entries,
                order: Some(order),
                card: Some(card),
                reason: None,
            };
            ledger::record(tx, now, PostedBy::Person(person), &sale)
        })
        .await
        .expect("the card is sold");
    Sold { card, vendor, sale, buyer }
}

impl Sold {
    pub async fn redeem(&self, app: &TestApp, cents: i64) -> Result<Recorded, Error> {
        let (card, vendor, person) = (self.card, self.vendor, self.buyer.id);
        let now = app.app.clock.now();
        let move_it = move |tx: &mut db::Tx<'_>| {
            let entries = Entries::default().moving(
                Cents::new(cents),
                Account::Card(card),
                Account::VendorPayable(vendor),
            );
            let transfer = Transfer {
                books: Books::Vendor(vendor),
                kind: TransferKind::Redemption,
                entries,
                order: None,
                card: Some(card),
                reason: None,
            };
            ledger::record(tx, now, PostedBy::Person(person), &transfer)
        };
        app.app.db.write(move_it).await
    }
}

/// Changes rows by SQL, like an attacker with the password of the database.
pub async fn tamper(app: &TestApp, sql: &'static str) -> Result<u64, db::Error> {
    app.app.db.write(move |tx| tx.execute(sql, &[])).await
}

/// Runs these statements and returns what the check then finds, one finding per line. Rolls the
/// statements back.
pub async fn found_after(app: &TestApp, theft: &[&str]) -> String {
    let key = verify::Keys::of(&app.app.secrets);
    let theft: Vec<String> = theft.iter().map(|statement| (*statement).to_owned()).collect();
    let look = move |tx: &mut db::Tx<'_>| {
        for statement in &theft {
            tx.execute(statement, &[])?;
        }
        let found = verify::breaches(tx, &features::rules(), &key)?
            .iter()
            .map(|breach| format!("{breach}\n"))
            .collect();
        Err::<(), _>(Error::Internal(found))
    };
    match app.app.db.write(look).await {
        Err(Error::Internal(found)) => found,
        other => panic!("{other:?}"),
    }
}

/// Returns all findings of the check, in the words of the program.
pub async fn breaches(app: &TestApp) -> Vec<String> {
    let key = verify::Keys::of(&app.app.secrets);
    let found = app
        .app
        .db
        .read(move |tx| verify::breaches(tx, &features::rules(), &key))
        .await
        .expect("the check");
    found.iter().map(ToString::to_string).collect()
}
