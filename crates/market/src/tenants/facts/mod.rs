//! Optional texts about a vendor or charity that visitors see.
//!
//! To add one, add its column to `tenant` in a migration and declare it here. Storage, the form, replies, the version and the
//! audit log follow from the declaration.

mod declare;

use db::{FromRow, Row, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use access::auth::TenantKind;
use kernel::{
    contact::{Phone, WebAddress},
    fields::Fields,
    text::{Line, Paragraphs},
};

// Each line has the form `column: check => name in JSON, label in messages, French heading`. A second
// label after `|` is for charities. Imported tables have the label or the French heading.
declare::facts! {
    /// Facts of vendors and charities.
    SharedFacts, SharedFactsForm, SharedFactsSent {
        /// Web page; null if there is none.
        website: WebAddress => "website", "Website", "Site web";
        /// Description for visitors; null if there is none.
        description: Paragraphs<5000> => "description", "Description" | "Details", "Description";
        /// Phone number that visitors see; null if there is none.
        public_phone: Phone => "phone", "Phone", "Téléphone public";
        /// Opening hours; null if there are none.
        opening_hours: Paragraphs<500> => "openingHours", "Opening Hours", "Heures d’ouverture";
        /// Opening hours in French; null if they were not translated.
        french_opening_hours: Paragraphs<500> => "frenchOpeningHours", "Opening Hours in French", "Heures d’ouverture en français";
    }
}

declare::facts! {
    /// Facts of vendors.
    VendorFacts, VendorFactsForm, VendorFactsSent {
        /// For vendors: products in the shop's own words, which the search finds; null if there are none.
        products: Line<500> => "products", "Products", "Produits";
    }
}

declare::facts! {
    /// Facts of charities.
    CharityFacts, CharityFactsForm, CharityFactsSent {
        /// For charities: introduction for visitors; null if there is none.
        introduction: Paragraphs<1000> => "introduction", "Introduction", "Introduction";
    }
}

/// Returns the name in JSON and the headings in English and French of each fact that a tenant of this
/// kind has.
pub fn headings(
    kind: TenantKind,
) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let own = match kind {
        TenantKind::Vendor => VendorFacts::HEADINGS,
        TenantKind::Charity => CharityFacts::HEADINGS,
    };
    SharedFacts::HEADINGS.iter().chain(own).copied()
}

/// All facts of a vendor or charity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Facts {
    #[serde(flatten)]
    pub shared: SharedFacts,
    #[serde(flatten)]
    pub vendor: VendorFacts,
    #[serde(flatten)]
    pub charity: CharityFacts,
}

impl Facts {
    /// Returns the columns for a SELECT, each with the alias of the tenant's table.
    pub fn selected(alias: &str) -> String {
        let of = Facts::default();
        let columns: Vec<String> =
            of.columns().iter().map(|(name, _)| format!("{alias}.{name}")).collect();
        columns.join(", ")
    }

    /// Returns the columns with the values to store.
    pub fn columns(&self) -> Vec<(&'static str, Value<'_>)> {
        [self.shared.columns(), self.vendor.columns(), self.charity.columns()].concat()
    }
}

impl FromRow for Facts {
    fn from_row(row: &mut Row<'_>) -> Result<Self, db::Error> {
        Ok(Facts {
            shared: SharedFacts::from_row(row)?,
            vendor: VendorFacts::from_row(row)?,
            charity: CharityFacts::from_row(row)?,
        })
    }
}

/// Facts in the form of a vendor or charity.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct FactsForm {
    #[serde(flatten)]
    #[schema(inline)]
    shared: SharedFactsForm,
    #[serde(flatten)]
    #[schema(inline)]
    vendor: VendorFactsForm,
    #[serde(flatten)]
    #[schema(inline)]
    charity: CharityFactsForm,
}

impl FactsForm {
    /// Checks the facts that a tenant of this kind has, and ignores the others.
    pub fn check(&self, fields: &mut Fields, kind: TenantKind) -> FactsSent {
        let (vendor, charity) = match kind {
            TenantKind::Vendor => (&self.vendor, &CharityFactsForm::default()),
            TenantKind::Charity => (&VendorFactsForm::default(), &self.charity),
        };
        FactsSent {
            shared: self.shared.check(fields, kind),
            vendor: vendor.check(fields, kind),
            charity: charity.check(fields, kind),
        }
    }
}

/// Facts of a checked form.
#[derive(Clone, Debug)]
pub struct FactsSent {
    shared: SharedFactsSent,
    vendor: VendorFactsSent,
    charity: CharityFactsSent,
}

impl FactsSent {
    /// Returns the facts after the change, or `None` if one is invalid.
    pub fn over(&self, before: Facts, kind: TenantKind) -> Option<Facts> {
        let shared = self.shared.over(before.shared)?;
        let facts = Facts { shared, ..Facts::default() };
        Some(match kind {
            TenantKind::Vendor => Facts { vendor: self.vendor.over(before.vendor)?, ..facts },
            TenantKind::Charity => Facts { charity: self.charity.over(before.charity)?, ..facts },
        })
    }
}
