//! Searches for vendors and charities by named fields. The index of words does not know in which
//! field a word occurs, so this module reads the texts of the matches and filters them.

use std::collections::BTreeSet;

use db::{FromRow, ToValue, Tx, Value};

use kernel::{
    ids::TenantId,
    paging::{Page, PageRequest},
};
use platform::{
    error::Result,
    lists::{Listing, Totals, Wanted},
};

db::row! {
    /// All searchable texts of a vendor or charity.
    struct Texts {
        id: TenantId,
        display_name: String,
        legal_name: String,
        introduction: Option<String>,
        description: Option<String>,
        products: Option<String>,
        city: String,
        postal_code: String,
        business_number: String,
        contact_first_name: String,
        contact_last_name: String,
        contact_email: String,
        category_name: Option<String>,
        french_category_name: Option<String>,
        popular_name: Option<String>,
        organization_name: Option<String>,
        french_organization_name: Option<String>,
    }
}

const TEXTS: &str = "SELECT t.id, t.display_name, t.legal_name, t.introduction, t.description, t.products, t.city, t.postal_code,
    t.business_number, t.contact_first_name, t.contact_last_name, t.contact_email, c.name, c.french_name, c.popular_name,
    o.name, o.french_name
    FROM tenant t LEFT JOIN category c ON c.id = t.category_id LEFT JOIN organization o ON o.id = t.organization_id";

/// Number of rows whose texts are read in one statement.
const AT_ONCE: usize = 200;

impl Texts {
    fn fit(&self, wanted: &Wanted) -> bool {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let names = format!("{} {}", self.display_name, self.legal_name);
        let kinds = [
            &self.category_name,
            &self.french_category_name,
            &self.popular_name,
            &self.organization_name,
            &self.french_organization_name,
        ];
        let kinds: Vec<String> = kinds.into_iter().map(text).collect();
        // A postal code is found by its first half, and with or without the space.
        let code = format!("{} {}", self.postal_code, self.postal_code.replace(' ', ""));
        let contact = format!("{} {}", self.contact_first_name, self.contact_last_name);
        wanted.fits(&[
            ("name", &names),
            ("displayName", &self.display_name),
            ("legalName", &self.legal_name),
            ("introduction", &text(&self.introduction)),
            ("description", &text(&self.description)),
            ("products", &text(&self.products)),
            ("city", &self.city),
            ("postalCode", &code),
            ("category", &kinds.join(" ")),
            ("businessNumber", &self.business_number),
            ("primaryContact", &contact),
            ("email", &self.contact_email),
        ])
    }
}

/// Returns a page of a list of vendors or charities. If the search names fields, keeps only rows
/// that match in these fields.
pub fn page<R: FromRow>(
    tx: &mut Tx<'_>,
    totals: &Totals,
    list: &Listing,
    wanted: &Wanted,
    page: PageRequest,
    id_of: impl Fn(&R) -> TenantId,
) -> Result<Page<R>> {
    if !wanted.is_narrowed() {
        return list.page(tx, totals, page);
    }
    list.page_within(tx, totals, page, |tx, mut rows: Vec<R>| {
        let ids: Vec<TenantId> = rows.iter().map(&id_of).collect();
        let fitting = fitting(tx, &ids, wanted)?;
        rows.retain(|row| fitting.contains(&id_of(row)));
        Ok(rows)
    })
}

fn fitting(tx: &mut Tx<'_>, ids: &[TenantId], wanted: &Wanted) -> Result<BTreeSet<TenantId>> {
    let mut found = BTreeSet::new();
    for some in ids.chunks(AT_ONCE) {
        let ids: Vec<Value<'_>> = db::padded(some).map(ToValue::to_value).collect();
        let places = db::places(1..=ids.len());
        let sql = format!("{TEXTS} WHERE t.id IN ({places})");
        let texts: Vec<Texts> = tx.rows(&sql, &ids)?;
        found.extend(texts.iter().filter(|one| one.fit(wanted)).map(|one| one.id));
    }
    Ok(found)
}
