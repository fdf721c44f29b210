//! Import of campaigns. A row names its cause by the operator's own key or by its name.

use std::collections::{BTreeMap, BTreeSet};

use db::Tx;
use serde_json::{Map, Value};
use table_file::Row;

use super::{
    CampaignRow, Draft, actions, add, api::CampaignForm, record_change, record_created, rules,
    store,
};
use access::auth::TenantKind;
use kernel::{
    dates::BusinessDate,
    fields::Fields,
    fold::search_key,
    ids::{CampaignId, Id, TenantId},
    messages,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    web::extract,
};

use crate::{
    imports::{self, By, GONE, ImportColumn, Importer, KeyedRow, Step, keep_keys, key_column},
    tenants::{self, api::ManageTenants, import::Causes},
};

/// Import of campaigns.
pub struct Campaigns;

/// Checked row of a campaign.
pub enum Work {
    Add(Box<(TenantId, Draft)>),
    Change(Box<(CampaignRow, Draft)>),
}

const CAUSE: &str = "charityId";
const GOAL: &str = "goal";

impl Importer for Campaigns {
    const KIND: &'static str = "campaigns";
    const NAMES: &'static str = "campaigns";
    const NAME: &'static str = "name";
    type Right = ManageTenants;
    type Work = Work;

    fn columns() -> Vec<ImportColumn> {
        vec![
            key_column("CAMPAIGN-1001"),
            ImportColumn::required("name", ("Name", "Nom"), ("Winter Coats", "Manteaux d’hiver"))
                .or(&["campaign", "campagne"]),
            ImportColumn::required(CAUSE, ("Cause", "Cause"), ("CAUSE-1001", "CAUSE-1001")).or(&[
                "charity",
                "cause key",
                "organisme",
                "clé de la cause",
            ]),
            ImportColumn::required(
                "startDate",
                ("Start date", "Date de début"),
                ("2030-01-01", "2030-01-01"),
            ),
            ImportColumn::required(
                "endDate",
                ("End date", "Date de fin"),
                ("2030-03-31", "2030-03-31"),
            ),
            ImportColumn::optional("description", ("Description", "Description"), ("", "")),
            ImportColumn::optional("campaignUrl", ("Web address", "Adresse web"), ("", ""))
                .or(&["url"]),
            ImportColumn::optional(GOAL, ("Goal", "Objectif"), ("5000", "5000")),
            ImportColumn::optional("thanks", ("Thanks", "Remerciement"), ("", "")),
        ]
    }

    fn plan(
        tx: &mut Tx<'_>,
        _: &App,
        now: Timestamp,
        rows: &[KeyedRow<'_>],
        locks: bool,
    ) -> Result<Vec<Step<Work>>> {
        let columns: Vec<&'static str> =
            Self::columns().iter().map(|column| column.column.key).collect();
        let causes = KnownCauses::read(tx, rows)?;
        let ids: Vec<Option<CampaignId>> =
            rows.iter().map(|row| row.record.as_deref().map(CampaignId::from_outside)).collect();
        let known: Vec<CampaignId> = ids.iter().flatten().copied().collect();
        let mut stored = store::find_every(tx, &known, locks)?;
        let today = BusinessDate::of(now);
        let steps = rows.iter().zip(ids).map(|(keyed, id)| {
            let before = match id.map(|id| stored.remove(&id)) {
                None => None,
                Some(Some(campaign)) => Some(campaign),
                Some(None) => return Step::Refused(Fields::one("", GONE)),
            };
            step(keyed.row, &columns, &causes, before, today).unwrap_or_else(Step::Refused)
        });
        Ok(steps.collect())
    }

    fn carry_out(
        tx: &mut Tx<'_>,
        _: &App,
        now: Timestamp,
        by: &By,
        work: Vec<(String, Work)>,
    ) -> Result<()> {
        let mut keys = Vec::new();
        for (key, work) in work {
            match work {
                Work::Add(new) => {
                    let (charity, draft) = *new;
                    let id = add(tx, now, charity, &draft)?;
                    record_created(tx, now, &by.author, id)?;
                    keys.push((key, id.to_string()));
                }
                Work::Change(change) => {
                    let (before, draft) = *change;
                    store::update(tx, now, before.id, &draft, before.logo_hue)?;
                    record_change(tx, now, &by.author, actions::CAMPAIGN_CHANGED, &before)?;
                }
            }
        }
        keep_keys(tx, Self::KIND, &keys)
    }
}

/// Ids of causes by the operator's own keys and by their folded names.
struct KnownCauses {
    by_key: BTreeMap<String, String>,
    by_name: BTreeMap<String, String>,
}

impl KnownCauses {
    fn read(tx: &mut Tx<'_>, rows: &[KeyedRow<'_>]) -> Result<KnownCauses> {
        let cells: BTreeSet<&str> = rows
            .iter()
            .filter_map(|row| row.row.get(CAUSE))
            .filter(|cell| !cell.is_empty())
            .collect();
        let cells: Vec<&str> = cells.into_iter().collect();
        let by_key = imports::find_keys(tx, Causes::KIND, &cells)?;
        let names: BTreeSet<String> = cells.iter().map(|cell| search_key(cell)).collect();
        let names: Vec<String> = names.into_iter().collect();
        let by_name = tenants::ids_by_name(tx, TenantKind::Charity, &names)?;
        Ok(KnownCauses { by_key, by_name })
    }

    fn find(&self, cell: &str) -> Option<&String> {
        self.by_key.get(cell).or_else(|| self.by_name.get(&search_key(cell)))
    }
}

/// Checks a row by the rules of the portal's form.
fn step(
    row: &Row,
    columns: &[&'static str],
    causes: &KnownCauses,
    before: Option<CampaignRow>,
    today: BusinessDate,
) -> Result<Step<Work>, Fields> {
    let mut problems = Fields::default();
    let mut form = Map::new();
    for column in columns {
        let Some(cell) = row.get(column) else { continue };
        let value = match *column {
            CAUSE if cell.is_empty() => {
                problems.add(CAUSE, messages::required("Cause"));
                Value::Null
            }
            CAUSE => match causes.find(cell) {
                Some(id) => id.clone().into(),
                None => {
                    problems.add(CAUSE, messages::NOT_IN_LIST);
                    Value::Null
                }
            },
            GOAL if cell.is_empty() => 0.into(),
            GOAL => dollars(cell).unwrap_or_else(|| {
                problems.add(GOAL, messages::UNREADABLE);
                Value::Null
            }),
            _ => cell.into(),
        };
        form.insert((*column).to_owned(), value);
    }
    let text = Value::Object(form).to_string();
    let form: CampaignForm = extract::from_json(text.as_bytes()).map_err(|error| match error {
        Error::Invalid(fields) => fields,
        _ => Fields::one("", messages::UNREADABLE),
    })?;
    let mut change = form.check();
    problems.merge(std::mem::take(&mut change.problems));
    change.problems = problems;
    let draft = rules::drafted(&change, before.as_ref(), today)?;
    Ok(match (before, change.charity) {
        (Some(before), _) if before.draft() == draft => Step::Unchanged,
        (Some(before), _) => Step::Changed(Work::Change(Box::new((before, draft)))),
        (None, Some(charity)) => Step::New(Work::Add(Box::new((charity, draft)))),
        (None, None) => Step::Refused(Fields::one(CAUSE, messages::required("Cause"))),
    })
}

/// Reads an amount such as `5000`, `$5,000.00` or `5 000,00 $` as a JSON number.
fn dollars(cell: &str) -> Option<Value> {
    let text: String =
        cell.chars().filter(|letter| !letter.is_whitespace() && *letter != '$').collect();
    let (whole, cents) = match text.rfind(['.', ',']) {
        Some(at) if text.len() - at <= 3 => (&text[..at], &text[at + 1..]),
        _ => (text.as_str(), ""),
    };
    let whole: String = whole.chars().filter(|letter| !matches!(letter, ',' | '.')).collect();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(&whole) || !is_number(cents) {
        return None;
    }
    let number = match cents {
        "" => whole,
        cents => format!("{whole}.{cents}"),
    };
    serde_json::from_str(&number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_reads_amounts_of_both_languages() {
        for (cell, number) in [
            ("5000", Some("5000")),
            ("$5,000.00", Some("5000.0")),
            ("5 000,50 $", Some("5000.5")),
            ("5,000", Some("5000")),
            ("x", None),
            ("-5", None),
            ("1e3", None),
        ] {
            assert_eq!(dollars(cell).map(|value| value.to_string()).as_deref(), number, "{cell}");
        }
    }
}
