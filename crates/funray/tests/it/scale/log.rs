//! Pages of an audit log with many entries.

use super::plans::{faults, statements};
use crate::{
    audit::reading::many_entries,
    support::{TestApp, citus},
};

const ENTRIES: u64 = 4000;
const LARGE: [&str; 2] = ["audit_entry", "audit_origin"];

#[tokio::test(flavor = "multi_thread")]
async fn audit_list_reads_in_index_order() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let app = TestApp::new().await;
    let shop = app.vendor("Maple Leaf Books").await;
    let (adam, mary) = (app.administrator("adam").await, app.manager_of(shop, "mary").await);
    many_entries(&app, shop, adam.id, ENTRIES).await;
    let (admin, mary) = (app.sign_in(&adam).await, app.sign_in(&mary).await);
    let person = adam.id;
    let mut wrong = Vec::new();
    for (path, who) in [
        ("Audit".to_owned(), &admin),
        ("Audit?pageIndex=3".to_owned(), &admin),
        ("Audit?action=CARD_FROZEN".to_owned(), &admin),
        (format!("Audit?actorId={person}"), &admin),
        (format!("Audit?actorId={person}&action=SIGNED_IN"), &admin),
        (format!("Audit?subjectId={person}"), &admin),
        (format!("Audit?tenantId={shop}"), &admin),
        ("Audit?startDate=2026-03-09&endDate=2026-03-10".to_owned(), &admin),
        ("Audit".to_owned(), &mary),
        ("Audit?action=CARD_FROZEN".to_owned(), &mary),
    ] {
        let all = statements(&app, Some(who), &path).await;
        wrong.extend(faults(&app, &path, &all, &LARGE, true).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
