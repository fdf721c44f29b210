//! Sending an email about a card that already has many emails.

use db::{Engine, params};
use platform::error::Error;

use super::plans::plan;
use crate::{cards::Street, support::cards::Purchase};

const MAILS: i64 = 4000;
/// Indexes that find bounced emails, and all emails of one job.
const INDEXES: [&str; 3] = ["sent_mail_bounced_about", "sent_mail_bounced ", "sent_mail_of_mail"];

#[tokio::test(flavor = "multi_thread")]
async fn sent_mail_reads_none_of_the_earlier_ones_about_the_same_card() {
    let street = Street::new().await;
    let card = street.app.sell(&street.buyer, Purchase::of(street.shop, 50)).await.to_string();
    let fill = move |tx: &mut db::Tx<'_>| {
        tx.batched(|tx| {
            (0..MAILS).try_for_each(|number| {
                tx.later(
                    "INSERT INTO sent_mail (subject_id, mail_id, letter, recipient, tried_at, sent_at)
                     VALUES ($1, $2, 'redeemed', 'a…@shop.example', $3, $3)",
                    params![card, format!("mail-{number}"), number],
                )
            })
        })?;
        if tx.engine() == Engine::Postgres {
            tx.execute("ANALYZE sent_mail", &[])?;
        }
        Ok::<_, Error>(())
    };
    street.app.app.db.write(fill).await.expect("many mails");

    street.app.app.db.record();
    street.app.run_jobs().await;
    let statements = street.app.app.db.recorded();
    let closing = statements.iter().find(|one| one.sql.contains("SET bounce_closed_at"));
    let closing = closing.expect("a mail that is sent closes those that came back");
    let plan = plan(&street.app, closing).await;
    let reads = |line: &&String| {
        line.contains("sent_mail") && line.contains("USING") || line.contains("Scan")
    };
    let reads: Vec<&String> = plan.iter().filter(reads).collect();
    let is_narrow = |line: &&String| INDEXES.iter().any(|index| format!("{line} ").contains(index));
    assert!(!reads.is_empty() && reads.iter().all(is_narrow), "{}", plan.join("\n"));
}
