//! A run of hundreds of payees takes no statement and no round trip for each payee.

use db::params;
use kernel::{
    ids::{PersonId, TenantId},
    money::Cents,
};
use ledger::{Account, Entries, Transfer};
use market::tenants::BankNumbers;
use serde_json::json;

use super::{RUNS, id_of, part};
use crate::{
    payouts::{A_DAY, Trade, debt_to},
    support::TestApp,
    taxes::insert_registration,
};

/// Adds shops with bank accounts and a manager. To each, 10.00 dollars are payable, less the
/// tax of 0.13 on a commission of 1.00.
async fn many_payees(app: &TestApp, count: u32, manager: PersonId) {
    let (shared, now) = (app.app.clone(), app.app.clock.now());
    let insert = move |tx: &mut db::Tx<'_>| {
        for number in 0..count {
            let vendor = TenantId::new(now);
            let numbers = BankNumbers {
                institution: "003".to_owned(),
                transit: "12345".to_owned(),
                account: format!("7{number:06}"),
            };
            tx.execute(
                "INSERT INTO tenant (id, kind, state, display_name, legal_name, business_number, address_line1, city,
                     province, postal_code, contact_first_name, contact_last_name, contact_email, work_phone,
                     mobile_phone, search_key, sealed_bank, created_at, approved_at)
                 VALUES ($1, 'VENDOR', 'ACTIVE', $2, $2, '', '', '', 'Ontario', '', '', '', '', '', '', $2, $3, $4, $4)",
                params![vendor, format!("shop {number}"), numbers.seal(&shared.secrets, vendor), now],
            )?;
            tx.execute(
                "INSERT INTO person_role (id, person_id, role, tenant_id, is_active, created_at) VALUES ($1, $2, 'MANAGER', $3, TRUE, $4)",
                params![format!("rol_{number}"), manager, vendor, now],
            )?;
            let payable = Account::VendorPayable(vendor);
            let entries = Entries::default()
                .moving(Cents::from_dollars(11), Account::ChargebackLoss, payable)
                .moving(Cents::from_dollars(1), payable, Account::PlatformRevenue);
            let transfer = Transfer { entries, ..debt_to(vendor, Cents::ZERO) };
            let by = ledger::PostedBy::Program("a test");
            ledger::record(tx, now, by, &transfer)?;
        }
        people::identity::record(tx, now, manager)
    };
    app.app.db.write(insert).await.expect("shops");
}

/// Maximum number of statements of a step, and of its round trips on PostgreSQL. One for each payee
/// would be 500.
const MAX_STATEMENTS: usize = 300;
const MAX_ROUND_TRIPS: u64 = 350;

#[tokio::test(flavor = "multi_thread")]
async fn run_of_five_hundred_payees_takes_few_statements() {
    let mut books = Trade::new().await;
    books.app.expect_leftover_jobs();
    let mona = books.app.manager_of(books.shop, "mona").await;
    many_payees(&books.app, 500, mona.id).await;
    insert_registration(&books.app, "GST_HST", "123456789RT0001", "2026-03-01").await;
    books.app.hands.advance(A_DAY);
    let adam = books.app.sign_in(&books.adam).await;
    let bea = books.app.sign_in(&books.bea).await;
    let count = async |step: &str, call: crate::support::Call| {
        let before = books.app.app.db.stats().round_trips;
        let (reply, statements) = books.app.recorded(call).await;
        let round_trips = books.app.app.db.stats().round_trips - before;
        assert_eq!(reply.status, 200, "{step}: {}", reply.text());
        assert!(statements.len() <= MAX_STATEMENTS, "{step}: {}", statements.len());
        assert!(round_trips <= MAX_ROUND_TRIPS, "{step}: {round_trips}");
        reply.json()
    };
    let form = json!({ "lastDay": "2026-03-31", "minimum": 1 });
    let run = count("draft", adam.post(RUNS, &form)).await;
    assert_eq!(part(&run, "all"), (500, 4935.0), "{run}");
    let path = format!("{RUNS}/{}", id_of(&run));
    let listed = count("list", bea.get(&format!("{path}/payouts?pageSize=1000"))).await;
    let rows = listed["items"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["refusal"].is_null()), "{}", rows[0]);
    let ids: Vec<&str> = rows.iter().map(id_of).collect();
    let form = json!({ "payoutIds": ids, "total": 4935 });
    let approved = count("approve", bea.put(&format!("{path}/approved"), &form)).await;
    assert_eq!(approved["changed"], 500, "{}", approved["unchanged"]);
    let file = count("export", adam.post(&format!("{path}/exports"), &json!({}))).await;
    let id = id_of(&file);
    let release = format!("/api/v1/Payouts/exports/{id}/released");
    count("release", bea.put(&release, &json!({ "total": 4935 }))).await;
    let paid = format!("/api/v1/Payouts/exports/{id}/paid");
    let paid = count("paid", adam.put(&paid, &json!({ "reference": "BATCH 1" }))).await;
    assert_eq!(paid["open"], 0, "{paid}");
    let mails = "SELECT count(*) FROM job WHERE payload LIKE '%\"letter\":\"payout\"%'";
    assert_eq!(books.app.count(mails).await, 1000);
}
