//! Answers of the operator: the names of the settings, and a few that decide which files are
//! written.

use std::collections::BTreeMap;

use kernel::{brand::Brand, contact::Email};
use platform::config::{Layers, Origin, is_secret};
use toml::{Table, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deployment {
    /// A service of the machine.
    Systemd,
    /// Containers of one machine.
    Compose,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    pub deployment: Deployment,
    /// True if Caddy is the proxy, whose settings are then written as well.
    pub has_caddy: bool,
    /// True if the containers include PostgreSQL.
    pub has_postgres: bool,
    pub administrator: String,
    /// Answered settings by name, such as `gateway.url`.
    pub settings: BTreeMap<String, Value>,
}

/// Network of containers, from which their proxy comes.
const CONTAINERS: &str = "172.16.0.0/12";

impl Answers {
    /// Reads a file of answers.
    pub fn parse(text: &str) -> Result<Answers, String> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let before = error.span().map_or("", |span| &text[..span.start]);
            format!("line {}: {}", before.matches('\n').count() + 1, error.message())
        })?;
        Answers::from_table(table)
    }

    /// Takes the answers that are no settings out of the table, and checks the others.
    pub fn from_table(mut table: Table) -> Result<Answers, String> {
        let deployment = match choice(&mut table, "deployment", &["systemd", "compose"])? {
            0 => Deployment::Systemd,
            _ => Deployment::Compose,
        };
        let has_caddy = choice(&mut table, "proxy", &["caddy", "other"])? == 0;
        let wants_postgres = choice(&mut table, "database", &["embedded", "postgres"])? == 1;
        let administrator = text_of(&mut table, "administrator")?.unwrap_or_default();
        if !administrator.is_empty() && Email::parse(&administrator).is_none() {
            return Err(format!("administrator is {administrator:?}, which is no email address"));
        }
        let mut layers = Layers::defaults();
        layers.add_toml(&table.to_string(), Origin::File).map_err(|error| error.to_string())?;
        let mut settings = BTreeMap::new();
        flatten("", table, &mut settings);
        let names = settings.contains_key("database_url");
        if wants_postgres && deployment == Deployment::Systemd && !names {
            return Err("database is \"postgres\", so database_url must say where it is".to_owned());
        }
        let mut answers = Answers {
            deployment,
            has_caddy,
            has_postgres: wants_postgres && !names,
            administrator,
            settings,
        };
        answers.add_proxy()?;
        answers.refuse_unwritable()?;
        Ok(answers)
    }

    fn add_proxy(&mut self) -> Result<(), String> {
        const NAME: &str = "http.trusted_proxies";
        if self.settings.contains_key(NAME) {
            return Ok(());
        }
        if !self.has_caddy {
            return Err(format!("proxy is \"other\", so {NAME} must name its address or network"));
        }
        let address = match self.deployment {
            Deployment::Systemd => "127.0.0.1",
            Deployment::Compose => CONTAINERS,
        };
        self.settings.insert(NAME.to_owned(), Value::Array(vec![Value::from(address)]));
        Ok(())
    }

    /// Refuses secrets that systemd and Docker would read differently in an environment file.
    fn refuse_unwritable(&self) -> Result<(), String> {
        for (name, value) in self.settings.iter().filter(|(name, _)| is_secret(name)) {
            let text = variable_value(value);
            if text.contains(['"', '\'', '\\', '$', '\n']) || text.trim() != text {
                return Err(format!(
                    "{name} has a quotation mark, dollar sign, backslash or space at its end; percent-encode it"
                ));
            }
        }
        Ok(())
    }

    /// Returns the hosts of the public addresses, with "www." where it is not the name of a part.
    pub fn hosts(settings: &Table) -> Vec<String> {
        let urls = Brand::all().filter_map(|brand| {
            let name = format!("brands.{}.public_url", brand.slug());
            super::lines::find(settings, &name).and_then(Value::as_str)
        });
        urls.filter_map(|url| {
            let uri: axum::http::Uri = url.parse().ok()?;
            uri.host().map(str::to_owned)
        })
        .flat_map(|host| match host.matches('.').count() {
            1 => vec![host.clone(), format!("www.{host}")],
            _ => vec![host],
        })
        .collect()
    }
}

/// Returns a value as text of an environment variable.
pub fn variable_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(variable_value).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn flatten(path: &str, table: Table, into: &mut BTreeMap<String, Value>) {
    for (key, value) in table {
        let name = if path.is_empty() { key } else { format!("{path}.{key}") };
        match value {
            Value::Table(inner) => flatten(&name, inner, into),
            value => {
                into.insert(name, value);
            }
        }
    }
}

fn text_of(table: &mut Table, name: &str) -> Result<Option<String>, String> {
    match table.remove(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("{name} should be a text")),
    }
}

/// Returns the place of the answer among the choices. The first one is the default.
fn choice(table: &mut Table, name: &str, choices: &[&str]) -> Result<usize, String> {
    let Some(text) = text_of(table, name)? else { return Ok(0) };
    let place = choices.iter().position(|choice| *choice == text);
    place.ok_or_else(|| format!("{name} is {text:?}; it should be {}", choices.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_refuses_unknown_settings_and_missing_answers() {
        for (text, words) in [
            ("deployment = \"docker\"", "systemd or compose"),
            ("proxy = \"other\"", "http.trusted_proxies must name"),
            ("database = \"postgres\"", "database_url must say"),
            ("administrator = \"ann\"", "no email address"),
            ("administrator = 3", "should be a text"),
            ("brands.funray.nmae = \"x\"", "brands.funray.nmae"),
            ("listen = 3", "listen should be"),
            ("mail = \"smtps://ann:a$b@mail.shop.ca\"", "percent-encode"),
            ("a = \n", "line 1"),
        ] {
            let why = Answers::parse(text).expect_err(text);
            assert!(why.contains(words), "{text}: {why}");
        }
        let answers =
            Answers::parse("deployment = \"compose\"\ndatabase = \"postgres\"").expect("fine");
        assert!(answers.has_postgres && answers.has_caddy);
        let proxies = variable_value(&answers.settings["http.trusted_proxies"]);
        assert_eq!(proxies, CONTAINERS);
    }

    #[test]
    fn hosts_adds_www_to_whole_domains_only() {
        let settings = "brands.funray.public_url = \"https://shop.ca\"\n\
                        brands.rayzr.public_url = \"https://cards.shop.ca:8443\"";
        let hosts = Answers::hosts(&settings.parse().expect("settings"));
        assert_eq!(hosts, ["shop.ca", "www.shop.ca", "cards.shop.ca"]);
    }
}
