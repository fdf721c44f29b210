//! Keys that operators gave to imported records.

use std::collections::BTreeMap;

use db::{Tx, Value};

use platform::error::Result;

/// Returns the ids of the records with these keys.
pub fn find_keys(tx: &mut Tx<'_>, kind: &str, keys: &[&str]) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for some in db::pieces(keys) {
        let mut values = vec![Value::Text(kind.into())];
        values.extend(some.iter().map(|key| Value::Text((*key).into())));
        let places = db::places(2..=values.len());
        let sql = format!(
            "SELECT own_key, record_id FROM import_key WHERE kind = $1 AND own_key IN ({places})"
        );
        found.extend(tx.rows::<(String, String)>(&sql, &values)?);
    }
    Ok(found)
}

pub fn insert_keys(tx: &mut Tx<'_>, kind: &str, keys: &[(String, String)]) -> Result<()> {
    for some in db::pieces(keys) {
        let mut values = vec![Value::Text(kind.into())];
        let mut rows = Vec::new();
        for (key, record) in some {
            let place = values.len();
            rows.push(format!("($1, ${}, ${})", place + 1, place + 2));
            values.push(Value::Text(key.as_str().into()));
            values.push(Value::Text(record.as_str().into()));
        }
        let sql =
            format!("INSERT INTO import_key (kind, own_key, record_id) VALUES {}", rows.join(", "));
        tx.later(&sql, &values)?;
    }
    Ok(())
}
