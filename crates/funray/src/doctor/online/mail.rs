//! Checks of email: the sign-in at the mail server, and the records of the senders' domains.

use std::collections::BTreeSet;

use platform::services::mailer::{SignIn, Transport};

use super::{Installation, Resolver, Topic, finding::Finding, within};

const SIGN_IN: Topic = Topic { name: "mail-sign-in", page: "operate/mail" };
const SPF: Topic = Topic { name: "spf", page: "operate/mail" };
const DKIM: Topic = Topic { name: "dkim", page: "operate/mail" };
const DMARC: Topic = Topic { name: "dmarc", page: "operate/mail" };

/// Signs in at the mail server without sending anything.
pub async fn check_sign_in(about: &Installation) -> Vec<Finding> {
    const REMEDY: &str = "compare host, port, user and password in `mail` with those of your provider; percent-encode special \
                          characters";
    let transport = match Transport::from_config(&about.config) {
        Ok(transport) => transport,
        Err(why) => return vec![SIGN_IN.failed("", why, REMEDY)],
    };
    vec![match within(about.patience, transport.sign_in()).await {
        Ok(SignIn::Done) => SIGN_IN.fine("", "the server accepts the sign-in"),
        Ok(SignIn::NoServer) => {
            SIGN_IN.advice("", "emails don't go to a mail server", "set `mail` to smtps://…")
        }
        Err(why) => SIGN_IN.failed("", why, REMEDY),
    }]
}

/// Checks SPF, DKIM and DMARC of each domain from which a brand sends.
pub async fn check_domains(about: &Installation) -> Vec<Finding> {
    let served = about.config.brands_served();
    let senders = served.into_iter().map(|brand| about.config.brand(brand).mail_from.clone());
    let domains: BTreeSet<String> = senders.filter_map(|sender| domain_of(&sender)).collect();
    let mut findings = Vec::new();
    for domain in domains {
        let resolver = &about.resolver;
        findings.push(check_spf(resolver, &domain).await);
        findings.push(check_dkim(resolver, &domain, &about.config.mail_dkim_selectors).await);
        findings.push(check_dmarc(resolver, &domain).await);
    }
    findings
}

fn domain_of(sender: &str) -> Option<String> {
    let (_, domain) = sender.rsplit_once('@')?;
    Some(domain.trim().trim_end_matches('>').to_ascii_lowercase())
}

const UNREACHABLE: &str = "check the name servers of this machine in /etc/resolv.conf";

async fn check_spf(resolver: &Resolver, domain: &str) -> Finding {
    const REMEDY: &str = "add the TXT record that your mail provider names";
    let texts = match resolver.texts(domain).await {
        Ok(texts) => texts,
        Err(why) => return SPF.unknown(domain, why, UNREACHABLE),
    };
    let is_spf = |text: &&String| {
        let text = text.to_ascii_lowercase();
        text == "v=spf1" || text.starts_with("v=spf1 ")
    };
    let records: Vec<&String> = texts.iter().filter(is_spf).collect();
    match records.as_slice() {
        [] => SPF.failed(domain, "there is no SPF record", REMEDY),
        [record] => {
            let last = record.split(' ').next_back().unwrap_or_default().to_ascii_lowercase();
            match last.as_str() {
                "+all" | "all" => SPF.failed(
                    domain,
                    format!("every server may send for it: {record}"),
                    "end the record with -all or ~all",
                ),
                _ => SPF.fine(domain, record.as_str()),
            }
        }
        _ => SPF.failed(
            domain,
            format!("there are {} SPF records, so none counts", records.len()),
            "merge them into one",
        ),
    }
}

async fn check_dkim(resolver: &Resolver, domain: &str, selectors: &[String]) -> Finding {
    if selectors.is_empty() {
        return DKIM.unknown(
            domain,
            "a key is found by its selector only",
            "set mail_dkim_selectors to the selectors that your mail provider names",
        );
    }
    let mut missing = Vec::new();
    for selector in selectors {
        let name = format!("{selector}._domainkey.{domain}");
        match resolver.texts(&name).await {
            Ok(texts) if texts.iter().any(|text| has_key(text)) => {
                return DKIM.fine(domain, format!("there is a key at {name}"));
            }
            Ok(_) => missing.push(name),
            Err(why) => return DKIM.unknown(domain, why, UNREACHABLE),
        }
    }
    DKIM.failed(
        domain,
        format!("there is no key at {}", missing.join(" or ")),
        "add the record that your mail provider names, or correct mail_dkim_selectors",
    )
}

/// Returns true if a DKIM record has a public key. An empty one is a revoked key.
fn has_key(record: &str) -> bool {
    tags(record).any(|(name, value)| name == "p" && !value.is_empty())
}

/// Returns the tags of a record such as `v=DMARC1; p=none`.
fn tags(record: &str) -> impl Iterator<Item = (&str, &str)> {
    record.split(';').filter_map(|tag| tag.split_once('=')).map(|(n, v)| (n.trim(), v.trim()))
}

async fn check_dmarc(resolver: &Resolver, domain: &str) -> Finding {
    const REMEDY: &str = "add the TXT record _dmarc, first with p=none, later with p=quarantine";
    // A domain without a record has that of the organization above it.
    for name in domains_above(domain) {
        let texts = match resolver.texts(&format!("_dmarc.{name}")).await {
            Ok(texts) => texts,
            Err(why) => return DMARC.unknown(domain, why, UNREACHABLE),
        };
        let Some(record) = texts.iter().find(|text| text.starts_with("v=DMARC1")) else { continue };
        return match tags(record).find(|(name, _)| *name == "p").map(|(_, policy)| policy) {
            Some("quarantine" | "reject") => DMARC.fine(domain, record.as_str()),
            Some("none") => DMARC.advice(
                domain,
                "forged emails are delivered (p=none)",
                "change it to p=quarantine when the reports show only your own servers",
            ),
            _ => DMARC.failed(domain, format!("the record has no policy: {record}"), REMEDY),
        };
    }
    DMARC.failed(domain, "there is no DMARC record", REMEDY)
}

/// Returns the domain and those above it, down to two labels.
fn domains_above(domain: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(domain), |name| {
        name.split_once('.').map(|(_, rest)| rest).filter(|rest| rest.contains('.'))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use platform::config::{Config, Layers, Origin};
    use tokio::{
        io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
        net::TcpListener,
    };

    use super::super::{dns::tests::NameServer, finding::Outcome, site::Roots};
    use super::*;
    use kernel::timestamp::Timestamp;

    /// Starts a mail server that answers sign-ins with this line. Returns its address.
    async fn mail_server(answer: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let mut reply = "220 mail.shop.ca ESMTP";
                loop {
                    let sent = stream.write_all(format!("{reply}\r\n").as_bytes()).await;
                    let mut line = String::new();
                    if sent.is_err() || stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                        break;
                    }
                    reply = match line.split([' ', '\r']).next() {
                        Some("EHLO") => "250-mail.shop.ca\r\n250 AUTH PLAIN LOGIN",
                        Some("AUTH") => answer,
                        _ => "250 ok",
                    };
                }
            }
        });
        address
    }

    async fn sign_in_at(mail: &str) -> Finding {
        let mut layers = Layers::defaults();
        layers.add_toml(&format!("mail = {mail:?}"), Origin::File).expect("settings");
        let about = Installation {
            config: Config::unchecked(&layers).expect("valid"),
            db: Err("no database".to_owned()),
            now: Timestamp::from_micros(0),
            resolver: Resolver::of_the_system(),
            roots: Roots::default(),
            patience: Duration::from_secs(5),
        };
        check_sign_in(&about).await.remove(0)
    }

    #[tokio::test]
    async fn check_sign_in_reports_the_answer_of_the_server() {
        let open = mail_server("235 welcome").await;
        let fine = sign_in_at(&format!("smtp://ann:hunter2@{open}")).await;
        assert_eq!(fine.outcome, Outcome::Fine, "{fine}");
        let closed = mail_server("535 wrong password").await;
        let failed = sign_in_at(&format!("smtp://ann:hunter2@{closed}")).await;
        assert_eq!(failed.outcome, Outcome::Failed);
        assert!(failed.found.contains("535"), "{failed}");
        assert!(!failed.to_string().contains("hunter2"), "{failed}");
        let nobody = sign_in_at("smtp://ann:hunter2@127.0.0.1:1").await;
        assert_eq!(nobody.outcome, Outcome::Failed, "{nobody}");
        assert_eq!(sign_in_at("dir:/nowhere").await.outcome, Outcome::Advice);
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[tokio::test]
    async fn records_of_a_domain_are_judged() {
        use Outcome::{Advice, Failed, Fine, Unknown};
        let server = NameServer::start().await;
        let resolver = Resolver::asking(server.address);
        let own = "shop.ca";
        for (records, spf, dkim, dmarc) in [
            (vec![], Failed, Failed, Failed),
            (
                vec![
                    (own, "v=spf1 include:mail.ca -all"),
                    (own, "v=spf10"),
                    ("new._domainkey.shop.ca", "v=DKIM1; k=rsa; p=AAAA"),
                    ("_dmarc.shop.ca", "v=DMARC1; p=reject"),
                ],
                Fine,
                Fine,
                Fine,
            ),
            (
                vec![
                    (own, "v=spf1 +all"),
                    ("old._domainkey.shop.ca", "v=DKIM1; p="),
                    ("_dmarc.shop.ca", "v=DMARC1; p=none"),
                ],
                Failed,
                Failed,
                Advice,
            ),
            (
                vec![
                    (own, "v=spf1 -all"),
                    (own, "v=spf1 ~all"),
                    ("old._domainkey.shop.ca", "SERVFAIL"),
                    ("_dmarc.shop.ca", "v=DMARC1; rua=mailto:a@shop.ca"),
                ],
                Failed,
                Unknown,
                Failed,
            ),
        ] {
            let held = records.iter().map(|(name, text)| (*name, (*text).to_owned()));
            server.holds(held.collect());
            let selectors = strings(&["old", "new"]);
            let outcomes = [
                check_spf(&resolver, own).await.outcome,
                check_dkim(&resolver, own, &selectors).await.outcome,
                check_dmarc(&resolver, own).await.outcome,
            ];
            assert_eq!(outcomes, [spf, dkim, dmarc], "{records:?}");
        }
        assert_eq!(check_dkim(&resolver, own, &[]).await.outcome, Unknown);
        server.holds(vec![("_dmarc.shop.ca", "v=DMARC1; p=quarantine".to_owned())]);
        assert_eq!(check_dmarc(&resolver, "mail.shop.ca").await.outcome, Fine, "that of shop.ca");
    }

    #[test]
    fn domain_of_reads_senders_with_and_without_a_name() {
        assert_eq!(domain_of("FunRay <hello@Shop.ca>").as_deref(), Some("shop.ca"));
        assert_eq!(domain_of("hello@shop.ca").as_deref(), Some("shop.ca"));
        assert_eq!(domain_of("hello"), None);
        assert_eq!(
            domains_above("a.b.shop.ca").collect::<Vec<_>>(),
            ["a.b.shop.ca", "b.shop.ca", "shop.ca"]
        );
    }
}
