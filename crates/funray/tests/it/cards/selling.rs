//! Tests of the ledger entries that a sale makes.

use ledger::Account;

use super::Street;
use crate::support::cards::Purchase;

async fn balance(street: &Street, account: Account) -> i64 {
    let text = account.to_string();
    let sum = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entry WHERE account = $1";
    let (cents,): (i64,) =
        street.app.app.db.read(move |tx| tx.one(sum, db::params![text])).await.expect("a sum");
    cents
}

#[tokio::test]
async fn issue_splits_the_price_between_shop_charity_and_platform() {
    let street = Street::new().await;
    let charity = street.app.charity("Food for All").await;
    let campaign = street.app.campaign_of(charity, "Warm Meals").await;
    let purchase = Purchase::of(street.shop, 25).supporting(charity, campaign);
    let card = street.app.sell(&street.buyer, purchase).await;
    street.app.run_jobs().await;
    for (account, cents) in [
        (Account::GatewayClearing, -2500),
        (Account::Card(card), 2500),
        (Account::VendorPayable(street.shop), -375),
        (Account::CharityPayable(charity), 250),
        (Account::PlatformRevenue, 125),
    ] {
        assert_eq!(balance(&street, account).await, cents, "{account}");
    }
    let mail = &street.app.mails_to("ann@shop.example").await[0];
    assert!(mail["text"].as_str().is_some_and(|text| text.contains("Food for All")), "{mail}");
}
