//! Import of shops and causes. New ones are pending, and their contact persons are invited when an
//! administrator activates them.

use std::collections::BTreeMap;

use db::Tx;
use serde_json::{Map, Value};
use table_file::Row;

use super::{Profile, Tenant, api::ManageTenants, api::TenantForm, facts, recorded, rules, store};
use access::auth::TenantKind;
use kernel::{
    fields::Fields,
    fold::search_key,
    ids::{Id, TenantId},
    messages,
    timestamp::Timestamp,
};
use platform::{
    app::App,
    error::{Error, Result},
    web::extract,
};

use crate::{
    directory::{self, CategoryRow, OrganizationRow, RegionRow},
    imports::{By, GONE, ImportColumn, Importer, KeyedRow, Step, keep_keys, key_column},
};

/// Import of shops.
pub struct Shops;

/// Import of causes.
pub struct Causes;

/// Checked row of a shop or cause.
pub enum Work {
    Add(Box<Profile>),
    Change(Box<Tenant>, Box<Profile>),
}

macro_rules! importer {
    ($type:ty, $kind:expr, $word:literal, $names:literal) => {
        impl Importer for $type {
            const KIND: &'static str = $word;
            const NAMES: &'static str = $names;
            const NAME: &'static str = "displayName";
            type Right = ManageTenants;
            type Work = Work;

            fn columns() -> Vec<ImportColumn> {
                columns($kind)
            }

            fn plan(
                tx: &mut Tx<'_>,
                app: &App,
                _: Timestamp,
                rows: &[KeyedRow<'_>],
                locks: bool,
            ) -> Result<Vec<Step<Work>>> {
                plan(tx, app, $kind, rows, locks)
            }

            fn carry_out(
                tx: &mut Tx<'_>,
                app: &App,
                now: Timestamp,
                by: &By,
                work: Vec<(String, Work)>,
            ) -> Result<()> {
                let keys = carry_out(tx, app, now, $kind, by, work)?;
                keep_keys(tx, Self::KIND, &keys)
            }
        }
    };
}

importer!(Shops, TenantKind::Vendor, "shops", "shops");
importer!(Causes, TenantKind::Charity, "causes", "charities");

const REGION: &str = "regionId";
const CATEGORY: &str = "categoryId";
const ORGANIZATION: &str = "organizationId";
const RATES: [&str; 2] = ["charityRate", "sharePercentage"];
const AMOUNTS: &str = "cardAmount";

/// Returns the columns of a table. Their keys are the paths of the fields in the portal's form.
fn columns(kind: TenantKind) -> Vec<ImportColumn> {
    let is_vendor = kind == TenantKind::Vendor;
    let name = if is_vendor {
        ("Corner Bookshop", "Librairie du Coin")
    } else {
        ("Food Bank", "Banque alimentaire")
    };
    let mut columns = vec![
        key_column(if is_vendor { "SHOP-1001" } else { "CAUSE-1001" }),
        ImportColumn::required("displayName", ("Display name", "Nom affiché"), name)
            .or(&["name", "nom"]),
        ImportColumn::required("legalName", ("Legal name", "Nom légal"), name)
            .or(&["raison sociale"]),
        ImportColumn::required(
            "businessNumber",
            ("Business number", "Numéro d’entreprise"),
            ("123456789", "123456789"),
        )
        .or(&["registration number", "numero d’enregistrement"]),
        if is_vendor {
            ImportColumn::required(CATEGORY, ("Category", "Catégorie"), ("Books", "Livres"))
        } else {
            ImportColumn::required(
                ORGANIZATION,
                ("Organization type", "Type d’organisme"),
                ("Registered charity", "Organisme de bienfaisance"),
            )
        },
        ImportColumn::required(REGION, ("Region", "Région"), ("Ottawa", "Ottawa"))
            .or(&["region/territory", "région/territoire"]),
        ImportColumn::required(
            "address.addressLine1",
            ("Address line 1", "Adresse, ligne 1"),
            ("100 Main Street", "100, rue Principale"),
        )
        .or(&["address", "adresse"]),
        ImportColumn::optional(
            "address.addressLine2",
            ("Address line 2", "Adresse, ligne 2"),
            ("", ""),
        ),
        ImportColumn::required("address.city", ("City", "Ville"), ("Ottawa", "Ottawa")),
        ImportColumn::required(
            "address.province",
            ("Province", "Province"),
            ("Ontario", "Ontario"),
        ),
        ImportColumn::required(
            "address.postalCode",
            ("Postal code", "Code postal"),
            ("K1P 1J1", "K1P 1J1"),
        ),
        ImportColumn::required(
            "primaryContact.firstName",
            ("Contact first name", "Prénom du contact"),
            ("Ann", "Anne"),
        )
        .or(&["first name", "prénom"]),
        ImportColumn::required(
            "primaryContact.lastName",
            ("Contact last name", "Nom du contact"),
            ("Reader", "Lecteur"),
        )
        .or(&["last name", "nom de famille"]),
        ImportColumn::required(
            "primaryContact.email",
            ("Contact email", "Courriel du contact"),
            ("ann@shop.example", "anne@commerce.example"),
        )
        .or(&["email", "courriel"]),
        ImportColumn::required(
            "primaryContact.workPhoneNumber",
            ("Work phone", "Téléphone au travail"),
            ("613 555 0100", "613 555-0100"),
        ),
        ImportColumn::required(
            "primaryContact.phoneNumber",
            ("Mobile phone", "Téléphone mobile"),
            ("613 555 0101", "613 555-0101"),
        )
        .or(&["cell phone", "cellulaire"]),
    ];
    if is_vendor {
        columns.extend([
            ImportColumn::optional(
                AMOUNTS,
                ("Card amounts", "Montants des cartes"),
                ("25 50 100", "25 50 100"),
            ),
            ImportColumn::optional(
                "customAmount",
                ("Other amounts", "Autres montants"),
                ("10-200", "10-200"),
            ),
            ImportColumn::optional(RATES[0], ("Charity rate", "Part de la cause"), ("10", "10")),
            ImportColumn::optional(
                RATES[1],
                ("Platform share", "Part de la plateforme"),
                ("5", "5"),
            ),
        ]);
    }
    columns
        .extend(facts::headings(kind).map(|(key, english, french)| {
            ImportColumn::optional(key, (english, french), ("", ""))
        }));
    columns.push(ImportColumn::optional(
        "timeZone",
        ("Time zone", "Fuseau horaire"),
        ("America/Toronto", "America/Toronto"),
    ));
    columns
}

/// Names of directory entries, folded, with their ids. Inactive entries are left out.
struct Names {
    regions: BTreeMap<String, String>,
    categories: BTreeMap<String, String>,
    organizations: BTreeMap<String, String>,
}

impl Names {
    fn read(tx: &mut Tx<'_>) -> Result<Names> {
        let regions: Vec<RegionRow> = directory::list_active_in(tx)?;
        let categories: Vec<CategoryRow> = directory::list_active_in(tx)?;
        let organizations: Vec<OrganizationRow> = directory::list_active_in(tx)?;
        Ok(Names {
            regions: by_name(regions.iter().map(|row| (row.id.to_string(), &row.name, None))),
            categories: by_name(
                categories
                    .iter()
                    .map(|row| (row.id.to_string(), &row.name, row.french_name.as_ref())),
            ),
            organizations: by_name(
                organizations
                    .iter()
                    .map(|row| (row.id.to_string(), &row.name, row.french_name.as_ref())),
            ),
        })
    }

    /// Returns the names for a column that names a directory entry.
    fn of(&self, key: &str) -> Option<&BTreeMap<String, String>> {
        match key {
            REGION => Some(&self.regions),
            CATEGORY => Some(&self.categories),
            ORGANIZATION => Some(&self.organizations),
            _ => None,
        }
    }
}

/// Collects entries under their folded names. An English name counts before a French one.
fn by_name<'a>(
    rows: impl Iterator<Item = (String, &'a String, Option<&'a String>)>,
) -> BTreeMap<String, String> {
    let (mut english, mut found) = (BTreeMap::new(), BTreeMap::new());
    for (id, name, french) in rows {
        if let Some(french) = french {
            found.insert(search_key(french), id.clone());
        }
        english.insert(search_key(name), id);
    }
    found.extend(english);
    found
}

fn plan(
    tx: &mut Tx<'_>,
    app: &App,
    kind: TenantKind,
    rows: &[KeyedRow<'_>],
    locks: bool,
) -> Result<Vec<Step<Work>>> {
    let names = Names::read(tx)?;
    let columns: Vec<&'static str> = columns(kind).iter().map(|column| column.column.key).collect();
    let ids: Vec<Option<TenantId>> =
        rows.iter().map(|row| row.record.as_deref().map(TenantId::from_outside)).collect();
    let known: Vec<TenantId> = ids.iter().flatten().copied().collect();
    let mut stored = store::find_all(tx, &app.secrets, kind, &known, locks)?;
    let steps = rows.iter().zip(ids).map(|(keyed, id)| {
        let before = match id.map(|id| stored.remove(&id)) {
            None => None,
            Some(Some(tenant)) => Some(tenant),
            Some(None) => return Step::Refused(Fields::one("", GONE)),
        };
        match profile_of(keyed.row, &columns, &names, kind, before.as_ref()) {
            Err(fields) => Step::Refused(fields),
            Ok(profile) => match before {
                None => Step::New(Work::Add(Box::new(profile))),
                Some(before) if before.profile == profile => Step::Unchanged,
                Some(before) => Step::Changed(Work::Change(Box::new(before), Box::new(profile))),
            },
        }
    });
    Ok(steps.collect())
}

/// Checks a row by the rules of the portal's form.
fn profile_of(
    row: &Row,
    columns: &[&'static str],
    names: &Names,
    kind: TenantKind,
    before: Option<&Tenant>,
) -> Result<Profile, Fields> {
    let mut problems = Fields::default();
    let mut form = Map::new();
    for column in columns {
        let Some(cell) = row.get(column) else { continue };
        let value = match names.of(column) {
            Some(ids) => match ids.get(&search_key(cell)) {
                Some(id) => id.clone().into(),
                // An empty cell gets the form's message.
                None if cell.is_empty() => Value::Null,
                None => {
                    problems.add(column, messages::NOT_IN_LIST);
                    Value::Null
                }
            },
            None if RATES.contains(column) => rate(cell),
            None if *column == AMOUNTS => amounts(cell).into(),
            None => cell.into(),
        };
        insert(&mut form, column, value);
    }
    let text = Value::Object(form).to_string();
    let form: TenantForm = extract::from_json(text.as_bytes()).map_err(|error| match error {
        Error::Invalid(fields) => fields,
        _ => Fields::one("", messages::UNREADABLE),
    })?;
    let mut change = form.by_administrator(kind);
    // The message about an unknown name counts before the one about the missing field.
    problems.merge(std::mem::take(&mut change.problems));
    change.problems = problems;
    rules::imported(&change, kind, before.map(|before| &before.profile))
}

/// Inserts a value at a path such as `address.city`.
fn insert(form: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => drop(form.insert(path.to_owned(), value)),
        Some((part, field)) => {
            let part = form.entry(part).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(part) = part {
                part.insert(field.to_owned(), value);
            }
        }
    }
}

/// Returns a rate such as `10 %` as a number. An empty cell leaves the rate unchanged; the form
/// refuses other texts.
fn rate(cell: &str) -> Value {
    let text = cell.trim_end_matches('%').trim();
    match text.parse::<u64>() {
        _ if text.is_empty() => Value::Null,
        Ok(number) => number.into(),
        Err(_) => text.into(),
    }
}

/// Returns amounts such as `25 50` or `25;50 $` in the form of the field, `25,50`.
fn amounts(cell: &str) -> String {
    let parts = cell.split([' ', ';', ',', '/', '$', '\u{a0}']);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",")
}

/// Writes the tenants. Returns the keys of new ones with their ids.
fn carry_out(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    kind: TenantKind,
    by: &By,
    work: Vec<(String, Work)>,
) -> Result<Vec<(String, String)>> {
    let (secrets, author) = (&app.secrets, &by.author);
    let mut new = Vec::new();
    for (key, work) in work {
        match work {
            Work::Add(profile) => new.push((key, profile)),
            Work::Change(before, profile) => {
                recorded::record_edited(tx, now, author, &before, &profile)?;
                store::update(tx, secrets, now, &Tenant { profile: *profile, ..*before })?;
            }
        }
    }
    let profiles: Vec<&Profile> = new.iter().map(|(_, profile)| &**profile).collect();
    let ids = store::insert_all(tx, secrets, now, kind, &profiles, (by.language, by.brand))?;
    let mut keys = Vec::new();
    for ((key, profile), id) in new.into_iter().zip(ids) {
        recorded::record_created(tx, now, author, id, &profile)?;
        keys.push((key, id.to_string()));
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_rates_are_read_as_spreadsheets_have_them() {
        for (cell, read) in
            [("25 50", "25,50"), ("25;50 $", "25,50"), ("Amount25, Amount50", "Amount25,Amount50")]
        {
            assert_eq!(amounts(cell), read);
        }
        assert_eq!(rate("10 %"), Value::from(10));
        assert_eq!(rate(""), Value::Null);
        assert_eq!(rate("ten"), Value::from("ten"));
    }

    #[test]
    fn by_name_prefers_english_names() {
        let (one, two, same) = ("Books".to_owned(), "Livres".to_owned(), "Livres".to_owned());
        let rows = [("1".to_owned(), &one, Some(&two)), ("2".to_owned(), &same, None)];
        let names = by_name(rows.into_iter());
        assert_eq!(names.get("livres").map(String::as_str), Some("2"));
        assert_eq!(names.get("books").map(String::as_str), Some("1"));
    }
}
