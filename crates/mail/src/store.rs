//! Database rows of sent emails, and deletion of old emails from the demo's mailbox.

use db::{Rows, ToValue, Tx, params, rows};

use super::sent::Attempt;
use kernel::{cursor::Cursor, ids::JobId, timestamp::Timestamp};
use platform::error::Result;

db::row! {
    /// Record of an email about one subject.
    #[derive(Clone, Debug)]
    pub struct SentMailRow {
        pub mail_id: JobId,
        pub letter: String,
        pub recipient: String,
        pub tried_at: Timestamp,
        pub sent_at: Option<Timestamp>,
        /// Status code of the bounce, if the email bounced.
        pub bounce_status: Option<String>,
        /// Whether the email's job is still being retried.
        pub is_waiting: bool,
        /// Whether the email's job failed permanently and can be restarted by the support desk.
        pub is_dead: bool,
        /// Time at which the bounce was handled.
        pub bounce_closed_at: Option<Timestamp>,
    }
}

/// Records an attempt to send an email under all its subjects, in one statement. If the email was
/// sent, closes open bounces of earlier emails with the same letter to the same address.
pub fn record_sent(
    tx: &mut Tx<'_>,
    subjects: &[String],
    attempt: &Attempt,
    now: Timestamp,
) -> Result<()> {
    let sent_at = attempt.is_sent.then_some(now);
    let mut values = params![attempt.id, attempt.letter, attempt.recipient, now, sent_at].to_vec();
    let rows = subjects.iter().map(|subject| {
        values.push(subject.to_value());
        format!("(${}, $1, $2, $3, $4, $5)", values.len())
    });
    let rows: Vec<String> = rows.collect();
    tx.later(
        &format!(
            "INSERT INTO sent_mail (subject_id, mail_id, letter, recipient, tried_at, sent_at) VALUES {}
             ON CONFLICT (subject_id, mail_id) DO UPDATE
             SET recipient = excluded.recipient, tried_at = excluded.tried_at, sent_at = excluded.sent_at",
            rows.join(", ")
        ),
        &values,
    )?;
    if attempt.is_sent {
        let which =
            ClosedBounces { letter: Some(&attempt.letter), recipient: Some(&attempt.recipient) };
        close_bounces(tx, now, subjects, &which)?;
    }
    Ok(())
}

/// Filter for the bounces to close. Without any field, all bounces about the subjects match.
#[derive(Default)]
pub struct ClosedBounces<'a> {
    pub letter: Option<&'a str>,
    /// Masked email address.
    pub recipient: Option<&'a str>,
}

/// Closes the matching bounces of emails about these subjects. A bounced email that is about
/// several subjects is closed for all of them. For speed, the query starts from the few bounces and
/// not from all emails.
pub fn close_bounces(
    tx: &mut Tx<'_>,
    now: Timestamp,
    subjects: &[String],
    which: &ClosedBounces<'_>,
) -> Result<()> {
    let mut values = params![now, which.letter, which.recipient].to_vec();
    let places = db::places(values.len() + 1..=values.len() + subjects.len());
    values.extend(subjects.iter().map(ToValue::to_value));
    tx.later(
        &format!(
            "UPDATE sent_mail SET bounce_closed_at = $1
             WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL AND mail_id IN
                 (SELECT mail_id FROM sent_mail
                  WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL AND subject_id IN ({places})
                  AND (CAST($2 AS TEXT) IS NULL OR letter = $2) AND (CAST($3 AS TEXT) IS NULL OR recipient = $3))"
        ),
        &values,
    )?;
    Ok(())
}

/// Closes the bounce of an email. Returns false if the email has no open bounce.
pub fn close_bounce(tx: &mut Tx<'_>, now: Timestamp, mail: JobId) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE sent_mail SET bounce_closed_at = $1
         WHERE mail_id = $2 AND bounce_status IS NOT NULL AND bounce_closed_at IS NULL",
        params![now, mail],
    )?;
    Ok(changed > 0)
}

pub fn count_open_bounces(tx: &mut Tx<'_>) -> Result<u64> {
    let (count,): (i64,) = tx.one(
        "SELECT count(DISTINCT mail_id) FROM sent_mail
         WHERE bounce_status IS NOT NULL AND bounce_closed_at IS NULL",
        &[],
    )?;
    Ok(count.unsigned_abs())
}

/// Records the bounce of an email. Returns false if there is no record of the email.
pub fn record_bounce(tx: &mut Tx<'_>, mail: JobId, status: &str) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE sent_mail SET bounce_status = $2 WHERE mail_id = $1",
        params![mail, status],
    )?;
    Ok(changed > 0)
}

pub fn list_sent(subject: &str, before: &Cursor, most: u32) -> Rows<SentMailRow> {
    rows(
        "SELECT s.mail_id, s.letter, s.recipient, s.tried_at, s.sent_at, s.bounce_status,
                COALESCE(j.state = 'waiting', FALSE), COALESCE(j.state = 'dead', FALSE), s.bounce_closed_at
         FROM sent_mail s LEFT JOIN job j ON j.id = s.mail_id
         WHERE s.subject_id = $1 AND s.tried_at <= $2 AND (s.tried_at < $2 OR s.mail_id < $3)
         ORDER BY s.tried_at DESC, s.mail_id DESC LIMIT $4",
        params![subject, before.at, before.id, i64::from(most)],
    )
}

/// Deletes old emails from the demo's mailbox and old records of sent emails, at most `limit` of
/// each. Returns the number of deleted rows.
pub fn delete_old(tx: &mut Tx<'_>, sent_before: Timestamp, limit: i64) -> Result<u64> {
    let mails = tx.execute(
        "DELETE FROM demo_mail WHERE id IN
             (SELECT id FROM demo_mail WHERE sent_at < $1 ORDER BY sent_at, id LIMIT $2)",
        params![sent_before, limit],
    )?;
    let told = tx.execute(
        "DELETE FROM sent_mail WHERE (subject_id, mail_id) IN
             (SELECT subject_id, mail_id FROM sent_mail WHERE tried_at < $1
              ORDER BY tried_at, subject_id, mail_id LIMIT $2)",
        params![sent_before, limit],
    )?;
    Ok(mails + told)
}
