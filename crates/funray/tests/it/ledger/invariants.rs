//! Breaks each invariant of the ledger by SQL. The check must find the breach and name the row.

use db::Tx;
use finance::verify::Rules;
use funray::features;
use kernel::timestamp::Timestamp;
use ledger::Rows;
use platform::error::Error;

use super::{breaches, sell, tamper};
use crate::support::{Place, TestApp, program::run};

/// SQL statement that breaks an invariant, the expected finding of the check, and the SQL statement
/// that repairs the row.
const BROKEN: [(&str, &str, &str); 9] = [
    (
        "UPDATE entry SET amount = amount + 1 WHERE account = 'gateway_clearing'",
        "I1 ",
        "UPDATE entry SET amount = amount - 1 WHERE account = 'gateway_clearing'",
    ),
    ("UPDATE card SET balance = balance - 5", "I2 ", "UPDATE card SET balance = balance + 5"),
    (
        "UPDATE entry SET account = account || '0' WHERE account LIKE 'card:%'",
        "I2 a card's entries",
        "UPDATE entry SET account = 'card:' || k.id FROM card k WHERE k.vendor_id = entry.vendor_id AND account LIKE 'card:%'",
    ),
    (
        "UPDATE transfer SET kind = 'REDEMPTION'",
        "I6 a card was sold once",
        "UPDATE transfer SET kind = 'SALE'",
    ),
    (
        "UPDATE card SET platform_share = platform_share - 1, vendor_share = vendor_share + 1",
        "I7 ",
        "UPDATE card SET platform_share = platform_share + 1, vendor_share = vendor_share - 1",
    ),
    (
        "UPDATE card SET order_id = order_id || 'x'",
        "a card belongs to an order",
        "WITH o AS MATERIALIZED (SELECT id FROM orders) UPDATE card SET order_id = o.id FROM o",
    ),
    (
        "UPDATE card SET buyer_id = buyer_id || 'x'",
        "a card belongs to an order and a buyer",
        "UPDATE card SET buyer_id = owner_id",
    ),
    (
        "DELETE FROM card_lookup",
        "a card is found by its number and its code",
        "INSERT INTO card_lookup (key_hash, vendor_id, card_id) SELECT code_hash, vendor_id, id FROM card",
    ),
    (
        "DELETE FROM unsealed",
        "every transfer is sealed",
        "INSERT INTO unsealed (vendor_id, transfer_id) SELECT vendor_id, id FROM transfer",
    ),
];

/// Returns what the rules find when each looks at no row of its table. Tests leave out the rules of
/// empty tables when they end.
async fn breaches_among_no_rows(app: &TestApp) -> Vec<String> {
    let never = Rows::Made(Timestamp::MIN, Timestamp::MIN);
    let look = move |tx: &mut Tx<'_>| {
        let Rules { of_books, of_derived, .. } = features::rules();
        let found = of_books
            .into_iter()
            .chain(of_derived)
            .map(|rule| ledger::breaking(tx, rule, never))
            .collect::<Result<Vec<_>, Error>>()?;
        Ok::<_, Error>(found.into_iter().flatten().map(|found| found.breach.to_string()).collect())
    };
    app.app.db.read(look).await.expect("the rules")
}

#[tokio::test]
async fn verify_finds_each_breach_made_by_hand() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    assert_eq!(breaches(&app).await, Vec::<String>::new());
    for (theft, rule, repair) in BROKEN {
        tamper(&app, theft).await.expect("a thief");
        let found = breaches(&app).await;
        let card = sold.card.to_string();
        let transfer = sold.sale.id.to_string();
        let is_named = found.iter().any(|breach| {
            breach.starts_with(rule) && (breach.contains(&card) || breach.contains(&transfer))
        });
        assert!(is_named, "{theft}: {found:?}");
        assert_eq!(breaches_among_no_rows(&app).await, Vec::<String>::new(), "{theft}");
        tamper(&app, repair).await.expect("put right");
        assert_eq!(breaches(&app).await, Vec::<String>::new(), "{repair}");
    }
}

#[tokio::test]
async fn database_constraints_refuse_impossible_rows() {
    let app = TestApp::new().await;
    sell(&app, "ann", 2500).await;
    for (theft, rule) in [
        ("UPDATE card SET balance = -1", "card_balance_not_negative"),
        ("UPDATE card SET vendor_share = 0", "card_shares_add_up"),
        ("UPDATE card SET charity_rate = 10", "card_cause_complete"),
        ("UPDATE entry SET amount = 0", "entry_amount_not_zero"),
        ("UPDATE transfer SET actor = ''", "transfer_actor_named"),
    ] {
        let refused = tamper(&app, theft).await;
        let constraint = rule.to_owned();
        assert_eq!(refused, Err(db::Error::Check { constraint }), "{theft}");
    }
    let orphaned = tamper(&app, "DELETE FROM transfer").await;
    assert_eq!(orphaned, Err(db::Error::ForeignKey));
}

#[tokio::test]
async fn verify_command_reports_breaches_in_its_exit_code() {
    let app = TestApp::new().await;
    let sold = sell(&app, "ann", 2500).await;
    let (is_fine, out) = app.verify_command(&[]);
    assert!(is_fine, "{out}");
    assert!(
        out.contains(
            "1 transfers (0 sealed), 0 status changes of cards (0 sealed), 0 claims of gifts (0 sealed), 0 audit rows (0 sealed), 0 identities of staff (0 sealed), 1 cards with $25.00 on them. 0 anchors fit."
        ),
        "{out}"
    );

    tamper(&app, "UPDATE card SET balance = 2000").await.expect("a thief");
    let (is_fine, complaint) = app.verify_command(&[]);
    assert!(!is_fine);
    assert!(complaint.contains(&sold.card.to_string()), "{complaint}");
    tamper(&app, "UPDATE card SET balance = 2500").await.expect("put right");
}

#[test]
fn verify_command_refuses_a_database_of_another_version() {
    let place = Place::new();
    // The database exists but has no tables.
    place.open().close();
    let flags = place.flags();
    let arguments: Vec<&str> =
        std::iter::once("verify").chain(flags.iter().map(String::as_str)).collect();
    let (is_fine, _, complaint) = run(&arguments);
    assert!(!is_fine);
    assert!(complaint.contains("funray migrate"), "{complaint}");
}
