//! Bounced emails. A mail server that accepted an email may later report (RFC 3464) that it could
//! not deliver the email. Operators pass such reports to `funray record-bounce`.

use std::fmt;

use db::{Db, Tx};
use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders};

use super::store::{self, ClosedBounces};
use kernel::{contact::masked_address, ids::JobId, timestamp::Timestamp};
use platform::error::Result;

/// Report that one of our emails was not delivered.
#[derive(Debug, PartialEq)]
pub struct Bounce {
    mail: JobId,
    /// Reason as a code of RFC 3463. For example, `5.1.1` means that the address does not exist.
    status: String,
}

/// Result of processing a bounce report. Displayed as a sentence for the operator.
pub enum Recorded {
    NoBounce,
    UnknownMail,
    Written,
}

impl fmt::Display for Recorded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Recorded::NoBounce => {
                "This is no report of a mail that was not delivered: nothing to do."
            }
            Recorded::UnknownMail => "No mail that we know of came back: nothing to do.",
            Recorded::Written => "An email bounced: recorded for the help desk.",
        })
    }
}

/// Parses a message and records the bounce if the message reports one. Returns what was recorded.
pub async fn record_bounce(db: &Db, message: &[u8]) -> Result<Recorded> {
    let Some(Bounce { mail, status }) = read(message) else { return Ok(Recorded::NoBounce) };
    let known = db.write(move |tx| store::record_bounce(tx, mail, &status)).await?;
    Ok(if known { Recorded::Written } else { Recorded::UnknownMail })
}

/// Marks open bounces of this letter about the subject as resolved, because the letter is sent
/// again.
pub fn close_bounces_of(
    tx: &mut Tx<'_>,
    now: Timestamp,
    subject: impl fmt::Display,
    letter: &str,
) -> Result<()> {
    let which = ClosedBounces { letter: Some(letter), ..ClosedBounces::default() };
    store::close_bounces(tx, now, &[subject.to_string()], &which)
}

/// Marks open bounces of emails to this address about the subject as resolved. Call this when the
/// subject no longer uses the address.
pub fn close_bounces_to(
    tx: &mut Tx<'_>,
    now: Timestamp,
    subject: impl fmt::Display,
    address: &str,
) -> Result<()> {
    let recipient = masked_address(address);
    let which = ClosedBounces { recipient: Some(&recipient), ..ClosedBounces::default() };
    store::close_bounces(tx, now, &[subject.to_string()], &which)
}

/// Marks the bounce of an email as handled. Returns false if the email has no open bounce.
pub fn close_bounce(tx: &mut Tx<'_>, now: Timestamp, mail: JobId) -> Result<bool> {
    store::close_bounce(tx, now, mail)
}

/// Returns the number of emails with a bounce that was not handled yet.
pub fn count_open_bounces(tx: &mut Tx<'_>) -> Result<u64> {
    store::count_open_bounces(tx)
}

/// Parses a message. Returns the bounce if the message reports that one of our emails failed
/// permanently.
fn read(message: &[u8]) -> Option<Bounce> {
    let message = MessageParser::default().parse(message)?;
    let part = |types: &[&str]| {
        message.parts.iter().find(|part| types.contains(&media_type(part).as_str()))
    };
    let status =
        failure(part(&["message/delivery-status", "message/global-delivery-status"])?.contents())?;
    let returned = part(&[
        "message/rfc822",
        "text/rfc822-headers",
        "message/global",
        "message/global-headers",
    ])?;
    let mail = match returned.message() {
        Some(mail) => our_id(mail)?,
        None => our_id(&MessageParser::default().parse_headers(returned.contents())?)?,
    };
    Some(Bounce { mail, status })
}

fn media_type(part: &MessagePart<'_>) -> String {
    let Some(media) = part.content_type() else { return String::new() };
    format!("{}/{}", media.ctype(), media.subtype().unwrap_or_default()).to_ascii_lowercase()
}

/// Returns the status code of a permanent failure. Returns `None` for an email that is only delayed
/// or was relayed.
fn failure(report: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(report);
    let field = |name: &str| {
        let mut fields = text.lines().filter_map(|line| line.split_once(':'));
        let (_, value) = fields.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value.trim().to_owned())
    };
    let status = field("Status")?;
    let is_code =
        status.len() <= 9 && status.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    (field("Action")?.eq_ignore_ascii_case("failed") && is_code).then_some(status)
}

/// Returns the job id of one of our emails, which its Message-ID contains. Returns `None` for other
/// emails.
fn our_id(mail: &Message<'_>) -> Option<JobId> {
    JobId::parse(mail.message_id()?.split('@').next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "job_06h1nwhp7zw46dkhr7533myryr";

    /// Builds a bounce report like the mail server Postfix. `returned` is the original email or
    /// only its header.
    fn report(action: &str, status: &str, returned: &str) -> String {
        format!(
            "From: MAILER-DAEMON@mail.example\r\nTo: hello@funray.example\r\n\
             Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"B\"\r\n\r\n\
             --B\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\nI'm sorry.\r\n\r\n\
             --B\r\nContent-Description: Delivery report\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mail.example\r\nArrival-Date: Fri, 27 Nov 2026 03:00:00 +0000\r\n\r\n\
             Final-Recipient: rfc822; ann@shop.example\r\nAction: {action}\r\nStatus: {status}\r\n\
             Diagnostic-Code: smtp; 550 5.1.1 unknown user\r\n\r\n\
             --B\r\nContent-Type: {returned}\r\n\r\n\
             Message-ID: <{ID}@funray.example>\r\nTo: ann@shop.example\r\nSubject: A gift\r\n\r\n--B--\r\n"
        )
    }

    #[test]
    fn read_finds_the_mail_and_why_it_came_back() {
        let bounce = Bounce { mail: JobId::parse(ID).expect("an id"), status: "5.1.1".to_owned() };
        for returned in ["message/rfc822", "text/rfc822-headers", "Message/RFC822"] {
            let report = report("failed", "5.1.1", returned);
            assert_eq!(read(report.as_bytes()).as_ref(), Some(&bounce), "{returned}");
        }
    }

    #[test]
    fn read_ignores_messages_that_are_no_bounce() {
        let whole = report("failed", "5.1.1", "message/rfc822");
        for message in [
            report("delayed", "4.4.1", "message/rfc822"),
            report("delivered", "2.0.0", "message/rfc822"),
            report("failed", "nonsense", "message/rfc822"),
            whole.replace(ID, "somebody-else"),
            whole.replace("message/delivery-status", "text/plain"),
            "From: ann@shop.example\r\nSubject: Re: A gift\r\n\r\nThank you!".to_owned(),
            String::new(),
        ] {
            assert_eq!(read(message.as_bytes()), None, "{message}");
        }
    }

    proptest::proptest! {
        #[test]
        fn read_never_panics(message in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
            read(&message);
            let whole = report("failed", "5.1.1", "message/rfc822");
            let mixed = [whole.as_bytes(), &message].concat();
            read(&mixed);
        }
    }
}
