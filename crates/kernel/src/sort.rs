//! Sort order of lists: `orderBy` from a fixed choice, `direction` `Asc` or `Desc`.

use serde::Deserialize;
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::path::{Parameter, ParameterBuilder, ParameterIn},
};

/// Sort keys of one list: an enum that derives `Deserialize` with `rename_all = "camelCase"`. The
/// enum's default applies if the client chooses no order.
pub trait SortKey: Copy + Default {
    /// Direction of the default order.
    const DEFAULT_DIRECTION: Direction = Direction::Asc;
    /// Last sort column, so that rows with equal keys keep their positions across pages.
    const TIE_BREAK: &'static str = "id";

    /// Column for ORDER BY.
    fn column(self) -> &'static str;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum Direction {
    #[default]
    Asc,
    Desc,
}

impl Direction {
    pub fn sql(self) -> &'static str {
        match self {
            Direction::Asc => "ASC",
            Direction::Desc => "DESC",
        }
    }

    pub fn opposite(self) -> Direction {
        match self {
            Direction::Asc => Direction::Desc,
            Direction::Desc => Direction::Asc,
        }
    }
}

/// Sort order of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sort<K> {
    order_by: Option<K>,
    direction: Option<Direction>,
}

impl<K: SortKey> Sort<K> {
    /// Returns true if the client chose an order.
    pub fn is_chosen(self) -> bool {
        self.order_by.is_some()
    }

    /// Returns the sort columns, each with its direction.
    pub fn columns(self) -> [(&'static str, Direction); 2] {
        let usual = if self.is_chosen() { Direction::Asc } else { K::DEFAULT_DIRECTION };
        let direction = self.direction.unwrap_or(usual);
        let column = self.order_by.unwrap_or_default().column();
        [(column, direction), (K::TIE_BREAK, direction)]
    }

    /// Returns the text after ORDER BY: `legal_name DESC, id DESC`.
    pub fn sql(self) -> String {
        self.columns().map(|(column, direction)| format!("{column} {}", direction.sql())).join(", ")
    }
}

impl<K: ToSchema> IntoParams for Sort<K> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let choices = [("orderBy", K::schema()), ("direction", Direction::schema())];
        let parameters = choices.map(|(name, schema)| {
            let one = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
            one.schema(Some(schema)).build()
        });
        parameters.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::QueryString;

    #[derive(Clone, Copy, Debug, Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum VendorOrder {
        #[default]
        LegalName,
        SoldCards,
    }

    impl SortKey for VendorOrder {
        const TIE_BREAK: &'static str = "vendor.id";

        fn column(self) -> &'static str {
            match self {
                VendorOrder::LegalName => "legal_name",
                VendorOrder::SoldCards => "sold_cards",
            }
        }
    }

    #[derive(Clone, Copy, Default, Deserialize)]
    enum Newest {
        #[default]
        Date,
    }

    impl SortKey for Newest {
        const DEFAULT_DIRECTION: Direction = Direction::Desc;

        fn column(self) -> &'static str {
            "created_at"
        }
    }

    fn sql<K: SortKey + serde::de::DeserializeOwned>(query: &str) -> Result<String, String> {
        let sort = QueryString::parse(query).and_then(|query| query.read::<Sort<K>>());
        sort.map(Sort::sql).map_err(|fields| fields.to_string())
    }

    #[test]
    fn sort_sql_follows_the_chosen_order() {
        for (query, order) in [
            ("", "legal_name ASC, vendor.id ASC"),
            ("orderBy=&direction=", "legal_name ASC, vendor.id ASC"),
            ("direction=DESC", "legal_name DESC, vendor.id DESC"),
            ("OrderBy=SoldCards", "sold_cards ASC, vendor.id ASC"),
            ("orderby=soldcards&Direction=desc", "sold_cards DESC, vendor.id DESC"),
        ] {
            assert_eq!(sql::<VendorOrder>(query), Ok(order.to_owned()), "{query}");
        }
    }

    #[test]
    fn sort_default_direction_may_be_descending() {
        assert_eq!(sql::<Newest>("").unwrap(), "created_at DESC, id DESC");
        assert_eq!(sql::<Newest>("orderBy=date").unwrap(), "created_at ASC, id ASC");
    }

    #[test]
    fn sort_refuses_unknown_keys_and_directions() {
        for (query, problem) in [
            ("orderBy=id;--", "orderBy: Must be one of legalName, soldCards."),
            ("direction=up", "direction: Must be one of Asc, Desc."),
        ] {
            assert_eq!(sql::<VendorOrder>(query), Err(problem.to_owned()), "{query}");
        }
    }
}
