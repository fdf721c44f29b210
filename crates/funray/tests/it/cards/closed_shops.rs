//! Tests that a shop that no longer sells cards can still redeem them until no balance is left.

use serde_json::json;

use super::{Street, redeem};
use crate::{
    orders::review,
    support::{Reply, Visitor, till::Till},
};

async fn close(adam: &Visitor<'_>, shop: impl ToString) -> Reply {
    adam.call("PUT", &format!("/api/v1/Vendors/{}/closed", shop.to_string())).send().await
}

#[tokio::test]
async fn shop_that_has_stopped_selling_redeems_until_its_cards_are_empty_and_it_is_closed() {
    let street = Street::new().await;
    let (app, shop) = (&street.app, street.shop);
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let (card, clerk) = (street.card(25).await, street.employee().await);
    close(&adam, shop).await.error(409, "SHOP_STILL_SELLS");

    let status = format!("/api/v1/Vendors/{shop}/status/deactivate");
    assert_eq!(adam.call("PUT", &status).send().await.status, 204);
    let shown = street.owner().await.get(&format!("/api/v1/Cards/{card}")).send().await.json();
    assert_eq!(shown["vendor"]["isActive"], false, "its holder is told");
    close(&adam, shop).await.error(409, "SHOP_HAS_BALANCES");
    clerk.sees(card).await;
    assert_eq!(redeem(&clerk, card, json!(25)).send().await.status, 200);

    for _ in 0..2 {
        assert_eq!(close(&adam, shop).await.status, 204, "it is set, not flipped");
    }
    assert!(!clerk.is_signed_in().await);
    let detail = adam.get(&format!("/api/v1/Vendors/{shop}")).send().await.json();
    assert_eq!((&detail["state"], detail["closedAt"].is_string()), (&json!("INACTIVE"), true));
    let closings = "SELECT count(*) FROM audit_entry WHERE action = 'SHOP_CLOSED'";
    assert_eq!(app.count(closings).await, 1);
    app.run_jobs().await;
}

#[tokio::test]
async fn activating_a_closed_shop_opens_it_again() {
    let street = Street::new().await;
    let (app, shop) = (&street.app, street.shop);
    app.write("UPDATE tenant SET state = 'INACTIVE', closed_at = 1 WHERE id = $1", shop).await;
    let (clerk, now) = (app.employee_of(shop, "emil").await, app.app.clock.now());
    let open = move |tx: &mut db::Tx<'_>| {
        market::tenants::set_state(tx, shop, now, market::tenants::TenantState::Active)
    };
    app.app.db.write(open).await.expect("opened");
    assert!(app.sign_in(&clerk).await.is_signed_in().await);
    assert_eq!(app.count("SELECT count(*) FROM tenant WHERE closed_at IS NOT NULL").await, 0);
}

#[tokio::test]
async fn shop_is_not_closed_while_a_payment_may_still_lead_to_cards() {
    let mut till = Till::wary().await;
    till.app.expect_leftover_jobs();
    let adam = till.app.sign_in(&till.app.administrator("adam").await).await;
    review::held(&till, &adam).await;
    till.app.write("UPDATE tenant SET state = 'INACTIVE' WHERE id = $1", till.shop).await;
    close(&adam, till.shop).await.error(409, "SHOP_BEING_PAID");
}
