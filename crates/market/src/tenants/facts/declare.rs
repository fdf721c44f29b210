//! The macro that declares facts.

use access::auth::TenantKind;
use kernel::{
    fields::{Checked, Fields},
    sent::{self, Sent},
};
use platform::web::extract::Later;

/// Declares three structs with the same fields: the stored facts, the form, and the facts of a
/// checked form. Each field is a column of the table. Its type in the declaration is the check for
/// the form. After `=>` follow the field's name in JSON, its label in messages and its heading in
/// French tables.
macro_rules! facts {
    (
        $(#[$about:meta])*
        $stored:ident, $form:ident, $sent:ident {
            $(
                $(#[$doc:meta])*
                $column:ident: $check:ty => $wire:tt, $label:literal $(| $charity_label:literal)?, $french:literal;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        pub struct $stored {
            $(
                $(#[$doc])*
                #[serde(rename = $wire)]
                #[schema(required)]
                pub $column: Option<String>,
            )+
        }

        impl $stored {
            /// Name in JSON and headings in English and French of each fact.
            const HEADINGS: &[(&str, &str, &str)] = &[$(($wire, $label, $french),)+];

            fn columns(&self) -> Vec<(&'static str, db::Value<'_>)> {
                vec![$((stringify!($column), db::ToValue::to_value(&self.$column)),)+]
            }
        }

        impl db::FromRow for $stored {
            fn from_row(row: &mut db::Row<'_>) -> Result<Self, db::Error> {
                Ok($stored { $($column: row.next()?,)+ })
            }
        }

        // The fields become part of a larger form. If a value is no text, `Later` keeps the error,
        // so that the error names the field.
        #[derive(Clone, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
        struct $form {
            $(
                $(#[$doc])*
                #[serde(rename = $wire)]
                #[schema(value_type = Option<String>)]
                $column: Option<platform::web::extract::Later<String>>,
            )+
        }

        impl $form {
            fn check(
                &self,
                fields: &mut kernel::fields::Fields,
                kind: access::auth::TenantKind,
            ) -> $sent {
                $sent {
                    $($column: declare::text::<$check>(
                        fields,
                        $wire,
                        declare::label(kind, &[$label $(, $charity_label)?]),
                        &self.$column,
                    ),)+
                }
            }
        }

        #[derive(Clone, Debug)]
        struct $sent {
            $($column: kernel::sent::Sent<Option<String>>,)+
        }

        impl $sent {
            fn over(&self, before: $stored) -> Option<$stored> {
                Some($stored { $($column: self.$column.over(before.$column)?,)+ })
            }
        }
    };
}

pub(super) use facts;

/// Checks a text that may be left out. An empty text clears the stored one.
pub fn text<T: Checked + Into<String>>(
    fields: &mut Fields,
    path: &str,
    label: &str,
    given: &Option<Later<String>>,
) -> Sent<Option<String>> {
    match Later::optional(fields, path, given) {
        None => Sent::Invalid,
        Some(given) => {
            sent::text::<T>(fields, path, label, &given).map(|text| text.map(Into::into))
        }
    }
}

/// Returns the label for a tenant of this kind: the first label for vendors, the last one for
/// charities.
pub fn label(kind: TenantKind, labels: &[&'static str]) -> &'static str {
    let picked = match kind {
        TenantKind::Vendor => labels.first(),
        TenantKind::Charity => labels.last(),
    };
    picked.copied().unwrap_or_default()
}
