//! Merges the layers of settings: defaults, then the config file, then the environment, then flags.
//! The defaults define every setting and its type; unknown names are refused.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use super::ConfigError;
use kernel::brand::Brand;

const DEFAULTS: &str = include_str!("../../config.default.toml");
const PREFIX: &str = "FUNRAY_";

/// Environment variable that holds the path of the config file. It is not a setting itself.
pub const FILE_VARIABLE: &str = "FUNRAY_CONFIG";

/// Environment variable that names the folders of the brands. It is read before the settings.
pub const BRANDS_VARIABLE: &str = "FUNRAY_BRANDS";

/// Section of the default file that documents the settings of every brand.
const UNNAMED: &str = "SLUG";

/// Settings that may contain a password, which is masked in output.
const SECRETS: [&str; 11] = [
    "database_url",
    "database_read_url",
    "secret_key",
    "previous_keys",
    "retired_keys",
    "mail",
    "captcha.recaptcha_secret",
    "files.s3_secret_key",
    "gateway.transaction_key",
    "gateway.signature_key",
    "maps.key",
];

/// Whether a setting may contain a password. Such settings belong into the environment file, which
/// only the service can read.
pub fn is_secret(name: &str) -> bool {
    SECRETS.contains(&name)
}

/// Settings that relax a rule protecting money. Only the config file may set them, not an
/// environment variable or a flag, because a change of a file on the server's disk can be noticed
/// later.
const FILE_ONLY: [&str; 1] = ["second_person.required"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Default,
    File,
    Environment,
    Flag,
}

/// Merged settings, and for each value that is not a default, the layer that it comes from.
pub struct Layers {
    table: Table,
    origins: BTreeMap<String, Origin>,
    file: Option<PathBuf>,
    environment_file: Option<PathBuf>,
}

impl Layers {
    pub fn defaults() -> Layers {
        // Parsing can't fail, because the defaults are compiled into the program and a test parses
        // them.
        let mut table = DEFAULTS.parse::<Table>().unwrap_or_default();
        add_brands(&mut table);
        Layers { table, origins: BTreeMap::new(), file: None, environment_file: None }
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the path of the config file if the file contains a secret.
    pub fn file_with_secrets(&self) -> Option<&Path> {
        let is_in_file = |name: &str| {
            self.origins.get(name) == Some(&Origin::File)
                && self.find(name).is_some_and(|value| masked(name, value) != *value)
        };
        self.file.as_deref().filter(|_| SECRETS.into_iter().any(is_in_file))
    }

    /// Returns the layers of the settings of brands that are no defaults, by name.
    pub fn origins_of_brands(&self) -> BTreeMap<String, Origin> {
        let of_brands = |name: &str| name.starts_with("brands.");
        let origins = self.origins.iter().filter(|(name, _)| of_brands(name));
        origins.map(|(name, origin)| (name.clone(), *origin)).collect()
    }

    /// Returns the path of the environment file, if a flag named one.
    pub fn environment_file(&self) -> Option<&Path> {
        self.environment_file.as_deref()
    }

    /// Adds environment variables that were read from the file at `path`.
    pub fn add_environment_of(
        &mut self,
        path: &Path,
        variables: Vec<(String, String)>,
    ) -> Result<(), ConfigError> {
        self.environment_file = Some(path.to_owned());
        self.add_environment(variables.into_iter())
            .map_err(|error| ConfigError(format!("{}: {error}", path.display())))
    }

    pub fn add_file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            ConfigError(format!("the config file {} can't be read: {error}", path.display()))
        })?;
        self.file = Some(path.to_owned());
        self.add_toml(&text, Origin::File)
            .map_err(|error| ConfigError(format!("{}: {error}", path.display())))
    }

    pub fn add_toml(&mut self, text: &str, origin: Origin) -> Result<(), ConfigError> {
        // Builds another message, because the parser's own message quotes the line, which may
        // contain a secret.
        let table = text.parse::<Table>().map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start]);
            let line = before.matches('\n').count() + 1;
            ConfigError(format!("line {line}: {}", error.message().replace('\n', " ")))
        })?;
        self.add_table("", table, origin)
    }

    fn add_table(&mut self, path: &str, table: Table, origin: Origin) -> Result<(), ConfigError> {
        for (key, value) in table {
            let name = if path.is_empty() { key } else { format!("{path}.{key}") };
            match value {
                Value::Table(inner) if matches!(self.find(&name), Some(Value::Table(_))) => {
                    self.add_table(&name, inner, origin)?;
                }
                value => self.set(&name, value, origin)?,
            }
        }
        Ok(())
    }

    /// Adds settings from environment variables: `FUNRAY_HTTP__BODY_LIMIT_KB=64` sets
    /// `http.body_limit_kb`. Ignores variables of other programs.
    pub fn add_environment(
        &mut self,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<(), ConfigError> {
        for (variable, text) in variables {
            let Some(rest) = variable.strip_prefix(PREFIX) else { continue };
            if [FILE_VARIABLE, BRANDS_VARIABLE].contains(&variable.as_str()) {
                continue;
            }
            let name = rest.to_lowercase().replace("__", ".");
            let name = name_of_flag(&name);
            self.set_text(name, &text, Origin::Environment)
                .map_err(|error| ConfigError(format!("{variable}: {error}")))?;
        }
        Ok(())
    }

    pub fn add_flag(&mut self, name: &str, text: &str) -> Result<(), ConfigError> {
        self.set_text(name, text, Origin::Flag)
    }

    /// Sets a setting to `text`, parsed as the type of its default value.
    fn set_text(&mut self, name: &str, text: &str, origin: Origin) -> Result<(), ConfigError> {
        let wrong = |wanted| ConfigError(format!("{name} should be {wanted}, not {text:?}"));
        let value = match self.find(name) {
            Some(Value::Boolean(_)) => match text {
                "true" | "1" => Value::Boolean(true),
                "false" | "0" => Value::Boolean(false),
                _ => return Err(wrong("true or false")),
            },
            Some(Value::Integer(_)) => {
                Value::Integer(text.parse().map_err(|_| wrong("a whole number"))?)
            }
            Some(Value::Float(_)) => Value::Float(text.parse().map_err(|_| wrong("a number"))?),
            Some(Value::Array(_)) => text
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(|item| Value::String(item.to_owned()))
                .collect::<Vec<_>>()
                .into(),
            Some(_) | None => Value::String(text.to_owned()),
        };
        self.set(name, value, origin)
    }

    fn set(&mut self, name: &str, value: Value, origin: Origin) -> Result<(), ConfigError> {
        let Some(slot) = self.find_mut(name) else {
            return Err(ConfigError(format!(
                "there is no setting {name:?}; `funray config` prints those there are"
            )));
        };
        if FILE_ONLY.contains(&name) && matches!(origin, Origin::Environment | Origin::Flag) {
            return Err(ConfigError(format!(
                "{name} is read from the config file only; set it there"
            )));
        }
        if !slot.same_type(&value) {
            return Err(ConfigError(format!(
                "{name} should be {}, not {}",
                spoken(slot),
                spoken(&value)
            )));
        }
        *slot = value;
        self.origins.insert(name.to_owned(), origin);
        Ok(())
    }

    fn find(&self, name: &str) -> Option<&Value> {
        let mut parts = name.split('.');
        let mut value = self.table.get(parts.next()?)?;
        for part in parts {
            value = value.as_table()?.get(part)?;
        }
        Some(value)
    }

    fn find_mut(&mut self, name: &str) -> Option<&mut Value> {
        let mut parts = name.split('.');
        let mut value = self.table.get_mut(parts.next()?)?;
        for part in parts {
            value = value.as_table_mut()?.get_mut(part)?;
        }
        Some(value)
    }

    fn print_table(&self, out: &mut fmt::Formatter<'_>, path: &str, table: &Table) -> fmt::Result {
        for (key, value) in table.iter().filter(|(_, value)| !value.is_table()) {
            let name = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let note = match self.origins.get(&name) {
                None | Some(Origin::Default) => "",
                Some(Origin::File) => "  # config file",
                Some(Origin::Environment) => "  # environment",
                Some(Origin::Flag) => "  # flag",
            };
            writeln!(out, "{key} = {}{note}", masked(&name, value))?;
        }
        for (key, value) in table {
            if let Value::Table(inner) = value {
                let name = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                if inner.values().any(|value| !value.is_table()) {
                    writeln!(out, "\n[{name}]")?;
                }
                self.print_table(out, &name, inner)?;
            }
        }
        Ok(())
    }
}

/// Formats the settings for `funray config`: TOML that could be a config file, except that secrets
/// are masked.
impl fmt::Display for Layers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print_table(out, "", &self.table)
    }
}

/// Replaces the section of a brand without a name by one for each brand, with the defaults of its
/// folder.
fn add_brands(table: &mut Table) {
    let hosts = Brand::all().flat_map(|brand| {
        brand.facts().hosts.iter().map(move |host| format!("{}={host}", brand.slug()))
    });
    let hosts: Vec<String> = hosts.collect();
    table.insert("brand_hosts".to_owned(), hosts.into());
    let Some(Value::Table(brands)) = table.get_mut("brands") else { return };
    let Some(Value::Table(unnamed)) = brands.remove(UNNAMED) else { return };
    for brand in Brand::all() {
        let company = &brand.facts().company;
        let mut section = unnamed.clone();
        for (name, value) in [
            ("mail_from", &company.mail_from),
            ("company", &company.name),
            ("address", &company.address),
            ("city", &company.city),
            ("phone", &company.phone),
            ("email", &company.email),
            ("privacy_officer", &company.privacy_officer),
            ("privacy_email", &company.privacy_email),
        ] {
            section.insert(name.to_owned(), value.clone().into());
        }
        brands.insert(brand.slug().to_owned(), section.into());
    }
}

/// Returns the name of the setting that a flag sets. Some environment variables use the flag's name
/// as well: `FUNRAY_GATEWAY_URL` corresponds to `--gateway-url`.
fn name_of_flag(name: &str) -> &str {
    match name {
        "brand_host" => "brand_hosts",
        "gateway_url" => "gateway.url",
        other => other,
    }
}

fn spoken(value: &Value) -> &'static str {
    match value {
        Value::Boolean(_) => "true or false",
        Value::Integer(_) => "a whole number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Table(_) => "a section",
        Value::Float(_) => "a number with a decimal point",
        Value::Datetime(_) => "something else",
    }
}

fn masked(name: &str, value: &Value) -> Value {
    match value {
        Value::String(text) if is_secret(name) => Value::String(without_password(text)),
        Value::Array(items) if is_secret(name) => {
            items.iter().map(|item| masked(name, item)).collect::<Vec<_>>().into()
        }
        other => other.clone(),
    }
}

/// Masks the secrets in `postgres://ann:secret@host/db?password=x`. Masks a text without a scheme,
/// such as a key, completely.
fn without_password(text: &str) -> String {
    const STARS: &str = "***";
    let Some((scheme, rest)) = text.split_once("://") else {
        let is_folder = text.is_empty() || text.starts_with("dir:");
        return if is_folder { text.to_owned() } else { STARS.to_owned() };
    };
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    // An @ after the question mark may be part of a password or of a parameter, so everything after
    // the scheme is masked.
    if query.contains('@') {
        return format!("{scheme}://{STARS}");
    }
    let address = match address.rsplit_once('@') {
        Some((login, host)) => {
            let user = login.split_once(':').map_or(login, |(user, _)| user);
            format!("{user}:{STARS}@{host}")
        }
        None => address.to_owned(),
    };
    let query: Vec<String> = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| match pair.split_once('=') {
            Some((key, _)) if key.contains("password") => format!("{key}={STARS}"),
            _ => pair.to_owned(),
        })
        .collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{address}{mark}{}", query.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Result<Layers, ConfigError> {
        let mut layers = Layers::defaults();
        let owned = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        layers.add_environment(owned)?;
        Ok(layers)
    }

    #[test]
    fn defaults_are_valid_toml() {
        assert!(DEFAULTS.parse::<Table>().is_ok());
    }

    #[test]
    fn add_toml_reports_the_line_without_its_content() {
        let mut layers = Layers::defaults();
        let file = "listen = \"a:1\"\n[gateway]\ntransaction_key = hunter2\n";
        let error = layers.add_toml(file, Origin::File).expect_err("no quotes").0;
        assert!(error.starts_with("line 3: ") && !error.contains("hunter2"), "{error}");
    }

    #[test]
    fn layers_prefer_flags_to_environment_to_file() {
        let mut layers = Layers::defaults();
        layers
            .add_toml("listen = \"file:1\"\ndata = \"file\"\nmail = \"dir:file\"", Origin::File)
            .expect("file");
        layers
            .add_environment(
                [("FUNRAY_LISTEN", "env:1"), ("FUNRAY_DATA", "env")]
                    .map(|(name, text)| (name.to_owned(), text.to_owned()))
                    .into_iter(),
            )
            .expect("environment");
        layers.add_flag("listen", "flag:1").expect("flag");
        let text = |name| layers.find(name).and_then(Value::as_str).map(str::to_owned);
        assert_eq!(text("listen").as_deref(), Some("flag:1"));
        assert_eq!(text("data").as_deref(), Some("env"));
        assert_eq!(text("mail").as_deref(), Some("dir:file"));
    }

    #[test]
    fn second_person_is_switched_off_by_the_config_file_only() {
        let mut layers = Layers::defaults();
        let off = "second_person.required = false";
        assert!(layers.add_toml(off, Origin::Environment).is_err());
        assert!(layers.add_flag("second_person.required", "false").is_err());
        let variable = ("FUNRAY_SECOND_PERSON__REQUIRED".to_owned(), "false".to_owned());
        let refused = layers.add_environment([variable].into_iter()).expect_err("refused");
        assert!(refused.0.contains("config file only"), "{refused}");
        layers.add_toml(off, Origin::File).expect("the file may");
        assert_eq!(layers.find("second_person.required"), Some(&Value::Boolean(false)));
    }

    #[test]
    fn add_environment_reads_values_as_the_default_type() {
        let layers = environment(&[
            ("FUNRAY_DEMO", "true"),
            ("FUNRAY_HTTP__BODY_LIMIT_KB", "7"),
            ("FUNRAY_CAPTCHA__RECAPTCHA_MIN_SCORE", "1"),
            ("FUNRAY_BRAND_HOST", "rayzr=a.b, rayzr=c.d"),
            ("PATH", "/bin"),
        ])
        .expect("valid");
        assert_eq!(layers.find("demo"), Some(&Value::Boolean(true)));
        assert_eq!(layers.find("http.body_limit_kb"), Some(&Value::Integer(7)));
        assert_eq!(layers.find("captcha.recaptcha_min_score"), Some(&Value::Float(1.0)));
        assert_eq!(layers.find("brand_hosts").and_then(Value::as_array).map(Vec::len), Some(2));
    }

    #[test]
    fn layers_name_unknown_settings_and_wrong_types() {
        let unknown = environment(&[("FUNRAY_LISTNE", "x")]).err().expect("unknown");
        assert!(unknown.0.contains("FUNRAY_LISTNE") && unknown.0.contains("listne"), "{unknown}");
        let wrong = environment(&[("FUNRAY_DEMO", "maybe")]).err().expect("wrong type");
        assert!(wrong.0.contains("true or false"), "{wrong}");
        let mut layers = Layers::defaults();
        let error = layers.add_toml("http.body_limit = 3", Origin::File).expect_err("unknown");
        assert!(error.0.contains("http.body_limit"), "{error}");
        let error = layers.add_toml("listen = 8080", Origin::File).expect_err("wrong type");
        assert!(error.0.contains("listen should be text, not a whole number"), "{error}");
        let error = layers.add_toml("listen = ", Origin::File).expect_err("not TOML");
        assert!(!error.0.contains('\n'), "{error}");
    }

    #[test]
    fn layers_display_shows_origins_and_hides_secrets() {
        let layers = environment(&[
            (
                "FUNRAY_DATABASE_URL",
                "postgres://ann:hunter2@db/shop?sslmode=require&password=hunter2",
            ),
            ("FUNRAY_MAIL", "smtps://ann:hunter2@mail.example:465"),
            ("FUNRAY_MAPS__KEY", "hunter2"),
            ("FUNRAY_CAPTCHA__RECAPTCHA_SECRET", "hunter2"),
            ("FUNRAY_PREVIOUS_KEYS", "hunter2, hunter2"),
            ("FUNRAY_RETIRED_KEYS", "hunter2"),
        ])
        .expect("valid");
        let printed = layers.to_string();
        assert!(!printed.contains("hunter2"), "{printed}");
        assert!(
            printed.contains(
                "postgres://ann:***@db/shop?sslmode=require&password=***\"  # environment"
            ),
            "{printed}"
        );
        assert!(printed.contains("previous_keys = [\"***\", \"***\"]"), "{printed}");
        assert!(printed.parse::<Table>().is_ok(), "{printed}");
    }

    #[test]
    fn without_password_hides_any_password() {
        for url in [
            "postgres://ann:hunter2@db/shop",
            "postgres://ann:hunt@hunter2@db/shop",
            "postgres://ann:hunt/hunter2@db/shop",
            "postgres://ann:hunter2?x@db/shop",
            "postgres://ann:hunter2?x@db/shop?sslmode=require",
            "postgres://ann:?hunter2@db/shop",
            "postgres://db/shop?password=hunter2@hunter2",
        ] {
            let shown = without_password(url);
            assert!(shown.starts_with("postgres://") && !shown.contains("hunt"), "{shown}");
        }
    }
}
