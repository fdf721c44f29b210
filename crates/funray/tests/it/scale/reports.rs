//! Reports of one vendor and one charity among many sales of others.

use super::plans::{faults, statements};
use crate::support::{TestApp, cards::Purchase};

const CARDS: usize = 1000;
const LARGE: [&str; 4] = ["card", "transfer", "entry", "orders"];

#[tokio::test(flavor = "multi_thread")]
async fn tenant_reports_read_by_index() {
    let app = TestApp::new().await;
    let shops = [app.shop("Maple Leaf Books").await, app.shop("River Bakery").await];
    let charity = app.charity("Food for All").await;
    let campaign = app.campaign_of(charity, "Warm Meals").await;
    let other = app.charity("Ribbon Riders").await;
    let other_campaign = app.campaign_of(other, "A Van").await;
    let ann = app.consumer("ann").await;
    let purchase = |number: usize| {
        let shop = shops[usize::from(number.is_multiple_of(20))];
        let (charity, campaign) =
            if number.is_multiple_of(25) { (charity, campaign) } else { (other, other_campaign) };
        Purchase::of(shop, 25).supporting(charity, campaign)
    };
    app.sell_all(&ann, (0..CARDS).map(purchase).collect()).await;
    app.app.db.write(|tx| tx.execute("DELETE FROM job", &[])).await.expect("nobody is mailed");
    app.place.tidy();
    let otto = app.manager_of(shops[1], "otto").await;
    let carla = app.manager_of(charity, "carla").await;
    let (otto, carla) = (app.sign_in(&otto).await, app.sign_in(&carla).await);
    let mut wrong = Vec::new();
    for (who, path) in [
        (&otto, "Report/vendor?startDate=2026-03-01&endDate=2026-03-31".to_owned()),
        (&otto, "Report/vendor?cardType=1&pageIndex=2&pageSize=10".to_owned()),
        (&carla, "Report/charity?startDate=2026-03-01&endDate=2026-03-31&pageSize=10".to_owned()),
        (&carla, format!("Report/charity?campaignId={campaign}")),
    ] {
        let all = statements(&app, Some(who), &path).await;
        wrong.extend(faults(&app, &path, &all, &LARGE, false).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
