//! Asks the operator at the terminal. Enter keeps the answer in brackets.

use std::{
    io::{BufRead, Write},
    process::Command,
};

use kernel::brand::Brand;
use platform::config::{Layers, is_secret};
use toml::{Table, Value};

use super::lines;

/// Address of the gateway that moves real money, and of the one for tests.
const LIVE: &str = "https://api.authorize.net/xml/v1/request.api";
const TEST: &str = "https://apitest.authorize.net/xml/v1/request.api";

/// Questions about each brand: setting and text.
const OF_BRANDS: [(&str, &str); 9] = [
    ("public_url", "Public address, such as https://cards.example"),
    ("mail_from", "Sender of emails, such as Cards <hello@cards.example>"),
    ("company", "Legal name of the company"),
    ("address", "Its street, number and suite"),
    ("city", "City, province and postal code"),
    ("phone", "Phone for the public"),
    ("email", "Email address for the public"),
    ("privacy_officer", "Person responsible for personal information"),
    ("privacy_email", "Their email address"),
];

const OF_THE_GATEWAY: [(&str, &str); 4] = [
    ("gateway.login_id", "API login ID"),
    ("gateway.transaction_key", "Transaction key"),
    ("gateway.client_key", "Public client key"),
    ("gateway.signature_key", "Signature key of webhooks"),
];

pub struct Interview<'a, R, W> {
    pub reader: R,
    pub writer: W,
    /// Settings of an earlier run, by which answers default.
    pub earlier: &'a Table,
    pub answers: Table,
}

impl<R: BufRead, W: Write> Interview<'_, R, W> {
    /// Asks everything and returns the answers as the table of an answers file.
    pub fn hold(mut self) -> Result<Table, String> {
        self.choose(
            "deployment",
            "Run as a service (systemd) or in containers (compose)",
            "systemd",
        )?;
        for brand in Brand::all() {
            let is_earlier =
                lines::find(self.earlier, &format!("brands.{}", brand.slug())).is_some();
            let usual = if is_earlier || brand == Brand::DEFAULT { "yes" } else { "no" };
            let question = format!("Serve the brand {} (yes or no)", brand.name());
            if self.ask(&question, usual)? != "yes" {
                continue;
            }
            for (name, question) in OF_BRANDS {
                self.set(&format!("brands.{}.{name}", brand.slug()), question)?;
            }
        }
        if self.choose("proxy", "Proxy for https (caddy or other)", "caddy")? == "other" {
            self.set("http.trusted_proxies", "Address or network of the proxy")?;
        }
        let database = self.choose("database", "Database (embedded or postgres)", "embedded")?;
        let is_service = self.answers.get("deployment").and_then(Value::as_str) == Some("systemd");
        if database == "postgres" && is_service {
            self.set("database_url", "postgres://user:password@host/name?sslmode=require")?;
        }
        self.set("mail", "Mail server, such as smtps://user:password@mail.cards.example:465")?;
        self.set("mail_dkim_selectors", "DKIM selectors that the mail provider names")?;
        match self.ask("Card gateway Authorize.Net (live, test or none)", "none")?.as_str() {
            "live" => self.ask_about_the_gateway(LIVE)?,
            "test" => self.ask_about_the_gateway(TEST)?,
            _ => {}
        }
        self.choose("administrator", "Email address of the first administrator", "")?;
        Ok(self.answers)
    }

    fn ask_about_the_gateway(&mut self, url: &str) -> Result<(), String> {
        insert(&mut self.answers, "gateway.url", Value::from(url));
        OF_THE_GATEWAY.iter().try_for_each(|(name, question)| self.set(name, question))
    }

    /// Asks for a setting. An empty answer leaves it as it is.
    fn set(&mut self, name: &str, question: &str) -> Result<(), String> {
        let earlier = lines::find(self.earlier, name).cloned();
        let shown = match &earlier {
            Some(_) if is_secret(name) => "unchanged".to_owned(),
            Some(value) => super::answers::variable_value(value),
            None => String::new(),
        };
        let _hidden = is_secret(name).then(Hidden::begin);
        let answer = self.ask(question, &shown)?;
        let value = match earlier {
            Some(value) if answer == shown => value,
            _ if answer.is_empty() => return Ok(()),
            _ => typed(name, &answer)?,
        };
        insert(&mut self.answers, name, value);
        Ok(())
    }

    /// Asks for an answer that is no setting.
    fn choose(&mut self, name: &str, question: &str, usual: &str) -> Result<String, String> {
        let answer = self.ask(question, usual)?;
        if !answer.is_empty() {
            self.answers.insert(name.to_owned(), Value::from(answer.as_str()));
        }
        Ok(answer)
    }

    fn ask(&mut self, question: &str, usual: &str) -> Result<String, String> {
        let shown = if usual.is_empty() { String::new() } else { format!(" [{usual}]") };
        let failed = |error: std::io::Error| error.to_string();
        write!(self.writer, "{question}{shown}: ").map_err(failed)?;
        self.writer.flush().map_err(failed)?;
        let mut line = String::new();
        if self.reader.read_line(&mut line).map_err(failed)? == 0 {
            return Err("the answers ended early; nothing was written".to_owned());
        }
        Ok(Some(line.trim()).filter(|text| !text.is_empty()).unwrap_or(usual).to_owned())
    }
}

/// Parses an answer as the type of its setting.
fn typed(name: &str, answer: &str) -> Result<Value, String> {
    let mut layers = Layers::defaults();
    layers.add_flag(name, answer).map_err(|error| error.to_string())?;
    let value = lines::find(layers.table(), name).cloned();
    value.ok_or_else(|| format!("there is no setting {name}"))
}

pub fn insert(table: &mut Table, name: &str, value: Value) {
    match name.split_once('.') {
        None => {
            table.insert(name.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

/// Hides what is typed at the terminal until it is dropped.
struct Hidden;

impl Hidden {
    fn begin() -> Hidden {
        stty("-echo");
        Hidden
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        stty("echo");
    }
}

/// Changes the terminal. Without one, there is nothing to hide.
fn stty(mode: &str) {
    let _ = Command::new("stty").arg(mode).stderr(std::process::Stdio::null()).status();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interview(typed: &str, earlier: &str) -> Result<(Table, String), String> {
        let earlier: Table = earlier.parse().expect("settings");
        let mut shown = Vec::new();
        let interview = Interview {
            reader: typed.as_bytes(),
            writer: &mut shown,
            earlier: &earlier,
            answers: Table::new(),
        };
        let answers = interview.hold()?;
        Ok((answers, String::from_utf8(shown).expect("text")))
    }

    #[test]
    fn hold_asks_what_earlier_answers_need() {
        let first = "compose\n\nhttps://cards.shop.ca\nhello@shop.ca\nShop Ltd.\n7 King Street\nKingston\n613 549-7000\n\
                     hello@shop.ca\nAnn\nann@shop.ca\nno\n\n\nsmtps://ann:hunter2@mail.shop.ca\ns1, s2\ntest\nme\nkey\nclient\n\
                     signature\nann@shop.ca\n";
        let (answers, _) = interview(first, "").expect("answers");
        let text = answers.to_string();
        for line in [
            "deployment = \"compose\"",
            "public_url = \"https://cards.shop.ca\"",
            "mail_dkim_selectors = [\"s1\", \"s2\"]",
            "signature_key = \"signature\"",
            "administrator = \"ann@shop.ca\"",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(!text.contains("rayzr") && !text.contains("database_url"), "{text}");
        // Enter keeps every earlier answer, and a secret isn't shown.
        let (again, shown) = interview(&"\n".repeat(40), &text).expect("answers");
        let value = |table: &Table, name: &str| lines::find(table, name).cloned();
        for name in ["mail", "brands.funray.company", "mail_dkim_selectors"] {
            assert_eq!(value(&again, name), value(&answers, name), "{name}");
        }
        assert!(shown.contains("[unchanged]") && !shown.contains("hunter2"), "{shown}");
        assert!(interview("compose\n", "").expect_err("too few").contains("ended early"));
    }
}
