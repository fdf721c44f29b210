//! Tests of which calls read from a standby of PostgreSQL.

use std::time::Duration;

use db::{
    Db, PostgresOptions,
    testing::{Cluster, ClusterOptions},
};
use platform::migrations;

use crate::support::{TestApp, place};

/// Time for the standby to replay the log. It never passes, unless the test fails.
const LONG: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread")]
async fn catalogue_and_reports_are_read_from_the_standby() {
    if !place::on_postgres() || place::is_partitioned() {
        return;
    }
    let options = ClusterOptions { replicated: true, ..ClusterOptions::default() };
    let primary = Cluster::new(&options).expect("a server");
    let database = primary.fresh_database(None).expect("a database");
    let standby = primary.standby().expect("a standby");
    let options = PostgresOptions {
        replica_url: Some(standby.url(database.name())),
        replica_patience: LONG,
        ..PostgresOptions::default()
    };
    let db = Db::postgres(database.url(), options).expect("the database opens");
    db.migrate(migrations::ALL).expect("migrations");
    let app = TestApp::on(db).await;
    let shop = app.shop("Maple Leaf Books").await;
    let charity = app.charity("Food Bank").await;
    let campaign = app.campaign_of(charity, "Warm Meals").await;
    let admin = app.administrator("adam").await;
    let admin = app.sign_in(&admin).await;
    let reads = || app.app.db.stats().replica_reads;
    for path in [
        "/api/v1/Public/Vendors".to_owned(),
        format!("/api/v1/Public/vendor/{shop}"),
        "/api/v1/Public/Charities".to_owned(),
        format!("/api/v1/Public/charities/{charity}"),
        format!("/api/v1/Public/charities/campaigns/{campaign}"),
        format!("/api/v1/Public/vendor/{shop}/campaign"),
    ] {
        let before = reads();
        assert_eq!(app.get(&path).send().await.status, 200, "{path}");
        assert!(reads() > before, "{path}");
    }
    let before = reads();
    assert_eq!(admin.call("GET", "/api/v1/OAuth/profile").send().await.status, 200);
    assert_eq!(reads(), before, "an account is read from the primary");
    let report = admin.call("GET", "/api/v1/Report/vendors").send().await;
    assert_eq!(report.status, 200, "{}", report.text());
    assert!(reads() > before, "a report");
    assert_eq!(app.app.db.stats().replica_misses, 0);
}
