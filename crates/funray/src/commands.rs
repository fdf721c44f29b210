//! Runs the commands of the command line: reads the settings, does the work and returns the error
//! to print.

mod imports;
mod safeguards;

use std::{
    io::{self, Read, Write},
    sync::Arc,
    time::Duration,
};

use db::{Db, Engine, PostgresOptions, SchemaState, SqliteOptions};
use tokio::{net::TcpListener, runtime::Runtime, time::timeout};

use access::rotation::Rotation;
use finance::{
    reports,
    verify::{self, Anchor, Report, Rules},
};
use kernel::{brand::Brand, clock::Clock, contact::Email, fields::Fields, language::Language};
use mail::{Mail, TestLetter};
use platform::{
    app::{App, Parts},
    clocks::{self, Lead},
    companies,
    config::{Check, Config, Environment},
    distribution, fail_points, jobs, logging, migrations,
    passwords::Passwords,
    services::{
        files::Files,
        gateway::{Gateway, Merchant},
        mailer::Transport,
    },
    web::server,
};

use crate::{
    backups,
    cli::{Cli, Command, Examination, Flags, KeyCommand, Setup},
    demo::Demo,
    doctor::{
        self,
        online::{
            self, Installation, Part, dns::Resolver, finding::Finding, site::roots_of_the_system,
        },
    },
    features, health, init, router,
    stopping::{Work, close},
    work,
};

/// Error message for the person who started the program.
type Problem = String;

pub fn run(cli: Cli) -> Result<(), Problem> {
    cli.flags.read_brands()?;
    match cli.command {
        Command::Init(setup) => set_up(&setup),
        Command::Config => print_config(&cli.flags),
        Command::Doctor(examination) => examine(&cli.flags, &examination),
        Command::Healthcheck => check_health(&cli.flags.load().map_err(sentence)?),
        Command::Openapi => io::stdout().write_all(&router::document()).map_err(sentence),
        Command::Migrate => migrate(&cli.flags),
        Command::Distribute => distribute(&cli.flags),
        Command::Verify { anchor } => in_runtime(&cli.flags, |config| verify_books(config, anchor)),
        Command::RebuildReports => in_runtime(&cli.flags, rebuild_reports),
        Command::RotateKey => in_runtime(&cli.flags, rotate_key),
        Command::Backup(plan) => in_runtime(&cli.flags, |config| safeguards::back_up(config, plan)),
        Command::Restore { file } => {
            in_runtime(&cli.flags, |config| safeguards::restore(config, file))
        }
        Command::Drill { from, restored_url } => {
            in_runtime(&cli.flags, |config| safeguards::drill(config, from, restored_url))
        }
        Command::Key { command: KeyCommand::Export } => {
            in_runtime(&cli.flags, safeguards::export_keys)
        }
        Command::Key { command: KeyCommand::Confirm } => {
            in_runtime(&cli.flags, safeguards::confirm_keys)
        }
        Command::Serve => in_runtime(&cli.flags, serve),
        Command::Worker => in_runtime(&cli.flags, work),
        Command::SetupLink => in_runtime(&cli.flags, print_setup_link),
        #[cfg(feature = "demo")]
        Command::SandboxGateway => in_runtime(&cli.flags, sandbox_gateway),
        Command::CreateAdmin { email, first_name, last_name } => {
            let name = first_name.zip(last_name);
            in_runtime(&cli.flags, |config| create_admin(config, email, name))
        }
        Command::RecordBounce => in_runtime(&cli.flags, record_bounce),
        Command::Import(plan) => in_runtime(&cli.flags, |config| imports::run(config, plan)),
        Command::TestMail { address } => {
            in_runtime(&cli.flags, |config| test_mail(config, address))
        }
    }
}

fn sentence(error: impl std::fmt::Display) -> Problem {
    error.to_string()
}

fn say(text: &str) -> Result<(), Problem> {
    let mut out = io::stdout();
    writeln!(out, "{}", text.trim_end()).and_then(|()| out.flush()).map_err(sentence)
}

/// Prints the settings. If the settings are invalid, prints them nevertheless and returns the
/// error.
fn print_config(flags: &Flags) -> Result<(), Problem> {
    let layers = flags.layers().map_err(sentence)?;
    say(&layers.to_string())?;
    Config::from_layers(&layers).map(drop).map_err(sentence)
}

/// Writes the files of a server, checks what can be checked before it runs, and prints the steps
/// that are left.
fn set_up(setup: &Setup) -> Result<(), Problem> {
    const BEFORE_THE_START: [Part; 4] = [Part::Settings, Part::Mail, Part::Domains, Part::Gateway];
    let outcome = init::run(&setup.root, setup.answers.as_deref())?;
    say(&outcome.files())?;
    let parts = if setup.offline { &BEFORE_THE_START[..1] } else { &BEFORE_THE_START };
    let installation =
        installation(outcome.config.clone(), Err("it is made at the first start".to_owned()));
    let findings = examine_parts(&installation, parts)?;
    let lines = findings.iter().filter(|finding| finding.outcome != online::finding::Outcome::Fine);
    let lines: Vec<String> = lines.map(ToString::to_string).collect();
    say(&format!("\n{}\n\n{}", lines.join("\n"), outcome.next_steps()))
}

fn installation(config: Config, db: Result<Db, Problem>) -> Installation {
    Installation {
        config,
        db,
        now: Clock::system().now(),
        resolver: Resolver::of_the_system(),
        roots: roots_of_the_system(),
        patience: online::PATIENCE,
    }
}

fn examine_parts(installation: &Installation, parts: &[Part]) -> Result<Vec<Finding>, Problem> {
    let runtime = Runtime::new().map_err(sentence)?;
    let findings = runtime.block_on(online::examine(installation, parts));
    // A thread that still waits for another machine must not keep the program from exiting.
    runtime.shutdown_background();
    Ok(findings)
}

/// Prints the checks that a production start makes, even if the environment is not production, and
/// on request those that ask other machines. Fails if a production start would be refused or
/// something does not work.
fn examine(flags: &Flags, examination: &Examination) -> Result<(), Problem> {
    let config = Config::unchecked(&flags.layers().map_err(sentence)?).map_err(sentence)?;
    if examination.online {
        return examine_online(config, examination.json);
    }
    let mut checks = doctor::checks(&config);
    if !config.database_url.is_empty() {
        checks.push(check_clock(&config));
    }
    if examination.json {
        let findings: Vec<Finding> = checks.iter().map(Finding::of_settings).collect();
        say_findings(&config, &findings, true)?;
    } else {
        let lines = checks.iter().map(ToString::to_string);
        let lines: Vec<String> = [doctor::place(&config)].into_iter().chain(lines).collect();
        say(&lines.join("\n"))?;
    }
    match checks.iter().filter(|check| check.refusal().is_some()).count() {
        0 => Ok(()),
        refused => Err(format!("a production start refuses {refused} of these")),
    }
}

fn examine_online(config: Config, is_json: bool) -> Result<(), Problem> {
    let db = match config.database_url.is_empty() {
        // Opening a missing file would make an empty database.
        true => backups::existing_file(&config).and_then(|_| open_database(&config)),
        false => open_database(&config),
    };
    let installation = installation(config, db);
    let findings = examine_parts(&installation, &Part::ALL)?;
    say_findings(&installation.config, &findings, is_json)?;
    match findings.iter().filter(|finding| finding.is_bad()).count() {
        0 => Ok(()),
        bad => Err(format!("{bad} of these need to be mended")),
    }
}

fn say_findings(config: &Config, findings: &[Finding], is_json: bool) -> Result<(), Problem> {
    if is_json {
        let ready = !findings.iter().any(Finding::is_bad);
        let report = serde_json::json!({ "ready": ready, "findings": findings });
        return say(&format!("{report:#}"));
    }
    let lines = findings.iter().map(ToString::to_string);
    let lines: Vec<String> = [doctor::place(config)].into_iter().chain(lines).collect();
    say(&lines.join("\n"))
}

/// Compares this machine's clock with the clock of the database server. Leases of jobs and rate
/// limits need clocks that agree.
fn check_clock(config: &Config) -> Check {
    const SUBJECT: &str = "clock";
    let lead = open_database(config).and_then(|db| {
        let runtime = Runtime::new().map_err(sentence)?;
        runtime.block_on(clocks::lead(&db)).map_err(sentence)
    });
    match lead.map(Lead::problem) {
        Ok(None) => Check::fine(SUBJECT),
        Ok(Some(problem)) => {
            Check::refused(SUBJECT, &problem, "let one time server set both clocks")
        }
        Err(why) => Check::advice(SUBJECT, &format!("it could not be compared: {why}")),
    }
}

/// Loads the settings, starts the log and the async runtime, and runs a command to its end.
fn in_runtime<R: Future<Output = Result<(), Problem>>>(
    flags: &Flags,
    command: impl FnOnce(Config) -> R,
) -> Result<(), Problem> {
    let config = flags.load().map_err(sentence)?;
    let _log = logging::start(&config.log, &config.tracing)?;
    let runtime = Runtime::new().map_err(sentence)?;
    let outcome = runtime.block_on(command(config));
    // Ends the remaining background tasks, so that they don't keep the program from exiting.
    runtime.shutdown_background();
    outcome
}

fn open_database(config: &Config) -> Result<Db, Problem> {
    let settings = &config.database;
    if !config.database_url.is_empty() {
        let options = PostgresOptions {
            connections: settings.connections,
            queue_limit: settings.queue_limit,
            queue_timeout: settings.queue_timeout(),
            statement_timeout: settings.time_limit(),
            replica_url: Some(config.database_read_url.clone()).filter(|url| !url.is_empty()),
            ..PostgresOptions::default()
        };
        return Db::postgres(&config.database_url, options).map_err(|error| {
            format!("{error}; check database_url (FUNRAY_DATABASE_URL) and that PostgreSQL runs")
        });
    }
    let folder = config.data.display();
    std::fs::create_dir_all(&config.data).map_err(|error| {
        format!("the data folder {folder} can't be made: {error}; choose another with --data")
    })?;
    let options = SqliteOptions {
        readers: settings.readers,
        queue_limit: settings.queue_limit,
        queue_timeout: settings.queue_timeout(),
        time_limit: settings.time_limit(),
        ..SqliteOptions::default()
    };
    Db::sqlite(&backups::database_file(config), options).map_err(|error| {
        format!("{error}; check that the data folder {folder} can be written, or choose another with --data")
    })
}

/// Opens the database and checks that its schema has this program's version. Migrates an embedded
/// or empty database. A PostgreSQL database in use must be migrated by `funray migrate` as a step
/// of the release, because other nodes still serve with the old schema.
fn open_fitting(config: &Config) -> Result<Db, Problem> {
    let db = open_database(config)?;
    match db.schema_state(migrations::ALL).map_err(sentence)? {
        SchemaState::UpToDate => {}
        newer @ SchemaState::Newer { .. } => tracing::warn!("{newer}"),
        SchemaState::Empty => bring_up(&db)?,
        SchemaState::Pending(_) if db.engine() == Engine::Sqlite => bring_up(&db)?,
        other => return Err(migrations::advice(&other)),
    }
    Ok(db)
}

fn bring_up(db: &Db) -> Result<(), Problem> {
    let applied = db.migrate(migrations::ALL).map_err(sentence)?;
    tracing::info!(?applied, "the database was brought to this program's version");
    Ok(())
}

fn migrate(flags: &Flags) -> Result<(), Problem> {
    let config = flags.load().map_err(sentence)?;
    let db = open_database(&config)?;
    if let other @ SchemaState::OtherList { .. } =
        db.schema_state(migrations::ALL).map_err(sentence)?
    {
        return Err(migrations::advice(&other));
    }
    let applied = db.migrate(migrations::ALL).map_err(sentence)?;
    let state = db.schema_state(migrations::ALL).map_err(sentence)?;
    let distributed = db.keep_distributed(&distribution::PLAN).map_err(sentence)?;
    db.close();
    for number in applied {
        say(&format!("Migration {number} was applied."))?;
    }
    say_distributed(&distributed)?;
    match state {
        SchemaState::UpToDate => say("The database is at this program's version."),
        other => say(&format!("Nothing was changed: {other}.")),
    }
}

/// Distributes the tables over the machines of a cluster. The schema must be this program's,
/// because the plan names its tables.
fn distribute(flags: &Flags) -> Result<(), Problem> {
    let mut config = flags.load().map_err(sentence)?;
    let db = open_existing(&mut config)?;
    let distributed = db.distribute(&distribution::PLAN).map_err(sentence)?;
    db.close();
    say_distributed(&distributed)?;
    say("The tables are distributed over the machines of the cluster.")
}

fn say_distributed(tables: &[String]) -> Result<(), Problem> {
    tables.iter().try_for_each(|table| say(&format!("Table {table} was distributed.")))
}

async fn serve(config: Config) -> Result<(), Problem> {
    // Binds the address before opening the database. Two programs on the same address are the most
    // common mistake, and checking for it first is cheap.
    let listener = server::bind(&config.listen, "--listen").await?;
    let ops_listener = bind_for_operators(&config).await?;
    let address = listener.local_addr().map_err(sentence)?.to_string();
    let app = build(config, address.clone()).await?;
    refuse_wrong_merchant(&app).await?;
    let demo = Demo::new(&app);
    let about_the_demo = demo.open(&app).await?;
    // Installs the signal handlers before announcing the address. A supervisor that reads the
    // announcement may send a signal at once.
    let stop = server::asked_to_stop().map_err(sentence)?;
    announce(&app, &address, about_the_demo)?;
    // The only output that contains the link. It goes to no other log.
    if let Some(link) = accounts::setup::new_link(&app).await.map_err(sentence)? {
        say(&setup_line(&link))?;
    }

    let work = Work::start(&app);
    answer_operators(ops_listener, &app)?;
    let router = router::router(app.clone(), &demo);
    // Jobs and requests in progress finish at the same time, within the same deadline.
    let asked = async {
        stop.await;
        work.ask_to_stop();
    };
    server::serve(listener, router, app.clone(), asked).await;
    work.finish().await;
    close(app.db.clone()).await;
    tracing::info!("stopped");
    Ok(())
}

async fn bind_for_operators(config: &Config) -> Result<Option<TcpListener>, Problem> {
    match config.ops_listen.as_str() {
        "" => Ok(None),
        address => server::bind(address, "--ops-listen").await.map(Some),
    }
}

/// Serves `/healthz`, `/readyz` and `/metrics` on a separate address until the process ends. A node
/// that is shutting down can thus still report that it is not ready.
fn answer_operators(listener: Option<TcpListener>, app: &Arc<App>) -> Result<(), Problem> {
    let Some(listener) = listener else { return Ok(()) };
    let address = listener.local_addr().map_err(sentence)?;
    let router = router::ops_router(app.clone());
    tokio::spawn(server::serve(listener, router, app.clone(), std::future::pending()));
    say(&format!("operators ask http://{address}"))
}

/// Requests `/readyz` from the running program. Serves containers and supervisors that have no HTTP
/// client.
fn check_health(config: &Config) -> Result<(), Problem> {
    say(&health::ask(config)?)
}

async fn build(config: Config, address: String) -> Result<Arc<App>, Problem> {
    doctor::refuse_or_warn(&config)?;
    // Reads these settings first, so that invalid ones are reported before anything is written.
    let (fail_points, clock) = fail_points::from_environment()?;
    let mailer = Transport::from_config(&config)?;
    let gateway = Gateway::from_config(&config, &address, clock.now())?;
    let passwords = Passwords::new(&config.passwords)?;
    // Opening the database also creates the data folder, which may contain the file store.
    let db = open_fitting(&config)?;
    let entered = db.read(companies::all).await.map_err(sentence)?;
    if config.environment == Environment::Production {
        config.with_companies(&entered).refuse_examples_for_money().map_err(sentence)?;
    }
    let secrets = backups::fitting_secrets(&config, &db).await?;
    let app = App::new(Parts {
        mailer: mailer.prepared()?,
        files: Files::from_config(&config)?,
        gateway,
        db,
        secrets,
        passwords,
        clock,
        fail_points,
        listening_on: address,
        shared: features::shared(),
        config,
    });
    Ok(app)
}

/// Maximum time that the start of the program waits for the gateway's details of our merchant
/// account.
const MAX_CHECK_TIME: Duration = Duration::from_secs(5);

/// Fails if the account at the card gateway belongs to another merchant. Only logs a warning if the
/// gateway can't be reached.
async fn refuse_wrong_merchant(app: &App) -> Result<(), Problem> {
    let Some(gateway) = &app.gateway else { return Ok(()) };
    // The built-in sandbox gateway can't answer yet, because this program's server doesn't run yet.
    if app.config.gateway.is_inside(app.config.demo) {
        return Ok(());
    }
    let asked = gateway.check_merchant(app.config.takes_real_money());
    match timeout(MAX_CHECK_TIME, asked).await {
        Ok(Merchant::Fits) => Ok(()),
        Ok(Merchant::Misfits(why)) => Err(why),
        Ok(Merchant::Unknown(why)) => {
            tracing::warn!(why, "the gateway's account could not be checked");
            Ok(())
        }
        Err(_) => {
            tracing::warn!("the gateway takes too long to tell of its account");
            Ok(())
        }
    }
}

fn announce(app: &App, address: &str, about_the_demo: Vec<String>) -> Result<(), Problem> {
    let mut lines = vec![format!("listening on http://{address}")];
    for brand in app.config.brands_served() {
        lines.push(format!("{:<8} {}", brand.name(), app.public_url(brand)));
    }
    lines.extend(about_the_demo);
    say(&lines.join("\n"))
}

/// Serves the sandbox gateway without the rest of the program, until the process is asked to stop.
#[cfg(feature = "demo")]
async fn sandbox_gateway(config: Config) -> Result<(), Problem> {
    use crate::demo;
    if config.environment == Environment::Production {
        return Err(
            "the sandbox gateway moves no real money and never runs in production".to_owned()
        );
    }
    let listener = server::bind(&config.listen, "--listen").await?;
    let address = listener.local_addr().map_err(sentence)?;
    let sandbox = demo::new_sandbox(&Clock::system());
    let stop = server::asked_to_stop().map_err(sentence)?;
    let mut lines = vec![
        format!("listening on http://{address}"),
        format!("use it by `funray serve --gateway-url http://{address}`"),
    ];
    lines.extend(demo::open_admin(&config, &sandbox).await?);
    say(&lines.join("\n"))?;
    tokio::select! {
        served = axum::serve(listener, sandbox.router()) => served.map_err(sentence),
        () = stop => Ok(()),
    }
}

/// Opens an existing database without time limits on statements. Fails if there is no database, or
/// if its schema doesn't fit this program.
fn open_existing(config: &mut Config) -> Result<Db, Problem> {
    config.database.take_all_the_time();
    if config.database_url.is_empty() {
        backups::existing_file(config)?;
    }
    let db = open_database(config)?;
    let state = db.schema_state(migrations::ALL).map_err(sentence)?;
    if state.is_fit() { Ok(db) } else { Err(migrations::advice(&state)) }
}

/// Checks every rule of the books. Returns an error that names the rows that break a rule.
async fn verify_books(mut config: Config, anchor: Option<String>) -> Result<(), Problem> {
    let rules = features::rules();
    let kept = anchor.map(|anchor| read_anchors(&rules, &anchor)).transpose()?;
    let db = open_existing(&mut config)?;
    let key = verify::Keys::of(&backups::secrets_to_read_with(&config, &db).await?);
    let (misfits, anchors) = match kept {
        Some(kept) => {
            let count = kept.len();
            (verify::compare(&db, kept).await.map_err(sentence)?, count)
        }
        None => {
            let files = Files::from_config(&config)?;
            verify::compare_stored(&db, &files, &rules).await.map_err(sentence)?
        }
    };
    let report = verify::report(&db, rules, &key, misfits).await.map_err(sentence)?;
    let now = Clock::system().now();
    let overdue = db.read(move |tx| verify::overdue(tx, now)).await.map_err(sentence)?;
    db.close();
    for payment in &overdue {
        say(&format!("A payment needs somebody to look at it: {payment}"))?;
    }
    if !report.breaches.is_empty() {
        let lines: Vec<String> = report.breaches.iter().map(ToString::to_string).collect();
        return Err(format!("the books are wrong: {}", lines.join("; ")));
    }
    let Report { tallies, summary, is_resumed, .. } = report;
    let tallies: Vec<String> = tallies.iter().map(ToString::to_string).collect();
    say(&format!(
        "Every invariant holds: {}, {} cards with {} on them. {anchors} anchors fit.{}",
        tallies.join(", "),
        summary.cards,
        summary.outstanding,
        if is_resumed { " Money may move again." } else { "" }
    ))
}

/// Rebuilds the daily totals of reports from the ledger. Other nodes may keep serving requests
/// meanwhile.
async fn rebuild_reports(mut config: Config) -> Result<(), Problem> {
    let db = open_existing(&mut config)?;
    let rebuilt = reports::rebuild(&db, &Clock::system()).await.map_err(sentence)?;
    db.close();
    say(&format!(
        "The totals of the reports of {} vendors are made anew.{}",
        rebuilt.vendors,
        if rebuilt.is_resumed { " Some had been made before this was interrupted." } else { "" }
    ))
}

/// Re-encrypts data that was encrypted with a previous key. Other nodes may keep serving requests
/// meanwhile.
async fn rotate_key(mut config: Config) -> Result<(), Problem> {
    if config.previous_keys.is_empty() {
        return Err(
            "previous_keys is empty, so there is no key to change from; docs/keys.md says how a key is changed".to_owned(),
        );
    }
    let db = open_existing(&mut config)?;
    let secrets = Arc::new(backups::fitting_secrets(&config, &db).await?);
    let rotation = Rotation::new(db.clone(), secrets, features::under_keys());
    let rotated = rotation.finish(Clock::system().now()).await.map_err(sentence)?;
    db.close();
    match rotated.unreadable {
        0 => say(&rotated.to_string()),
        _ => Err(rotated.to_string()),
    }
}

/// Reads anchors (recorded ends of seal chains) from a file. If there is no such file, parses the
/// argument itself as one anchor.
fn read_anchors(rules: &Rules, given: &str) -> Result<Vec<Anchor>, Problem> {
    let text = match std::fs::read_to_string(given) {
        Ok(text) => text,
        Err(_) => given.to_owned(),
    };
    verify::parse_anchors(rules, &text)
        .ok_or_else(|| format!("{given:?} is neither a file of anchors nor one of them"))
}

async fn work(config: Config) -> Result<(), Problem> {
    let ops_listener = bind_for_operators(&config).await?;
    let address = config.listen.clone();
    let app = build(config, address).await?;
    let stop = server::asked_to_stop().map_err(sentence)?;
    say("doing jobs")?;
    let work = Work::start(&app);
    answer_operators(ops_listener, &app)?;
    stop.await;
    app.start_draining();
    work.ask_to_stop();
    work.finish().await;
    close(app.db.clone()).await;
    Ok(())
}

/// Maximum size of a bounce report that is read, in bytes. The rest of a longer report only repeats
/// pictures of the original email.
const MAX_REPORT_BYTES: u64 = 4 << 20;

async fn record_bounce(mut config: Config) -> Result<(), Problem> {
    let mut report = Vec::new();
    io::stdin().take(MAX_REPORT_BYTES).read_to_end(&mut report).map_err(sentence)?;
    let db = open_existing(&mut config)?;
    let recorded = mail::record_bounce(&db, &report).await;
    db.close();
    say(&recorded.map_err(sentence)?.to_string())
}

/// With a wrong data folder, a command would create a second database, and a link that it prints
/// would not work on the running server.
fn refuse_new_database(config: &Config) -> Result<(), Problem> {
    if !config.database_url.is_empty() {
        return Ok(());
    }
    backups::existing_file(config).map(drop).map_err(|missing| {
        format!("{missing}, or name the service's variables with --env-file; the first start of `funray serve` makes it")
    })
}

/// Prints a link to the page on which the first administrator is created.
async fn print_setup_link(config: Config) -> Result<(), Problem> {
    refuse_new_database(&config)?;
    let is_production = config.environment == Environment::Production;
    let address = config.listen.clone();
    let app = build(config, address).await?;
    let link = accounts::setup::new_link(&app).await.map_err(sentence);
    app.db.close();
    match link? {
        Some(link) => say(&setup_line(&link)),
        None if is_production => Err(
            "an administrator exists, so this server is set up; `funray create-admin EMAIL` creates another one".to_owned(),
        ),
        None => Err(
            "the page /setup exists in production only; `funray create-admin EMAIL` creates an administrator".to_owned(),
        ),
    }
}

fn setup_line(link: &str) -> String {
    let hours = accounts::setup::LINK_LASTS.as_secs() / 3600;
    format!("Create the first administrator within {hours} hours: {link}")
}

/// Creates a super administrator without an invitation, because at first there is no administrator
/// who could send one.
async fn create_admin(
    config: Config,
    email: String,
    name: Option<(String, String)>,
) -> Result<(), Problem> {
    let to = Email::parse(&email).ok_or_else(|| format!("{email:?} is no email address"))?;
    if let Some((first, last)) = &name {
        let mut fields = Fields::default();
        people::check_names(&mut fields, first, last);
        fields.finish(|| Some(())).map_err(|fields| fields.to_string())?;
    }
    refuse_new_database(&config)?;
    let address = config.listen.clone();
    let app = build(config, address).await?;
    let link = accounts::create_super_administrator(&app, to, name).await.map_err(sentence)?;
    app.db.close();
    say(&format!("{email} is a super administrator. Open this link to choose a password:\n{link}"))
}

/// Sends a test email through the job queue, so that the whole path of an email is tested.
async fn test_mail(config: Config, address: String) -> Result<(), Problem> {
    let to = Email::parse(&address).ok_or_else(|| format!("{address:?} is no email address"))?;
    let address = config.listen.clone();
    let app = build(config, address).await?;
    let now = app.clock.now();
    let letter = TestLetter::Test;
    let mail = Mail { to: to.to_string(), brand: Brand::DEFAULT, lang: Language::En, letter };
    let id = app.db.write(move |tx| mail::post(tx, now, &mail)).await.map_err(sentence)?;
    let handlers = Arc::new(work::handlers());
    jobs::run_due(&app, &handlers).await.map_err(sentence)?;
    let left = jobs::last_error(&app.db, id).await.map_err(sentence)?;
    app.db.close();
    match left {
        None => say(&format!("The mail to {to} went out.")),
        Some(why) => {
            Err(format!("the mail to {to} did not go out yet: {why}; it stays in the queue"))
        }
    }
}
