//! Listing errors in browsers when there are many.

use db::{Engine, params};
use platform::error::Error;

use super::plans::{faults, statements};
use crate::support::TestApp;

const ERRORS: i64 = 4000;

#[tokio::test(flavor = "multi_thread")]
async fn client_errors_list_reads_in_index_order() {
    let app = TestApp::new().await;
    let adam = app.sign_in(&app.administrator("adam").await).await;
    let fill = |tx: &mut db::Tx<'_>| {
        tx.batched(|tx| {
            (0..ERRORS).try_for_each(|number| {
                tx.later(
                    "INSERT INTO client_error (fingerprint, kind, message, route, stack, engine, occurrences, releases,
                                               first_seen_at, last_seen_at)
                     VALUES ($1, CASE WHEN $2 % 2 = 0 THEN 'CAUGHT' ELSE 'IMPORT' END, 'm', '/', '', 'e', 1, '1', $2, $2)",
                    params![format!("f{number}"), number],
                )?;
                tx.later(
                    "INSERT INTO client_error_report (number, fingerprint, created_at) VALUES ($1, $2, $3)",
                    params![format!("0000{number:04}"), format!("f{number}"), number],
                )
            })
        })?;
        if tx.engine() == Engine::Postgres {
            tx.execute("ANALYZE client_error", &[])?;
            tx.execute("ANALYZE client_error_report", &[])?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(fill).await.expect("many errors");

    for query in ["", "?pageIndex=3", "?kind=IMPORT", "?number=0000-0016"] {
        let path = format!("Helpdesk/client-errors{query}");
        let read = statements(&app, Some(&adam), &path).await;
        let faults = faults(&app, &path, &read, &["client_error"], true).await;
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    }
}
