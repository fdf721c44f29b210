//! Lists of cards in a database with many cards, each from its own order.

use super::plans::{CALLER, faults, statements};
use crate::support::{TestApp, cards::Purchase, citus};

const CARDS: usize = 900;
const LARGE: [&str; 3] = ["card", "orders", "cart"];

#[tokio::test(flavor = "multi_thread")]
async fn list_cards_and_orders_read_in_index_order() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let app = TestApp::new().await;
    let shops = [app.shop("Maple Leaf Books").await, app.shop("River Bakery").await];
    let ann = app.consumer("ann").await;
    let purchases = (0..CARDS).map(|number| {
        Purchase::of(shops[number % 2], u32::try_from(5 + number % 100).expect("a price"))
    });
    app.sell_all(&ann, purchases.collect()).await;
    app.app.db.write(|tx| tx.execute("DELETE FROM job", &[])).await.expect("nobody is mailed");
    app.place.tidy();
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let mary = app.manager_of(shops[0], "mary").await;
    let mary = app.sign_in(&mary).await;

    let mut wrong = Vec::new();
    for who in [&adam, &mary] {
        for order in ["recentTransaction", "createdAt", "cardBalance"] {
            for direction in ["Asc&pageIndex=2", "Desc"] {
                let path = format!("Cards?orderBy={order}&direction={direction}");
                let all = statements(&app, Some(who), &path).await;
                wrong.extend(faults(&app, &path, &all, &LARGE, true).await);
            }
        }
    }
    for path in ["Helpdesk/search", "Helpdesk/search?searchText=ann"] {
        let all = statements(&app, Some(&adam), path).await;
        wrong.extend(faults(&app, path, &all, &LARGE, true).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));

    let all = statements(&app, Some(&mary), "Cards?pageSize=500").await;
    assert!(!all.iter().any(|statement| statement.sql.contains("count(*)")), "{all:?}");
    assert_eq!(all.len(), CALLER + 1, "a page that holds all needs no total");
}
