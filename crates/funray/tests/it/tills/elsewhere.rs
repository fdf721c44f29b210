//! Tests of a till's secret that is sent from another device, as after a theft.

use serde_json::{Value, json};

use super::{Counter, PIN};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

async fn mails(counter: &Counter) -> usize {
    counter.app().run_jobs().await;
    let mails = counter.app().mails_to("mona@shop.example").await;
    let subject = "A till of Maple Leaf Books is used on another device";
    mails.iter().filter(|mail| mail["subject"] == subject).count()
}

async fn listed(counter: &Counter) -> Value {
    let manager = counter.manager().await;
    let tills = manager.get(&format!("/api/v1/Tills?tenantId={}", counter.street.shop));
    tills.send().await.json()[0].clone()
}

#[tokio::test]
async fn till_secret_from_another_network_and_browser_is_reported_to_managers_once_a_day() {
    let counter = Counter::new().await;
    let app = counter.app();
    app.app
        .db
        .write(|tx| tx.execute("UPDATE till SET user_agent = $1", db::params![CHROME]))
        .await
        .expect("a till");
    let current = |address: &str, agent: &str| {
        app.get("/api/v1/Tills/current")
            .header("x-till-secret", &counter.secret)
            .header("user-agent", agent)
            .from(address)
    };
    assert_eq!(current("198.51.100.9", CHROME).send().await.status, 200, "the Wi-Fi has changed");
    assert_eq!(mails(&counter).await, 0);
    let typed = counter.type_pin(&counter.emil, PIN).header("user-agent", FIREFOX);
    assert_eq!(typed.send().await.status, 200, "nobody is stopped");
    assert_eq!(current("203.0.113.7", FIREFOX).send().await.status, 200);
    assert_eq!(mails(&counter).await, 1, "one mail a day");
    let till = listed(&counter).await;
    assert_eq!(till["elsewhereUserAgent"], json!(FIREFOX), "{till}");
    assert!(till["elsewhereAt"].is_string(), "{till}");
    let recorded = "SELECT count(*) FROM audit_entry WHERE action = 'TILL_SEEN_ELSEWHERE'";
    assert_eq!(app.count(recorded).await, 1);
}
