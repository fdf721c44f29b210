//! Parameters and columns on PostgreSQL's wire.

use std::error::Error as StdError;

use bytes::BytesMut;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::row::Columns;
use crate::{Column, Value};

type Problem = Box<dyn StdError + Sync + Send>;

impl ToSql for Value<'_> {
    fn to_sql(&self, wanted: &Type, out: &mut BytesMut) -> Result<IsNull, Problem> {
        match (self, wanted) {
            (Value::Null, _) => return Ok(IsNull::Yes),
            (Value::Text(text), wanted) if is_text(wanted) => {
                out.extend_from_slice(text.as_bytes())
            }
            (Value::Int(int), &Type::INT8) => out.extend_from_slice(&int.to_be_bytes()),
            (Value::Int(int), &Type::INT4) => {
                out.extend_from_slice(&i32::try_from(*int)?.to_be_bytes())
            }
            (Value::Int(int), &Type::INT2) => {
                out.extend_from_slice(&i16::try_from(*int)?.to_be_bytes())
            }
            (Value::Bool(bool), &Type::BOOL) => out.extend_from_slice(&[u8::from(*bool)]),
            _ => return Err(mismatch(self, wanted)),
        }
        Ok(IsNull::No)
    }

    // A NULL fits any type, and whether another value does is told better above than by a flat no.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn mismatch(value: &Value<'_>, wanted: &Type) -> Problem {
    let (kind, cast) = match value {
        Value::Null => ("NULL", "TEXT"),
        Value::Text(_) => ("text", "TEXT"),
        Value::Int(_) => ("an integer", "BIGINT"),
        Value::Bool(_) => ("a boolean", "BOOLEAN"),
    };
    format!("{kind} was given where PostgreSQL expects {wanted}: write CAST($… AS {cast})").into()
}

fn is_text(kind: &Type) -> bool {
    matches!(*kind, Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN)
}

/// A column of one of the kinds this crate knows.
struct Known<'a>(Column<'a>);

impl<'a> FromSql<'a> for Known<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Problem> {
        Ok(Known(match *kind {
            Type::INT8 => Column::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => Column::Int(i64::from(i32::from_sql(kind, raw)?)),
            Type::INT2 => Column::Int(i64::from(i16::from_sql(kind, raw)?)),
            Type::BOOL => Column::Bool(bool::from_sql(kind, raw)?),
            _ if is_text(kind) => Column::Text(<&str>::from_sql(kind, raw)?),
            _ => return Err(format!("a {kind}; CAST it to BIGINT or TEXT").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Problem> {
        Ok(Known(Column::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl Columns for Row {
    fn count(&self) -> usize {
        self.len()
    }

    fn name(&self, index: usize) -> &str {
        self.columns().get(index).map_or("?", |column| column.name())
    }

    fn column(&self, index: usize) -> Result<Column<'_>, String> {
        match self.try_get::<_, Known<'_>>(index) {
            Ok(known) => Ok(known.0),
            Err(error) => Err(error
                .into_source()
                .map_or_else(|| "can't be read".to_owned(), |cause| cause.to_string())),
        }
    }
}
