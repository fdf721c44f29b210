//! `funray import`: imports records from a CSV file, or reports what the import would do.

use std::{fs, io::Read, path::Path, sync::Arc};

use access::audit::Author;
use kernel::{brand::Brand, language::Language};
use market::{
    campaigns::import::Campaigns,
    imports::{self, By, Counts, Importer, Plan, Step, Table},
    tenants::import::{Causes, Shops},
};
use platform::{app::App, config::Config, error::Error};

use super::{Problem, build, refuse_new_database, say, sentence};
use crate::cli::{ImportKind, ImportPlan};

/// Maximum refused rows that are printed.
const MAX_PRINTED: usize = 20;

pub async fn run(config: Config, plan: ImportPlan) -> Result<(), Problem> {
    match plan.kind {
        ImportKind::Shops => import::<Shops>(config, plan).await,
        ImportKind::Causes => import::<Causes>(config, plan).await,
        ImportKind::Campaigns => import::<Campaigns>(config, plan).await,
    }
}

async fn import<I: Importer>(config: Config, plan: ImportPlan) -> Result<(), Problem> {
    let Some(file) = plan.file.as_ref().filter(|_| !plan.template) else {
        return say(imports::template::<I>(Language::En).trim_start_matches('\u{feff}'));
    };
    let table = imports::read::<I>(&content(file)?).map(Arc::new).map_err(explain)?;
    refuse_new_database(&config)?;
    let address = config.listen.clone();
    let app = build(config, address).await?;
    let outcome = run_on::<I>(&app, table, &plan).await;
    app.db.close();
    outcome
}

async fn run_on<I: Importer>(
    app: &Arc<App>,
    table: Arc<Table>,
    plan: &ImportPlan,
) -> Result<(), Problem> {
    let planned = imports::preview::<I>(app, table.clone()).await.map_err(explain)?;
    let counts = planned.counts();
    if counts.refused > 0 {
        report_refused::<I>(&table, &planned, plan.refused.as_deref())?;
        let (refused, all) = (counts.refused, counts.all());
        return Err(format!("{refused} of {all} rows are refused, so nothing was imported"));
    }
    if plan.dry_run {
        return say(&format!("Nothing was imported. An import would have {}.", described(&counts)));
    }
    let by = By { author: Author::system("import"), language: Language::En, brand: Brand::DEFAULT };
    let counts = imports::carry_out::<I>(app, by, table, None).await.map_err(explain)?;
    say(&format!("Imported: {}.", described(&counts)))
}

fn described(counts: &Counts) -> String {
    let Counts { new, changed, unchanged, .. } = counts;
    format!("{new} new, {changed} changed and {unchanged} unchanged records")
}

/// Reads at most a little more than an import may have, so that a huge file costs no memory.
fn content(file: &Path) -> Result<Vec<u8>, Problem> {
    const MAX_READ: u64 = 5 << 20;
    let problem = |error| format!("{} can't be read: {error}", file.display());
    let mut bytes = Vec::new();
    fs::File::open(file)
        .and_then(|file| file.take(MAX_READ).read_to_end(&mut bytes))
        .map_err(problem)?;
    Ok(bytes)
}

fn report_refused<I: Importer>(
    table: &Table,
    plan: &Plan<()>,
    file: Option<&Path>,
) -> Result<(), Problem> {
    let refused = plan.rows.iter().filter_map(|row| match &row.step {
        Step::Refused(fields) => Some(format!("line {}: {fields}", row.line)),
        Step::New(()) | Step::Changed(()) | Step::Unchanged => None,
    });
    let lines: Vec<String> = refused.take(MAX_PRINTED).collect();
    say(&lines.join("\n"))?;
    let Some(file) = file else { return Ok(()) };
    let rows = imports::refused_file::<I, ()>(table, plan, Language::En).unwrap_or_default();
    fs::write(file, rows).map_err(|error| format!("{} can't be written: {error}", file.display()))
}

/// Returns the message of an error, with the messages of its fields.
fn explain(error: Error) -> Problem {
    match error {
        Error::Invalid(fields) => fields.iter().map(|(_, text)| text).collect::<Vec<_>>().join(" "),
        other => sentence(other),
    }
}
