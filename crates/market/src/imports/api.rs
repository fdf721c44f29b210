//! `/Imports/…`: import of tables by administrators. One set of calls serves all records.

use std::sync::Arc;

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use table_file::Table;
use utoipa::{ToSchema, openapi::HttpMethod};
use utoipa_axum::router::OpenApiRouter;

use super::{
    By, Counts, Importer, Outcome, Plan, Step,
    errors::{IMPORT_RACED, IMPORT_REFUSED},
    tables::{self, headings},
};
use access::{
    audit::Author,
    auth::{Can, FreshProof},
    idempotency::Once,
};
use kernel::{fields::Fields, language::Language, messages::Message};
use platform::{
    app::App,
    error::Result,
    web::{
        AppState,
        calls::Call,
        extract::{self, Page},
        sizes::MAX_UPLOAD,
    },
};

const TAG: &str = "Imports";

/// Maximum rows in a preview. Refused ones come first, then changed ones.
const MAX_SHOWN: usize = 500;

const NOT_BASE64: Message =
    Message::new("The file must be in base64.", "Le fichier doit être en base64.");

/// Returns the calls of an import.
pub fn routes<I: Importer>() -> OpenApiRouter<Arc<App>> {
    let (kind, names) = (I::KIND, I::NAMES);
    let call = |method, end: &str, id: String, about: String| {
        Call::new(method, format!("/Imports/{kind}{end}"), TAG, id, about)
    };
    let template = call(
        HttpMethod::Get,
        "/template",
        format!("get_{kind}_template"),
        format!("Returns the template for an import of {names}."),
    )
    .details("Headings and the example are in the language of the caller.");
    let previewed = call(
        HttpMethod::Post,
        "/preview",
        format!("preview_{kind}_import"),
        format!("Previews an import of {names}."),
    )
    .details("Changes nothing, and checks each row by the rules of the import.");
    let imported =
        call(HttpMethod::Post, "", format!("import_{kind}"), format!("Imports {names}."))
            .details(
                "The table is imported as a whole or not at all. A row whose key was imported before changes that record. \
                 A column that is left out keeps the stored values; an empty cell clears an optional field.",
            )
            .refuses(&[IMPORT_REFUSED, IMPORT_RACED]);
    OpenApiRouter::new()
        .routes(template.answers::<ImportTemplate>().by(read_template::<I>))
        .routes(previewed.answers::<ImportPreview>().by(preview::<I>))
        .routes(imported.answers::<Imported>().by(import::<I>))
        .layer(DefaultBodyLimit::max(MAX_UPLOAD))
}

/// CSV file as a template.
#[derive(Serialize, ToSchema)]
struct ImportTemplate {
    /// Name for the file.
    name: String,
    /// Content of the file: headings and an example.
    content: String,
}

async fn read_template<I: Importer>(_: Can<I::Right>, caller: Page) -> Json<ImportTemplate> {
    let content = tables::template::<I>(caller.language);
    Json(ImportTemplate { name: format!("{}.csv", I::KIND), content })
}

/// Table to import.
#[derive(Clone, Deserialize, ToSchema)]
struct ImportForm {
    /// The CSV file in base64, at most 4 MB and 5,000 rows. The first row has headings in English or French, in any order.
    content: Option<String>,
}

impl ImportForm {
    fn table<I: Importer>(self) -> Result<Arc<Table>> {
        let mut fields = Fields::default();
        let content = fields.present("content", "File", self.content);
        let content = content.and_then(|content| {
            BASE64_STANDARD.decode(content).map_err(|_| fields.add("content", NOT_BASE64)).ok()
        });
        let content = fields.finish(|| content)?;
        tables::read::<I>(&content).map(Arc::new)
    }
}

/// Outcome that an import would have.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImportPreview {
    /// Number of new records.
    new_rows: usize,
    /// Number of records that would change.
    changed_rows: usize,
    /// Number of records that are stored as the table has them.
    unchanged_rows: usize,
    /// Number of refused rows. If there is one, nothing is imported.
    refused_rows: usize,
    /// Headings of columns that are not imported.
    ignored_columns: Vec<String>,
    /// The first 500 rows: refused ones, then changed, new and unchanged ones.
    rows: Vec<ImportRow>,
    /// CSV file with the refused rows and their reasons; null if no row is refused.
    #[schema(required)]
    refused_file: Option<String>,
}

/// Row of a table with its outcome.
#[derive(Serialize, ToSchema)]
struct ImportRow {
    /// Line of the file at which the row begins.
    line: u64,
    /// The operator's own key.
    key: String,
    /// Name of the record.
    name: String,
    #[schema(inline)]
    outcome: Outcome,
    /// Reasons for which the row is refused.
    reasons: Vec<ImportReason>,
}

/// Reason for which a row is refused.
#[derive(Serialize, ToSchema)]
struct ImportReason {
    /// Heading of the column; empty if the whole row is concerned.
    column: String,
    /// Message in the language of the caller.
    message: String,
}

impl ImportPreview {
    fn new<I: Importer>(table: &Table, plan: &Plan<()>, language: Language) -> ImportPreview {
        let counts = plan.counts();
        let names = headings::<I>(language);
        let reason = |(path, message): (String, String)| ImportReason {
            column: names.get(path.as_str()).map_or(String::new(), |name| (*name).to_owned()),
            message,
        };
        let order = [Outcome::Refused, Outcome::Changed, Outcome::New, Outcome::Unchanged];
        let rows = order
            .into_iter()
            .flat_map(|outcome| plan.rows.iter().filter(move |row| row.step.outcome() == outcome));
        let rows = rows.take(MAX_SHOWN).map(|row| ImportRow {
            line: row.line,
            key: row.key.clone(),
            name: row.name.clone(),
            outcome: row.step.outcome(),
            reasons: match &row.step {
                Step::Refused(fields) => fields.said_in(language).into_iter().map(reason).collect(),
                Step::New(()) | Step::Changed(()) | Step::Unchanged => Vec::new(),
            },
        });
        ImportPreview {
            new_rows: counts.new,
            changed_rows: counts.changed,
            unchanged_rows: counts.unchanged,
            refused_rows: counts.refused,
            ignored_columns: table.unknown.clone(),
            rows: rows.collect(),
            refused_file: tables::refused_file::<I, ()>(table, plan, language),
        }
    }
}

async fn preview<I: Importer>(
    _: Can<I::Right>,
    State(app): AppState,
    caller: Page,
    extract::Json(form): extract::Json<ImportForm>,
) -> Result<Json<ImportPreview>> {
    let table = form.table::<I>()?;
    let plan = super::preview::<I>(&app, table.clone()).await?;
    Ok(Json(ImportPreview::new::<I>(&table, &plan, caller.language)))
}

/// Numbers of imported records.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Imported {
    /// Number of records that were added.
    new_rows: usize,
    /// Number of records that were changed.
    changed_rows: usize,
    /// Number of records that were stored as the table has them.
    unchanged_rows: usize,
}

impl From<Counts> for Imported {
    fn from(counts: Counts) -> Imported {
        Imported {
            new_rows: counts.new,
            changed_rows: counts.changed,
            unchanged_rows: counts.unchanged,
        }
    }
}

async fn import<I: Importer>(
    who: Can<I::Right>,
    _proof: FreshProof,
    State(app): AppState,
    caller: Page,
    once: Once<ImportForm>,
) -> Result<Json<Imported>> {
    let (form, named) = once.by(who.actor.person);
    let table = form.table::<I>()?;
    let by = By { author: Author::of(&who.actor), language: caller.language, brand: caller.brand };
    let counts = super::carry_out::<I>(&app, by, table, Some(named)).await?;
    Ok(Json(counts.into()))
}
