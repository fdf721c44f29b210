//! `funray init`: asks for the few things that a server needs, and writes its settings and the files
//! of its service or containers.
//!
//! Another run changes only what was answered differently. Settings that were added by hand stay.

mod answers;
mod files;
mod lines;
mod questions;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use kernel::random::random_hex;
use platform::config::{Config, Layers, Origin, env_file, is_secret};
use toml::{Table, Value};

use answers::{Answers, Deployment, variable_value};
use files::{Change, Draft, Written};
use questions::Interview;

const UNIT: &str = include_str!("../../../../deploy/funray.service");
const CADDYFILE: &str = include_str!("../../../../deploy/Caddyfile");
const COMPOSE: &str = include_str!("../../../../deploy/compose/sqlite.yaml");
const COMPOSE_POSTGRES: &str = include_str!("../../../../deploy/compose/postgres.yaml");

/// User of the service.
const USER: &str = "funray";
const BEGINNING: &str = "# Settings of the server. `funray init` wrote them; it changes single lines only.\n\
                         # docs/site/pages/reference/settings.md explains every setting.\n";
const BEGINNING_OF_SECRETS: &str =
    "# Variables of the server, with its secrets. Only its own user may read this file.\n";

/// Files of a server, below the root folder.
struct Places {
    settings: PathBuf,
    variables: PathBuf,
    caddyfile: PathBuf,
    /// Unit of systemd, or compose file.
    service: PathBuf,
}

impl Places {
    fn of(deployment: Deployment, root: &Path) -> Places {
        match deployment {
            Deployment::Systemd => Places {
                settings: root.join("etc/funray.toml"),
                variables: root.join("etc/funray.env"),
                caddyfile: root.join("etc/caddy/Caddyfile"),
                service: root.join("etc/systemd/system/funray.service"),
            },
            Deployment::Compose => {
                let folder = root.join("opt/funray");
                Places {
                    settings: folder.join("funray.toml"),
                    variables: folder.join("funray.env"),
                    caddyfile: folder.join("Caddyfile"),
                    service: folder.join("compose.yaml"),
                }
            }
        }
    }
}

/// Result of a run.
pub struct Outcome {
    written: Vec<Written>,
    /// Steps that are left to the operator.
    left: Vec<String>,
    /// Settings as written, for the doctor.
    pub config: Config,
}

/// Reads the answers from a file or asks for them, and writes the files.
pub fn run(root: &Path, file: Option<&Path>) -> Result<Outcome, String> {
    let answers = match file {
        Some(file) => {
            let text = fs::read_to_string(file)
                .map_err(|error| format!("{} can't be read: {error}", file.display()))?;
            Answers::parse(&text).map_err(|why| format!("{}: {why}", file.display()))?
        }
        None => {
            let earlier = earlier_answers(root)?;
            let (reader, writer) = (io::stdin().lock(), io::stdout());
            let interview = Interview { reader, writer, earlier: &earlier, answers: Table::new() };
            Answers::from_table(interview.hold()?)?
        }
    };
    write(root, &answers)
}

/// Returns the settings and secrets of an earlier run, as a table of settings.
fn earlier_answers(root: &Path) -> Result<Table, String> {
    let deployments = [Deployment::Systemd, Deployment::Compose];
    let mut all = deployments.into_iter().map(|deployment| Places::of(deployment, root));
    let Some(places) = all.find(|places| places.settings.exists()) else { return Ok(Table::new()) };
    let text = files::read(&places.settings)?;
    let mut table: Table = text.parse().map_err(|_| {
        format!("{} is no valid file of settings; mend it first", places.settings.display())
    })?;
    if places.variables.exists() {
        let variables = env_file::read(&places.variables).map_err(|error| error.to_string())?;
        for (variable, value) in variables {
            let name = variable.strip_prefix("FUNRAY_").unwrap_or_default().to_lowercase();
            let name = name.replace("__", ".");
            if is_secret(&name) && lines::find(&table, &name).is_none() {
                questions::insert(&mut table, &name, Value::from(value));
            }
        }
    }
    Ok(table)
}

fn write(root: &Path, answers: &Answers) -> Result<Outcome, String> {
    let places = Places::of(answers.deployment, root);
    let (old_settings, old_variables) =
        (files::read(&places.settings)?, files::read(&places.variables)?);
    let settings = settings_text(&old_settings, answers)
        .map_err(|why| format!("{}: {why}", places.settings.display()))?;
    let variables = variables_text(&old_variables, answers, &places, root);
    // Nothing is written if the program could not start with it.
    let config = config_of(answers.deployment, &settings, &variables)?;
    let mut drafts = vec![
        Draft { path: places.settings, content: settings.clone(), mode: 0o644, earlier: None },
        Draft { path: places.variables.clone(), content: variables, mode: 0o600, earlier: None },
        Draft {
            path: places.service,
            content: service_text(answers).to_owned(),
            mode: 0o644,
            earlier: Some(service_text(answers).to_owned()),
        },
    ];
    if answers.has_caddy {
        drafts.push(Draft {
            path: places.caddyfile,
            content: caddyfile(&settings, answers.deployment),
            mode: 0o644,
            earlier: Some(caddyfile(&old_settings, answers.deployment)),
        });
    }
    let written = drafts.iter().map(Draft::write).collect::<Result<Vec<_>, _>>()?;
    let is_owned =
        answers.deployment == Deployment::Compose || files::give_to(root, USER, &places.variables);
    Ok(Outcome { written, left: left(root, answers, is_owned), config })
}

fn settings_text(old: &str, answers: &Answers) -> Result<String, String> {
    let mut wanted: BTreeMap<String, Value> = answers
        .settings
        .iter()
        .filter(|(name, _)| !is_secret(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if !old.is_empty() {
        return lines::with_settings(old, &wanted);
    }
    let mut fixed = vec![("environment", "production")];
    if answers.deployment == Deployment::Systemd {
        // The image sets these for containers.
        fixed.extend([
            ("data", "/var/lib/funray"),
            ("listen", "127.0.0.1:8080"),
            ("ops_listen", "127.0.0.1:8081"),
            ("log.format", "json"),
        ]);
    }
    for (name, value) in fixed {
        wanted.entry(name.to_owned()).or_insert_with(|| Value::from(value));
    }
    lines::with_settings(BEGINNING, &wanted)
}

fn variables_text(old: &str, answers: &Answers, places: &Places, root: &Path) -> String {
    let secrets = answers.settings.iter().filter(|(name, _)| is_secret(name));
    let mut wanted: BTreeMap<String, String> =
        secrets.map(|(name, value)| (variable_of(name), variable_value(value))).collect();
    if answers.deployment == Deployment::Systemd && old.is_empty() {
        let inside = places.settings.strip_prefix(root).unwrap_or(&places.settings);
        wanted.insert("FUNRAY_CONFIG".to_owned(), format!("/{}", inside.display()));
    }
    const PASSWORD: &str = "POSTGRES_PASSWORD=";
    if answers.has_postgres && !old.lines().any(|line| line.starts_with(PASSWORD)) {
        let password = random_hex();
        // The network of the containers is their own.
        let url = format!("postgres://funray:{password}@postgres/funray?sslmode=disable");
        wanted.insert("POSTGRES_PASSWORD".to_owned(), password);
        wanted.insert(variable_of("database_url"), url);
    }
    let beginning = if old.is_empty() { BEGINNING_OF_SECRETS } else { old };
    lines::with_variables(beginning, &wanted)
}

fn variable_of(setting: &str) -> String {
    format!("FUNRAY_{}", setting.to_uppercase().replace('.', "__"))
}

/// Settings that the image sets and that the doctor must know.
const OF_THE_IMAGE: [(&str, &str); 2] =
    [("FUNRAY_OPS_LISTEN", "0.0.0.0:8081"), ("FUNRAY_DATA", "/var/lib/funray")];

/// Returns the settings with which the program will run.
fn config_of(deployment: Deployment, settings: &str, variables: &str) -> Result<Config, String> {
    let mut layers = Layers::defaults();
    let fixed: &[(&str, &str)] = match deployment {
        Deployment::Systemd => &[],
        Deployment::Compose => &OF_THE_IMAGE,
    };
    let variables = variables.lines().filter_map(|line| line.split_once('='));
    let variables = variables.chain(fixed.iter().copied());
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let added = layers.add_toml(settings, Origin::File);
    let added = added.and_then(|()| layers.add_environment(variables));
    added.and_then(|()| Config::unchecked(&layers)).map_err(|error| error.to_string())
}

fn service_text(answers: &Answers) -> &'static str {
    match (answers.deployment, answers.has_postgres) {
        (Deployment::Systemd, _) => UNIT,
        (Deployment::Compose, false) => COMPOSE,
        (Deployment::Compose, true) => COMPOSE_POSTGRES,
    }
}

/// Returns the settings of Caddy for the hosts in these settings.
fn caddyfile(settings: &str, deployment: Deployment) -> String {
    let hosts = settings.parse().map(|table| Answers::hosts(&table)).unwrap_or_default();
    let text = CADDYFILE.replace("cards.example, www.cards.example", &hosts.join(", "));
    match deployment {
        Deployment::Systemd => text,
        Deployment::Compose => text
            .replace("127.0.0.1:8080", "funray:8080")
            .replace("output file /var/log/caddy/funray.log", "output stdout"),
    }
}

fn left(root: &Path, answers: &Answers, is_owned: bool) -> Vec<String> {
    let administrator = match answers.administrator.as_str() {
        "" => "you@your.domain",
        address => address,
    };
    let name = "--first-name NAME --last-name NAME";
    let mut steps = Vec::new();
    let run = match answers.deployment {
        Deployment::Systemd => {
            if !root.join("usr/local/bin/funray").exists() {
                steps.push("cp funray /usr/local/bin/funray".to_owned());
            }
            if !is_owned {
                steps.push(format!(
                    "useradd --system --home-dir /var/lib/funray --shell /usr/sbin/nologin {USER}"
                ));
                steps.push(format!("chown {USER}:{USER} /etc/funray.env"));
            }
            steps.push("systemctl daemon-reload && systemctl enable --now funray".to_owned());
            if answers.has_caddy {
                steps.push("apt install caddy && systemctl reload caddy".to_owned());
            }
            |command: &str| {
                format!("runuser -u funray -- funray {command} --env-file /etc/funray.env")
            }
        }
        Deployment::Compose => {
            steps.push("cd /opt/funray && docker compose up -d".to_owned());
            |command: &str| format!("docker compose exec funray funray {command}")
        }
    };
    let commands = [
        &format!("create-admin {administrator} {name}"),
        "key export",
        "key confirm",
        "doctor --online",
    ];
    steps.extend(commands.map(run));
    steps
}

impl Outcome {
    /// Describes the written files.
    pub fn files(&self) -> String {
        let line = |written: &Written| {
            let change = match written.change {
                Change::Made => "made",
                Change::Changed => "changed",
                Change::Unchanged => "unchanged",
                Change::Kept => "kept, as it was changed by hand",
            };
            format!("{}: {change}", written.path.display())
        };
        self.written.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Describes the steps that are left.
    pub fn next_steps(&self) -> String {
        let lines = self.left.iter().enumerate();
        let lines: Vec<String> = lines.map(|(at, step)| format!("{}. {step}", at + 1)).collect();
        format!("Left to do:\n{}", lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    const ANSWERS: &str = r#"
        administrator = "ann@mainstreetcards.ca"
        mail = "smtps://ann:hunter2@mail.mainstreetcards.ca:465"
        [brands.funray]
        public_url = "https://mainstreetcards.ca"
        mail_from = "Cards <hello@mainstreetcards.ca>"
        company = "Main Street Cards Ltd."
    "#;

    fn run_with(root: &Path, answers: &str) -> Outcome {
        write(root, &Answers::parse(answers).expect("answers")).expect("written")
    }

    fn changes(outcome: &Outcome) -> Vec<Change> {
        outcome.written.iter().map(|written| written.change).collect()
    }

    #[test]
    fn write_separates_settings_from_secrets() {
        let root = tempfile::tempdir().expect("a folder");
        let outcome = run_with(root.path(), ANSWERS);
        assert_eq!(changes(&outcome), [Change::Made; 4]);
        let read = |name: &str| fs::read_to_string(root.path().join(name)).expect(name);
        let (settings, variables) = (read("etc/funray.toml"), read("etc/funray.env"));
        assert!(!settings.contains("hunter2"), "{settings}");
        assert!(settings.contains("brands.funray.company = \"Main Street Cards Ltd.\"\n"));
        assert!(settings.contains("http.trusted_proxies = [\"127.0.0.1\"]\n"), "{settings}");
        assert!(variables.contains("FUNRAY_CONFIG=/etc/funray.toml\nFUNRAY_MAIL=smtps://ann:"));
        let mode = fs::metadata(root.path().join("etc/funray.env")).expect("it").permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
        let proxy = read("etc/caddy/Caddyfile");
        assert!(proxy.contains("\nmainstreetcards.ca, www.mainstreetcards.ca {\n"), "{proxy}");
        let steps = outcome.next_steps();
        assert!(steps.contains("useradd") && steps.contains("create-admin ann@mainstreetcards.ca"));
        assert_eq!(outcome.config.brands_served().len(), 1);
    }

    #[test]
    fn write_again_changes_only_other_answers() {
        let root = tempfile::tempdir().expect("a folder");
        run_with(root.path(), ANSWERS);
        let path = |name: &str| root.path().join(name);
        let read = |name: &str| fs::read_to_string(path(name)).expect(name);
        assert_eq!(changes(&run_with(root.path(), ANSWERS)), [Change::Unchanged; 4]);
        let by_hand = read("etc/funray.toml") + "jobs.concurrency = 8\n";
        fs::write(path("etc/funray.toml"), &by_hand).expect("written");
        fs::write(path("etc/systemd/system/funray.service"), "[Unit]\n").expect("written");
        let outcome = run_with(root.path(), &ANSWERS.replace("mainstreetcards.ca", "shop.ca"));
        let [settings, variables, unit, proxy] = changes(&outcome)[..] else {
            panic!("four files")
        };
        assert_eq!((settings, variables), (Change::Changed, Change::Changed));
        assert_eq!((unit, proxy), (Change::Kept, Change::Changed));
        assert_eq!(read("etc/funray.toml"), by_hand.replace("mainstreetcards.ca", "shop.ca"));
        assert!(read("etc/caddy/Caddyfile").contains("\nshop.ca, www.shop.ca {\n"));
    }

    #[test]
    fn write_makes_one_password_for_the_database_of_containers() {
        let root = tempfile::tempdir().expect("a folder");
        let answers = format!("deployment = \"compose\"\ndatabase = \"postgres\"\n{ANSWERS}");
        run_with(root.path(), &answers);
        let file = root.path().join("opt/funray/funray.env");
        let first = fs::read_to_string(&file).expect("variables");
        let password = first.lines().find_map(|line| line.strip_prefix("POSTGRES_PASSWORD="));
        let url = format!(
            "FUNRAY_DATABASE_URL=postgres://funray:{}@postgres/funray?sslmode=disable\n",
            password.expect("a password")
        );
        assert!(first.contains(&url), "{first}");
        assert_eq!(changes(&run_with(root.path(), &answers)), [Change::Unchanged; 4]);
        let proxy = fs::read_to_string(root.path().join("opt/funray/Caddyfile")).expect("it");
        assert!(proxy.contains("reverse_proxy funray:8080") && proxy.contains("output stdout"));
    }

    #[test]
    fn write_writes_nothing_for_settings_that_can_not_work() {
        let root = tempfile::tempdir().expect("a folder");
        let answers = format!("{ANSWERS}\n[gateway]\nlogin_id = \"me\"\n");
        let answers = Answers::parse(&answers).expect("answers");
        let why = write(root.path(), &answers).err().expect("refused");
        assert!(why.contains("gateway"), "{why}");
        assert!(!root.path().join("etc").exists());
    }

    #[test]
    fn earlier_answers_include_secrets() {
        let root = tempfile::tempdir().expect("a folder");
        assert_eq!(earlier_answers(root.path()), Ok(Table::new()));
        run_with(root.path(), ANSWERS);
        let earlier = earlier_answers(root.path()).expect("answers");
        let mail = lines::find(&earlier, "mail").and_then(Value::as_str);
        assert_eq!(mail, Some("smtps://ann:hunter2@mail.mainstreetcards.ca:465"));
    }
}
