//! Parses query strings into structs. The case of keys is ignored: `PageIndex`, `pageindex` and
//! `pageIndex` are equal.

use std::fmt;
use std::vec;

use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::fields::Fields;
use super::messages::{self, Message};

/// Maximum number of parameters in a query string, twice what any list needs.
const MAX_PAIRS: usize = 100;

/// Decoded parameters of a query string. Several structs can be read from the same query string.
/// Each struct reads the keys of its fields, for example those of the page, the sort order or the
/// filters.
#[derive(Clone, Debug, Default)]
pub struct QueryString {
    pairs: Vec<(String, String)>,
}

impl QueryString {
    /// Parses and decodes the text after `?`. Refuses control characters, because PostgreSQL can't
    /// store all of them.
    pub fn parse(text: &str) -> Result<Self, Fields> {
        let mut pairs = Vec::new();
        for (key, value) in form_urlencoded::parse(text.as_bytes()) {
            if pairs.len() == MAX_PAIRS {
                return Err(Fields::one(
                    "query",
                    Message::new(
                        "The query has too many parameters.",
                        "La demande a trop de paramètres.",
                    ),
                ));
            }
            if value.contains(char::is_control) {
                let field = if key.contains(char::is_control) { "query" } else { &*key };
                return Err(Fields::one(field, messages::forbidden_characters("The query")));
            }
            pairs.push((key.into_owned(), value.into_owned()));
        }
        Ok(QueryString { pairs })
    }

    /// Deserializes a struct from the parameters. Ignores the case of field names and enum
    /// variants. A repeated key fills a `Vec`, and an empty value becomes `None` in an `Option`.
    /// Unknown keys are ignored, because other structs may read them.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Fields> {
        T::deserialize(WholeQuery(self))
            .map_err(|problem| Fields::one(problem.field.unwrap_or("query"), problem.message))
    }

    fn values(&self, field: &str) -> Vec<&str> {
        let named = self.pairs.iter().filter(|(key, _)| key.eq_ignore_ascii_case(field));
        named.map(|(_, value)| value.as_str()).collect()
    }
}

const ONCE: Message = Message::new("Must be given only once.", "Ne peut être donné qu’une fois.");

/// Error in a query string, with the struct field that caused the error.
#[derive(Debug)]
struct Problem {
    field: Option<&'static str>,
    message: Message,
}

impl Problem {
    fn new(message: Message) -> Self {
        Problem { field: None, message }
    }
}

impl serde::de::Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let text = message.to_string();
        let unknown = || messages::UNREADABLE.with_english(&text);
        Problem::new(Message::brought(&text).unwrap_or_else(unknown))
    }

    fn missing_field(field: &'static str) -> Self {
        Problem { field: Some(field), message: messages::required(field) }
    }

    /// Reports a field that the query string contains under two of the field's names.
    fn duplicate_field(field: &'static str) -> Self {
        Problem { field: Some(field), message: ONCE }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.message.english())
    }
}

impl std::error::Error for Problem {}

struct WholeQuery<'a>(&'a QueryString);

impl<'de> Deserializer<'de> for WholeQuery<'_> {
    type Error = Problem;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let given = fields.iter().map(|&field| (field, self.0.values(field)));
        let entries: Vec<_> = given.filter(|(_, values)| !values.is_empty()).collect();
        visitor.visit_map(Entries { rest: entries.into_iter(), current: None })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Problem> {
        Err(Problem::new(
            messages::UNREADABLE
                .with_english("A query is read into a struct without flattened fields."),
        ))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Fields of the struct that occur in the query string, each with all its values.
struct Entries<'a> {
    rest: vec::IntoIter<(&'static str, Vec<&'a str>)>,
    current: Option<(&'static str, Vec<&'a str>)>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        self.current = self.rest.next();
        let key = self.current.as_ref().map(|(field, _)| StrDeserializer::new(field));
        key.map(|key| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let Some((field, values)) = self.current.take() else {
            return Err(Problem::new(
                messages::UNREADABLE.with_english("A value was asked for before its key."),
            ));
        };
        seed.deserialize(Values(&values))
            .map_err(|problem| Problem { field: Some(field), ..problem })
    }
}

/// All values of one field in the query string.
#[derive(Clone, Copy)]
struct Values<'a>(&'a [&'a str]);

impl<'a> Values<'a> {
    fn single(self) -> Result<&'a str, Problem> {
        match self.0 {
            [value] => Ok(value),
            _ => Err(Problem::new(ONCE)),
        }
    }
}

impl<'de, 'a> IntoDeserializer<'de, Problem> for Values<'a> {
    type Deserializer = Values<'a>;

    fn into_deserializer(self) -> Values<'a> {
        self
    }
}

macro_rules! read_numbers {
    ($($deserialize:ident $visit:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            let number = self.single()?.parse().map_err(|_| Problem::new(messages::NUMBER))?;
            visitor.$visit(number)
        }
    )*};
}

impl<'de> Deserializer<'de> for Values<'_> {
    type Error = Problem;

    read_numbers! {
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.single()? {
            yes if yes.eq_ignore_ascii_case("true") => visitor.visit_bool(true),
            no if no.eq_ignore_ascii_case("false") => visitor.visit_bool(false),
            _ => Err(Problem::new(messages::one_of_two("true", "false"))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.0.iter().all(|value| value.is_empty()) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let each = self.0.chunks(1).filter(|value| !value[0].is_empty()).map(Values);
        visitor.visit_seq(SeqDeserializer::new(each))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let value = self.single()?;
        match variants.iter().find(|variant| variant.eq_ignore_ascii_case(value)) {
            Some(variant) => visitor.visit_enum(StrDeserializer::new(variant)),
            None => Err(Problem::new(messages::one_of(&variants.join(", ")))),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_str(self.single()?)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map
        struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Filter {
        page_index: u32,
        balance: i64,
        is_mine: bool,
        search_text: String,
        tenant_id: Option<String>,
        card_type: Option<u8>,
        kind: Option<Kind>,
        ids: Vec<u8>,
        name: Name,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Kind {
        Vendor,
        Charity,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Name(String);

    #[derive(Debug, Deserialize)]
    struct Strict {
        #[allow(dead_code, reason = "only its absence is under test")]
        id: String,
    }

    fn read<T: DeserializeOwned>(query: &str) -> Result<T, String> {
        QueryString::parse(query)
            .and_then(|query| query.read())
            .map_err(|fields| fields.to_string())
    }

    fn filter(query: &str) -> Result<Filter, String> {
        read(query)
    }

    #[test]
    fn query_keys_and_variants_ignore_case() {
        for key in ["pageIndex", "PageIndex", "pageindex", "PAGEINDEX"] {
            assert_eq!(filter(&format!("{key}=3")).unwrap().page_index, 3, "{key}");
        }
        for value in ["Charity", "charity", "CHARITY"] {
            assert_eq!(filter(&format!("kind={value}")).unwrap().kind, Some(Kind::Charity));
        }
        assert!(filter("ISMINE=True").unwrap().is_mine);
    }

    #[test]
    fn query_read_fills_all_field_types() {
        let query = "Balance=-7&searchText=Caf%C3%A9+%26%20bar&ids=1&unknown=x&IDS=2&ids=&name=n\
                     &tenantid=t&cardType=2";
        let expected = Filter {
            balance: -7,
            search_text: "Café & bar".to_owned(),
            ids: vec![1, 2],
            name: Name("n".to_owned()),
            tenant_id: Some("t".to_owned()),
            card_type: Some(2),
            ..Filter::default()
        };
        assert_eq!(filter(query), Ok(expected));
    }

    #[test]
    fn query_read_treats_empty_values_as_none() {
        for query in ["", "&&", "tenantId=&cardType=&kind=&ids=&searchText=", "tenantId&cardType"] {
            assert_eq!(filter(query), Ok(Filter::default()), "{query}");
        }
    }

    #[test]
    fn query_errors_name_the_field_as_declared() {
        for (query, problem) in [
            ("PAGEINDEX=x", "pageIndex: Invalid value number."),
            ("pageIndex=-1", "pageIndex: Invalid value number."),
            ("pageIndex=4294967296", "pageIndex: Invalid value number."),
            ("pageIndex=", "pageIndex: Invalid value number."),
            ("cardtype=1.5", "cardType: Invalid value number."),
            ("pageIndex=1&PageIndex=1", "pageIndex: Must be given only once."),
            ("tenantId=a&tenantId=b", "tenantId: Must be given only once."),
            ("searchText=a&searchtext=b", "searchText: Must be given only once."),
            ("isMine=1", "isMine: Must be true or false."),
            ("Kind=Person", "kind: Must be one of Vendor, Charity."),
            ("ids=1&ids=x", "ids: Invalid value number."),
            ("searchText=a%00b", "searchText: The query has characters that are not allowed."),
        ] {
            assert_eq!(filter(query), Err(problem.to_owned()), "{query}");
        }
        assert_eq!(read::<Strict>("").unwrap_err(), "id: id field is required.");
    }

    #[test]
    fn parse_refuses_more_parameters_than_any_list_has() {
        let query = |count: usize| vec!["ids=1"; count].join("&");
        assert!(filter(&query(MAX_PAIRS)).is_ok());
        let refused = filter(&query(MAX_PAIRS + 1)).unwrap_err();
        assert_eq!(refused, "query: The query has too many parameters.");
    }

    #[test]
    fn parse_survives_fuzzing() {
        let examples = [
            "pageIndex=3&balance=-7&isMine=true&searchText=Caf%C3%A9+%26&tenantId=t&cardType=2&ids=1&ids=2",
            "PAGEINDEX=&kind=Charity&name=n&&=&searchFields=a,b",
        ];
        fuzzing::run(&fuzzing::mutated_text(&examples), |text| {
            let Ok(query) = QueryString::parse(&text) else { return };
            assert!(query.pairs.len() <= MAX_PAIRS);
            let _ = query.read::<Filter>();
            let _ = query.read::<Strict>();
        });
    }

    #[test]
    fn query_can_be_read_by_several_structs() {
        let query = QueryString::parse("id=7&pageIndex=2").unwrap();
        assert_eq!(query.read::<Filter>().unwrap().page_index, 2);
        assert!(query.read::<Strict>().is_ok());
    }

    #[test]
    fn query_read_refuses_other_types_than_structs() {
        assert!(read::<u8>("a=1").unwrap_err().starts_with("query: "));
        assert!(read::<Vec<u8>>("a=1").is_err());
    }

    proptest! {
        #[test]
        fn query_read_decodes_any_text(text in "\\PC*") {
            let query: String = form_urlencoded::Serializer::new(String::new())
                .append_pair("SEARCHTEXT", &text)
                .finish();
            prop_assert_eq!(filter(&query).unwrap().search_text, text);
        }

        #[test]
        fn query_read_never_panics(query in ".{0,60}|([a-zA-Z]{1,9}=[%0-9a-f+]{0,6}&){0,5}") {
            let _ = filter(&query);
        }
    }
}
