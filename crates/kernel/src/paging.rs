//! Requested pages of lists, and the JSON form of a page.

use super::messages;
use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, Ref, RefOr, Schema},
};

/// Page parameters of a query: `pageIndex` (from 1, alias `page`) and `pageSize` (1 to 1000). The
/// default is the first ten rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct PageRequest {
    #[serde(alias = "page")]
    #[param(value_type = Option<u32>)]
    page_index: Option<Bounded<{ u32::MAX }>>,
    #[param(value_type = Option<u32>)]
    page_size: Option<Bounded<1000>>,
}

impl PageRequest {
    /// Creates a request; values out of bounds become the nearest valid ones.
    pub fn new(index: u32, size: u32) -> Self {
        PageRequest {
            page_index: Some(Bounded(index.max(1))),
            page_size: Some(Bounded(size.clamp(1, 1000))),
        }
    }

    pub fn index(self) -> u32 {
        self.page_index.map_or(1, |index| index.0)
    }

    pub fn size(self) -> u32 {
        self.page_size.map_or(10, |size| size.0)
    }

    /// Returns this request with the page size `size`, if the client sent no page size.
    #[must_use]
    pub fn or_size(self, size: u32) -> Self {
        PageRequest::new(self.index(), self.page_size.map_or(size, |size| size.0))
    }

    /// Returns the value for `LIMIT`.
    pub fn limit(self) -> i64 {
        i64::from(self.size())
    }

    /// Returns the value for `OFFSET`.
    pub fn offset(self) -> i64 {
        i64::from(self.index() - 1) * self.limit()
    }
}

/// Whole number from 1 to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounded<const MAX: u32>(u32);

impl<'de, const MAX: u32> Deserialize<'de> for Bounded<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match i64::deserialize(deserializer)?.try_into() {
            Ok(number) if (1..=MAX).contains(&number) => Ok(Bounded(number)),
            _ => Err(de::Error::custom(messages::from_to(1, MAX.into()).carried())),
        }
    }
}

/// Position of a page in its list, for replies with more than items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Paging {
    page_index: u32,
    page_size: u32,
    total_pages: u64,
    total_items: u64,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    pub page_index: u32,
    pub page_size: u32,
    pub total_pages: u64,
    pub total_items: u64,
}

impl<T> Page<T> {
    pub fn new(items: Vec<T>, request: PageRequest, total_items: u64) -> Self {
        Page {
            items,
            page_index: request.index(),
            page_size: request.size(),
            total_pages: total_items.div_ceil(u64::from(request.size())),
            total_items,
        }
    }

    /// Cuts the requested page out of a complete list of rows.
    pub fn cut(rows: Vec<T>, request: PageRequest) -> Self {
        let count = rows.len() as u64;
        let [before, most] = [request.offset(), request.limit()]
            .map(|rows| usize::try_from(rows).unwrap_or(usize::MAX));
        Page::new(rows.into_iter().skip(before).take(most).collect(), request, count)
    }

    /// Builds a page and counts rows only if needed: a page that is not full is the last, so its
    /// end is the total.
    pub fn counted<E>(
        items: Vec<T>,
        request: PageRequest,
        count: impl FnOnce() -> Result<u64, E>,
    ) -> Result<Self, E> {
        let (before, here) = (request.offset().unsigned_abs(), items.len() as u64);
        let is_last = here < u64::from(request.size()) && (here > 0 || before == 0);
        let total = if is_last { before + here } else { count()? };
        Ok(Page::new(items, request, total))
    }

    /// Splits the page into its items and its paging data.
    pub fn split(self) -> (Vec<T>, Paging) {
        let Page { items, page_index, page_size, total_pages, total_items } = self;
        (items, Paging { page_index, page_size, total_pages, total_items })
    }

    /// Like [`Page::map`], but `turn` may fail.
    pub fn try_map<U, E>(self, turn: impl FnMut(T) -> Result<U, E>) -> Result<Page<U>, E> {
        Ok(Page {
            items: self.items.into_iter().map(turn).collect::<Result<_, E>>()?,
            page_index: self.page_index,
            page_size: self.page_size,
            total_pages: self.total_pages,
            total_items: self.total_items,
        })
    }

    /// Converts the items, for instance rows into replies.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(turn).collect(),
            page_index: self.page_index,
            page_size: self.page_size,
            total_pages: self.total_pages,
            total_items: self.total_items,
        }
    }
}

impl<T: ToSchema> PartialSchema for Page<T> {
    fn schema() -> RefOr<Schema> {
        let items = ArrayBuilder::new().items(Ref::from_schema_name(T::name()));
        let numbers = [
            ("pageIndex", u32::schema()),
            ("pageSize", u32::schema()),
            ("totalPages", u64::schema()),
            ("totalItems", u64::schema()),
        ];
        let page = ObjectBuilder::new().property("items", items).required("items");
        let page = numbers
            .into_iter()
            .fold(page, |page, (name, number)| page.property(name, number).required(name));
        page.description(Some("A page of a list.")).build().into()
    }
}

/// Names the schema: `Region` gives `RegionPage`, `VendorItem` gives `VendorPage`.
impl<T: ToSchema> ToSchema for Page<T> {
    fn name() -> Cow<'static, str> {
        let item = T::name();
        format!("{}Page", item.strip_suffix("Item").unwrap_or(&item)).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into(), T::schema()));
        T::schemas(schemas);
    }
}

/// Declares the OpenAPI name of a page type: `page_schema! { /// A page of cards. CardPage of
/// CardItem }`.
#[macro_export]
macro_rules! page_schema {
    ($(#[$about:meta])* $visible:vis $name:ident of $item:ty) => {
        $(#[$about])*
        #[derive(serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[allow(dead_code, reason = "it says what a Page is on the wire")]
        $visible struct $name {
            items: Vec<$item>,
            page_index: u32,
            page_size: u32,
            total_pages: u64,
            total_items: u64,
        }
    };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::query::QueryString;

    fn request(query: &str) -> Result<PageRequest, String> {
        let request = QueryString::parse(query).and_then(|query| query.read());
        request.map_err(|fields| fields.to_string())
    }

    #[test]
    fn page_request_reads_index_and_size() {
        for (query, index, size, offset) in [
            ("", 1, 10, 0),
            ("pageIndex=&pageSize=", 1, 10, 0),
            ("PageIndex=3", 3, 10, 20),
            ("pageindex=2&PAGESIZE=1000", 2, 1000, 1000),
            ("pageIndex=4294967295&pageSize=1000", u32::MAX, 1000, 4_294_967_294_000),
        ] {
            let page = request(query).unwrap();
            assert_eq!(
                (page.index(), page.size(), page.offset()),
                (index, size, offset),
                "{query}"
            );
            assert_eq!(page.limit(), i64::from(size));
        }
    }

    #[test]
    fn page_request_refuses_values_out_of_bounds() {
        for (query, problem) in [
            ("pageIndex=0", "pageIndex: Must be from 1 to 4294967295."),
            ("pageIndex=4294967296", "pageIndex: Must be from 1 to 4294967295."),
            ("pageSize=0", "pageSize: Must be from 1 to 1000."),
            ("pageSize=1001", "pageSize: Must be from 1 to 1000."),
            ("pageSize=-1", "pageSize: Must be from 1 to 1000."),
            ("pageSize=ten", "pageSize: Invalid value number."),
        ] {
            assert_eq!(request(query), Err(problem.to_owned()), "{query}");
        }
        assert_eq!(PageRequest::new(0, 5000), PageRequest::new(1, 1000));
    }

    #[test]
    fn page_request_reads_page_as_its_index() {
        assert_eq!(request("page=2&pageSize=25"), Ok(PageRequest::new(2, 25)));
        let twice = "pageIndex: Must be given only once.".to_owned();
        assert_eq!(request("page=2&pageIndex=2"), Err(twice));
    }

    #[test]
    fn or_size_counts_where_none_was_asked_for() {
        assert_eq!(request("pageIndex=2").unwrap().or_size(1000), PageRequest::new(2, 1000));
        assert_eq!(request("pageSize=25").unwrap().or_size(1000), PageRequest::new(1, 25));
    }

    #[test]
    fn page_serializes_with_totals() {
        let page = Page::new(vec![1, 2], PageRequest::new(2, 10), 12).map(|item| item * 2);
        assert_eq!(
            serde_json::to_string(&page).unwrap(),
            r#"{"items":[2,4],"pageIndex":2,"pageSize":10,"totalPages":2,"totalItems":12}"#
        );
        assert_eq!(Page::<u8>::new(vec![], PageRequest::default(), 0).total_pages, 0);
    }

    #[test]
    fn counted_counts_only_when_more_pages_may_follow() {
        for (index, here, counts, total) in [
            (1, 0, false, 0),
            (1, 9, false, 9),
            (1, 10, true, 42),
            (2, 3, false, 13),
            (2, 0, true, 42),
        ] {
            let mut has_counted = false;
            let count = || {
                has_counted = true;
                Ok::<u64, ()>(42)
            };
            let page = Page::counted(vec![0; here], PageRequest::new(index, 10), count);
            assert_eq!(page.map(|page| page.total_items), Ok(total), "{here} on page {index}");
            assert_eq!(has_counted, counts, "{here} on page {index}");
        }
    }

    proptest! {
        #[test]
        fn total_pages_hold_all_items(total: u64, size in 1..=1000_u32) {
            let pages = Page::<u8>::new(vec![], PageRequest::new(1, size), total).total_pages;
            let (pages, size, total) = (u128::from(pages), u128::from(size), u128::from(total));
            prop_assert!(pages * size >= total && pages.saturating_sub(1) * size <= total);
        }
    }
}
