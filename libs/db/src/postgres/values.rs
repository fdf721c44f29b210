//! Encodes parameters and decodes columns in PostgreSQL's binary formats.

use std::error::Error as StdError;

use bytes::BytesMut;
use postgres_protocol::{IsNull, Oid};
use tokio_postgres::types::{FromSql, Type};

use crate::{Column, Value};

pub(super) type Problem = Box<dyn StdError + Sync + Send>;

/// Returns the built-in type with this object id, or [`Type::ANY`] for any other id.
pub(super) fn kind_of(oid: Oid) -> Type {
    Type::from_oid(oid).unwrap_or(Type::ANY)
}

/// Encodes a parameter as the type that the server expects.
pub(super) fn encode(
    value: &Value<'_>,
    wanted: &Type,
    out: &mut BytesMut,
) -> Result<IsNull, Problem> {
    match (value, wanted) {
        (Value::Null, _) => return Ok(IsNull::Yes),
        (Value::Text(text), wanted) if is_text(wanted) => out.extend_from_slice(text.as_bytes()),
        (Value::Int(int), &Type::INT8) => out.extend_from_slice(&int.to_be_bytes()),
        (Value::Int(int), &Type::INT4) => {
            out.extend_from_slice(&i32::try_from(*int)?.to_be_bytes())
        }
        (Value::Int(int), &Type::INT2) => {
            out.extend_from_slice(&i16::try_from(*int)?.to_be_bytes())
        }
        (Value::Bool(bool), &Type::BOOL) => out.extend_from_slice(&[u8::from(*bool)]),
        _ => return Err(mismatch(value, wanted)),
    }
    Ok(IsNull::No)
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

/// Decodes a column value. Returns an error if its type is not supported.
pub(super) fn decode<'a>(kind: &Type, raw: Option<&'a [u8]>) -> Result<Column<'a>, Problem> {
    let Some(raw) = raw else { return Ok(Column::Null) };
    Ok(match *kind {
        Type::INT8 => Column::Int(i64::from_sql(kind, raw)?),
        Type::INT4 => Column::Int(i64::from(i32::from_sql(kind, raw)?)),
        Type::INT2 => Column::Int(i64::from(i16::from_sql(kind, raw)?)),
        Type::BOOL => Column::Bool(bool::from_sql(kind, raw)?),
        _ if is_text(kind) => Column::Text(<&str>::from_sql(kind, raw)?),
        _ => return Err(format!("a {kind}; CAST it to BIGINT or TEXT").into()),
    })
}
