//! Commands and flags of the command line. Every flag is also a setting of the settings file: see
//! `config.default.toml`.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum, error::ErrorKind};

use kernel::brand::Brand;
use platform::config::{
    BRANDS_VARIABLE, Config, ConfigError, FILE_VARIABLE, Layers, Origin, env_file,
};

use crate::backups::regular::parse_time;

#[derive(Parser)]
#[command(
    name = "funray",
    bin_name = "funray",
    about = "eGift cards of local shops, and a share for a cause. One program: web app, API, jobs.",
    after_help = "Every setting can also be given as FUNRAY_… in the environment or in a file; `funray config` prints them all.",
    disable_help_subcommand = true,
    version
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub flags: Flags,
}

#[derive(Subcommand)]
pub enum Command {
    /// Ask for what a server needs, and write its settings and the files of its service or containers
    Init(Setup),
    /// Serve the web app and the API, and run the background jobs
    Serve,
    /// Run only the background jobs, beside one or more servers
    Worker,
    /// Bring the database to this program's version: on PostgreSQL the first step of every release
    Migrate,
    /// Distribute the tables over the machines of a Citus cluster, while no program writes; an interrupted run resumes the next time
    Distribute,
    /// Check the books: exit with 0 if every rule holds, otherwise name the rows that break one
    Verify {
        /// Compare with these anchors instead of those in the file store: a file of anchors, or one
        /// anchor as chain/vendor/number/hash
        #[arg(long, value_name = "FILE_OR_POSITION")]
        anchor: Option<String>,
    },
    /// Rebuild the daily totals of reports, while the program serves; an interrupted run resumes the next time
    RebuildReports,
    /// Re-encrypt data after a change of the key, while the program serves; an interrupted run resumes the next time
    RotateKey,
    /// Copy the embedded database while it is in use: to a new file, or encrypted to a folder or bucket
    Backup(BackupPlan),
    /// Restore a backup in the place of a database that no longer exists
    Restore {
        /// File, or an encrypted backup in a bucket as s3://BUCKET/PREFIX/NAME
        file: PathBuf,
    },
    /// Restore the newest backup into a temporary folder, verify its books and record that it was done
    Drill {
        /// Folder or bucket of encrypted backups, as in `funray backup --to`
        #[arg(long, value_name = "PLACE", required_unless_present = "restored_url")]
        from: Option<String>,
        /// Verify this PostgreSQL database instead, which other tools have restored from a backup
        #[arg(long, value_name = "URL", conflicts_with = "from")]
        restored_url: Option<String>,
    },
    /// Copy the program's key to paper
    Key {
        #[command(subcommand)]
        command: KeyCommand,
    },
    /// Print the settings in force and their sources, with secrets masked
    Config,
    /// List what a production start refuses or accepts, and the remedy; with --online also what other machines answer
    Doctor(Examination),
    /// Ask the running program with these settings whether it is ready: exit with 0 if it is
    Healthcheck,
    /// Print the OpenAPI document
    Openapi,
    /// Create a super administrator and print a link to choose a password
    CreateAdmin {
        email: String,
        /// First name; without one the person enters theirs in the account
        #[arg(long, requires = "last_name")]
        first_name: Option<String>,
        #[arg(long, requires = "first_name")]
        last_name: Option<String>,
    },
    /// Print a new link to create the first administrator in the browser
    SetupLink,
    /// Serve the sandbox of the card gateway alone, for development and tests
    #[cfg(feature = "demo")]
    SandboxGateway,
    /// Record a bounced email: read its delivery report from standard input, as the mail server pipes it
    RecordBounce,
    /// Import shops or other records from a CSV file, as a whole or not at all
    Import(ImportPlan),
    /// Send a test email to an address and report whether it was sent
    TestMail { address: String },
}

#[derive(Args)]
pub struct Setup {
    /// Read the answers from this TOML file instead of asking
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Write the files below this folder
    #[arg(long, value_name = "DIR", default_value = "/")]
    pub root: PathBuf,
    /// Check the settings only, and ask no other machine
    #[arg(long)]
    pub offline: bool,
}

#[derive(Args)]
pub struct Examination {
    /// Also check mail server, DNS records, certificates, public addresses, gateway, storage and backups
    #[arg(long)]
    pub online: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ImportPlan {
    /// CSV file whose first row has headings in English or French
    #[arg(required_unless_present = "template")]
    pub file: Option<PathBuf>,
    /// Records of the file
    #[arg(long)]
    pub kind: ImportKind,
    /// Only report what would be new, changed, unchanged and refused
    #[arg(long)]
    pub dry_run: bool,
    /// Write the refused rows and their reasons to this file
    #[arg(long, value_name = "FILE")]
    pub refused: Option<PathBuf>,
    /// Print the headings and an example instead
    #[arg(long, conflicts_with_all = ["file", "dry_run", "refused"])]
    pub template: bool,
}

/// Records that can be imported.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ImportKind {
    Shops,
    Causes,
    Campaigns,
}

#[derive(Args)]
pub struct BackupPlan {
    /// New file for a copy that is not encrypted
    #[arg(required_unless_present_any = ["to", "record"], conflicts_with_all = ["to", "record"])]
    pub file: Option<PathBuf>,
    /// Folder, or bucket as s3://BUCKET/PREFIX, for an encrypted backup
    #[arg(long, value_name = "PLACE", conflicts_with = "record")]
    pub to: Option<String>,
    /// Keep running and make a backup at this interval, such as 6h
    #[arg(long, value_name = "TIME", requires = "to", value_parser = parse_time)]
    pub every: Option<Duration>,
    /// Delete backups that are older than this, such as 30d; the newest one is kept
    #[arg(long, value_name = "TIME", requires = "to", value_parser = parse_time)]
    pub keep: Option<Duration>,
    /// Only record that other tools have backed up the database now
    #[arg(long)]
    pub record: bool,
}

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Print a copy of each key in use, for paper or a password safe
    Export,
    /// Read copies from standard input, and record that each key has one
    Confirm,
}

/// Settings of the invented company that sends the demo's bank files. A settings file and the
/// environment override them.
const DEMO_BANK: &str = r#"
[payouts]
originator_id = "DEMO000001"
short_name = "FUNRAY DEMO"
long_name = "FUNRAY DEMO"
data_centre = "00000"
return_institution = "000"
return_transit = "00000"
return_account = "0000000"
"#;

#[derive(Args, Default)]
pub struct Flags {
    /// Read settings from this TOML file
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read the brands from these folders instead of those inside the program; the first is the default
    #[arg(long, global = true, value_name = "FOLDER", value_delimiter = ',')]
    brands: Vec<PathBuf>,
    /// Also read variables (FUNRAY_…) from this file, such as the environment file of a service
    #[arg(long, global = true, value_name = "FILE")]
    env_file: Option<PathBuf>,
    /// Listen on this address; port 0 picks a free port
    #[arg(long, global = true, value_name = "HOST:PORT")]
    listen: Option<String>,
    /// Serve /healthz, /readyz and /metrics on this address instead
    #[arg(long, global = true, value_name = "HOST:PORT")]
    ops_listen: Option<String>,
    /// Keep the embedded database and files in this folder
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<String>,
    /// Use PostgreSQL instead of the embedded database
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
    /// Read reports, searches and the catalogue from this standby of the PostgreSQL
    #[arg(long, global = true, value_name = "URL")]
    database_read_url: Option<String>,
    /// Add demo data to an empty database, and serve the mailbox page and the sandbox gateway
    #[arg(long, global = true)]
    demo: bool,
    /// Show a brand on a host
    #[arg(long, global = true, value_name = "BRAND=HOST")]
    brand_host: Vec<String>,
    /// Send emails to this target: dir:DIR, smtp://… or smtps://…
    #[arg(long, global = true, value_name = "TARGET")]
    mail: Option<String>,
    /// Use the card gateway at this address
    #[arg(long, global = true, value_name = "URL")]
    gateway_url: Option<String>,
}

/// Prints the help or the version that the user asked for.
pub fn print_help(answer: &clap::Error) -> ExitCode {
    // Printing fails if the reader of the output (such as `head`) has closed the pipe, which is no
    // error.
    let _ = answer.print();
    ExitCode::SUCCESS
}

/// Returns one line that describes an error in the command line and points to `funray --help`.
pub fn complaint(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "which command? `funray --help` lists them".to_owned();
    }
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let what = lines.next().unwrap_or_default();
    // The lines of the error after the first one list missing arguments or suggest a similar name.
    let more: Vec<&str> = lines.take_while(|line| !line.starts_with("Usage:")).collect();
    let what = what.strip_prefix("error: ").unwrap_or(what);
    let sentence = [&[what], &more[..]].concat().join(" ");
    format!("{sentence}; `funray --help` shows what there is")
}

impl Flags {
    /// Reads the brands from the folders that a flag or a variable names, before anything else.
    pub fn read_brands(&self) -> Result<(), String> {
        let variables = self.env_file.as_deref().map(env_file::read).transpose();
        let variables = variables.map_err(|error| error.to_string())?.unwrap_or_default();
        let in_file = variables.into_iter().find(|(name, _)| name == BRANDS_VARIABLE);
        let in_file = in_file.map(|(_, folders)| folders.into());
        let named = std::env::var_os(BRANDS_VARIABLE).or(in_file);
        let named = named.and_then(|folders| folders.into_string().ok()).unwrap_or_default();
        let named = named.split(',').map(str::trim).filter(|folder| !folder.is_empty());
        let folders = match self.brands.is_empty() {
            true => named.map(PathBuf::from).collect(),
            false => self.brands.clone(),
        };
        if folders.is_empty() { Ok(()) } else { Brand::read_folders(&folders) }
    }

    /// Collects the settings: defaults, settings file, environment and these flags. Each of them
    /// overrides the previous ones.
    pub fn layers(&self) -> Result<Layers, ConfigError> {
        let mut layers = Layers::defaults();
        if self.demo {
            layers.add_toml(DEMO_BANK, Origin::Flag)?;
        }
        let variables =
            self.env_file.as_deref().map(env_file::read).transpose()?.unwrap_or_default();
        let in_file = variables.iter().find(|(name, _)| name == FILE_VARIABLE);
        let in_file = in_file.map(|(_, value)| PathBuf::from(value));
        let named = std::env::var_os(FILE_VARIABLE).map(PathBuf::from).or(in_file);
        if let Some(file) = self.config.clone().or(named) {
            layers.add_file(&file)?;
        }
        if let Some(file) = &self.env_file {
            layers.add_environment_of(file, variables)?;
        }
        layers.add_environment(std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        }))?;
        let hosts = (!self.brand_host.is_empty()).then(|| self.brand_host.join(","));
        let given = [
            ("listen", self.listen.clone()),
            ("ops_listen", self.ops_listen.clone()),
            ("data", self.data.clone()),
            ("database_url", self.database_url.clone()),
            ("database_read_url", self.database_read_url.clone()),
            ("demo", self.demo.then(|| "true".to_owned())),
            ("brand_hosts", hosts),
            ("mail", self.mail.clone()),
            ("gateway.url", self.gateway_url.clone()),
        ];
        for (name, text) in given {
            if let Some(text) = text {
                layers.add_flag(name, &text)?;
            }
        }
        Ok(layers)
    }

    pub fn load(&self) -> Result<Config, ConfigError> {
        Config::from_layers(&self.layers()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_has_an_originator_for_its_bank_files() {
        for demo in [true, false] {
            let config = Flags { demo, ..Flags::default() }.load().expect("a configuration");
            assert_eq!(config.payouts.originator().is_some(), demo);
        }
    }
}
