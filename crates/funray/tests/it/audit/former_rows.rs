//! Rows that nodes of the previous release leave unsealed. Two checks wait for those nodes once; a later unsealed row was
//! tampered with.

use std::time::Duration;

use finance::verify;

use crate::{
    cards::Street,
    ledger::{breaches, found_after},
    support::cards::Purchase,
};

const A_DAY: Duration = Duration::from_secs(24 * 3600);

async fn run(street: &Street, sql: &'static str) {
    street.app.app.db.write(move |tx| tx.execute(sql, &[])).await.expect("a statement");
}

async fn seal(street: &Street) {
    verify::seal_former(street.app.app.clone()).await.expect("sealed");
    street.app.run_jobs().await;
}

#[tokio::test]
async fn verify_names_a_slipped_in_row_that_would_keep_its_checks_from_names_and_owners() {
    let street = Street::new().await;
    let card = street.app.sell(&street.buyer, Purchase::of(street.shop, 25)).await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    seal(&street).await;
    let thief = street.app.consumer("thief").await;
    let silence = "INSERT INTO seals_to_come (name) VALUES ('claims'), ('identities')";
    let moved = format!("UPDATE card SET owner_id = '{}' WHERE id = '{card}'", thief.id);
    let named = format!("UPDATE person SET first_name = 'Maya' WHERE id = '{}'", emil.id);
    let found = found_after(&street.app, &[silence, &moved, &named]).await;
    for rule in [
        "a check waits for the release before once only claims",
        "a check waits for the release before once only identities",
        "a card is its buyer's, or who has claimed it",
        "staff are named as their history says",
    ] {
        assert!(found.contains(rule), "{rule}: {found}");
    }
    assert_eq!(breaches(&street.app).await, Vec::<String>::new());
}

/// A row slipped in later never gets a seal, no matter how long it waits.
#[tokio::test]
async fn seal_former_seals_nothing_a_second_time() {
    let street = Street::new().await;
    let gift = Purchase::of(street.shop, 25).given_to("bob@shop.example");
    street.app.sell(&street.buyer, gift).await;
    seal(&street).await;
    run(&street, "INSERT INTO seals_to_come (name) VALUES ('claims')").await;
    run(&street, "UPDATE card SET owner_id = buyer_id, claimed_at = 1").await;
    for _ in 0..3 {
        seal(&street).await;
        street.app.hands.advance(A_DAY);
    }
    assert_eq!(street.app.count("SELECT count(*) FROM card_claim").await, 0);
    let found = breaches(&street.app).await.join(" ");
    assert!(found.contains("a card is its buyer's"), "{found}");
    run(&street, "UPDATE card SET owner_id = NULL, claimed_at = NULL").await;
    run(&street, "DELETE FROM seals_to_come").await;
}

/// After an upgrade: a node of the previous release has handed over a gift and appointed a clerk.
#[tokio::test]
async fn seal_former_seals_rows_of_the_previous_release_after_a_day() {
    let street = Street::new().await;
    run(&street, "INSERT INTO seals_to_come (name) VALUES ('claims'), ('identities')").await;
    let gift = Purchase::of(street.shop, 25).given_to("bob@shop.example");
    street.app.sell(&street.buyer, gift).await;
    run(&street, "UPDATE card SET owner_id = buyer_id, claimed_at = 1").await;
    let emil = street.app.employee_of(street.shop, "emil").await;
    street.app.write("UPDATE person SET first_name = 'Maya' WHERE id = $1", emil.id).await;
    let claims = "SELECT count(*) FROM card_claim";
    seal(&street).await;
    // Moving the waiting time into the future doesn't delay the seals.
    let later = "UPDATE seals_to_come SET seen_at = seen_at + 864000000000000";
    run(&street, later).await;
    seal(&street).await;
    street.app.hands.advance(A_DAY - Duration::from_secs(60));
    seal(&street).await;
    assert_eq!(street.app.count(claims).await, 0);
    assert_eq!(breaches(&street.app).await, Vec::<String>::new(), "the checks wait");
    street.app.hands.advance(Duration::from_secs(60));
    seal(&street).await;
    assert_eq!(street.app.count(claims).await, 1);
    assert_eq!(street.app.count("SELECT count(*) FROM seals_to_come").await, 0);
    assert_eq!(breaches(&street.app).await, Vec::<String>::new());
    let renamed = "SELECT count(*) FROM person_identity WHERE first_name = 'Maya'";
    assert_eq!(street.app.count(renamed).await, 1);
    let told = "SELECT count(*) FROM audit_entry WHERE action = 'FORMER_ROWS_SEALED'";
    assert_eq!(street.app.count(told).await, 2);
}
