//! SQL of the ledger's rules. Each statement returns the id, the problem and the owner of rows that
//! break the rule.

use db::{Tx, Value, params};

use super::super::{Breach, Found, KeyedBy, Rows, Rule, Summary};
use platform::error::{Error, Result};

/// Rules of the ledger with their SQL. The SQL first finds the entries of a transfer and then filters
/// these entries by account. A search by both at once might read all entries of a vendor's account
/// for each transfer.
pub const ALL: [Rule; 8] = [
    Rule {
        name: "I1 a transfer adds up to nothing",
        breaking: "SELECT t.id, 'its ' || COUNT(e.amount) || ' entries add up to ' || COALESCE(SUM(e.amount), 0), t.vendor_id
         FROM {rows} t LEFT JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
         GROUP BY t.vendor_id, t.id HAVING COUNT(e.amount) < 2 OR SUM(e.amount) <> 0 ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "I2 a card's balance is the sum of its entries",
        breaking: "SELECT c.id, 'it says ' || c.balance || ', its entries ' || COALESCE(SUM(e.amount), 0), c.vendor_id
         FROM {rows} c LEFT JOIN entry e ON e.vendor_id = c.vendor_id AND e.account = 'card:' || c.id
         GROUP BY c.vendor_id, c.id, c.balance HAVING c.balance <> COALESCE(SUM(e.amount), 0) ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "moved_at",
    },
    Rule {
        name: "I2 a card's entries belong to a card",
        breaking: "SELECT e.transfer_id, 'there is no ' || e.account, e.vendor_id
         FROM {rows} t JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
         LEFT JOIN card c ON c.vendor_id = e.vendor_id AND c.id = substr(e.account, 6)
         WHERE substr(e.account, 1, 5) = 'card:' AND c.id IS NULL
         ORDER BY e.transfer_id, e.position LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "I3 no card is below nothing",
        breaking: "SELECT c.id, 'its balance is ' || c.balance, c.vendor_id FROM {rows} c WHERE c.balance < 0 ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "moved_at",
    },
    Rule {
        name: "I5 a transfer names who did it",
        breaking: "SELECT t.id, 'it names nobody', t.vendor_id FROM {rows} t WHERE t.actor = '' ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "I6 a card was sold once, for its face",
        breaking: "SELECT c.id, 'its sales put ' || COALESCE(SUM(e.amount), 0) || ' on it, its face is ' || c.face, c.vendor_id
         FROM {rows} c
         LEFT JOIN transfer t ON t.vendor_id = c.vendor_id AND t.card_id = c.id AND t.kind = 'SALE'
         LEFT JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id AND e.account = 'card:' || c.id
         GROUP BY c.vendor_id, c.id, c.face HAVING COUNT(t.id) <> 1 OR COALESCE(SUM(e.amount), 0) <> c.face
         ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "moved_at",
    },
    Rule {
        name: "I7 a card's shares are those of its sale",
        breaking: "SELECT c.id, 'it says ' || c.charity_share || ' and ' || c.platform_share || ' for cause and platform', c.vendor_id
         FROM {rows} c
         JOIN transfer t ON t.vendor_id = c.vendor_id AND t.card_id = c.id AND t.kind = 'SALE'
         LEFT JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
         GROUP BY c.vendor_id, c.id, c.charity_share, c.platform_share
         HAVING COALESCE(SUM(CASE WHEN e.account = 'charity_payable:' || c.charity_id THEN e.amount END), 0) <> c.charity_share
             OR COALESCE(SUM(CASE WHEN e.account = 'platform_revenue' THEN e.amount END), 0) <> c.platform_share
         ORDER BY c.id LIMIT 5",
        table: "card",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "every transfer is sealed or about to be",
        breaking: "SELECT t.id, 'no seal knows it', t.vendor_id FROM {rows} t
         LEFT JOIN seal s ON s.vendor_id = t.vendor_id AND s.transfer_id = t.id
         LEFT JOIN unsealed u ON u.vendor_id = t.vendor_id AND u.transfer_id = t.id
         WHERE s.position IS NULL AND u.transfer_id IS NULL ORDER BY t.id LIMIT 5",
        table: "transfer",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
];

pub fn summary(tx: &mut Tx<'_>) -> Result<Summary> {
    let (cards, outstanding) =
        tx.one("SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card", &[])?;
    Ok(Summary { cards, outstanding })
}

/// Row that breaks a rule, as returned by the rule's SQL.
pub struct BrokenRow {
    id: String,
    problem: String,
    owner: String,
}

impl BrokenRow {
    fn of((id, problem, owner): (String, String, String)) -> BrokenRow {
        BrokenRow { id, problem, owner }
    }

    pub fn named(self, rule: Rule) -> Found {
        let breach = Breach { rule: rule.name, row: self.id, problem: self.problem };
        Found { breach, owner: self.owner }
    }
}

/// Returns the first rows that break a rule. If only some rows of the table are checked, these rows
/// are materialized before the joins. Otherwise a query planner without statistics would read whole
/// tables in the order of the result.
pub fn breaking(tx: &mut Tx<'_>, rule: Rule, rows: Rows) -> Result<Vec<BrokenRow>> {
    let Rule { made, touched, .. } = rule;
    let found: Vec<(String, String, String)> = match rows {
        Rows::All => tx.rows(&of_all(rule), &[])?,
        Rows::Made(from, until) => {
            let span = of_some(rule, &format!("{made} >= $1 AND {made} < $2"));
            tx.rows(&span, params![from, until])?
        }
        Rows::TouchedSince(since) => {
            tx.rows(&of_some(rule, &format!("{touched} >= $1")), params![since])?
        }
    };
    Ok(found.into_iter().map(BrokenRow::of).collect())
}

/// Checks a single row, found by its key, so that the check is fast in large books, too. Fails if
/// the row doesn't exist. The ledger never deletes rows, so the row was removed outside the program
/// or the rule names a wrong key.
pub fn breaking_row(
    tx: &mut Tx<'_>,
    rule: Rule,
    owner: &str,
    id: &str,
) -> Result<Option<BrokenRow>> {
    let (condition, values) = find_by_key(rule.key, owner, id);
    let found = tx.first(&of_some(rule, &condition), &values)?;
    if found.is_none() {
        require_row(tx, rule, owner, id)?;
    }
    Ok(found.map(BrokenRow::of))
}

/// Fails if the rule's table has no row with this owner and id.
pub fn require_row(tx: &mut Tx<'_>, rule: Rule, owner: &str, id: &str) -> Result<()> {
    let (condition, values) = find_by_key(rule.key, owner, id);
    let Rule { name, table, .. } = rule;
    let exists = format!("SELECT count(*) FROM {table} WHERE {condition}");
    if tx.one::<(i64,)>(&exists, &values)? == (0,) {
        return Err(Error::Internal(format!("{name}: there is no row {id} any more")));
    }
    Ok(())
}

fn find_by_key(key: KeyedBy, owner: &str, id: &str) -> (String, Vec<Value<'static>>) {
    let by_owner = |owner_column: &str, column: &str| {
        let condition = format!("{owner_column} = $1 AND {column} = $2");
        (condition, params![owner, id].iter().map(Value::owned).collect())
    };
    match key {
        KeyedBy::Vendor => by_owner("vendor_id", "id"),
        KeyedBy::CardOfVendor => by_owner("vendor_id", "card_id"),
        KeyedBy::Person => by_owner("person_id", "id"),
        KeyedBy::Column(column) | KeyedBy::SumOf(column) => {
            (format!("{column} = $1"), params![owner].iter().map(Value::owned).collect())
        }
    }
}

/// Returns a rule's SQL for all rows of its table.
fn of_all(rule: Rule) -> String {
    let Rule { breaking, table, .. } = rule;
    breaking.replace("{rows}", table).replace("{each}", table)
}

/// Returns a rule's SQL, restricted to rows of its table that meet a condition. The SQL may begin
/// with a WITH clause of its own.
fn of_some(rule: Rule, condition: &str) -> String {
    let Rule { breaking, table, .. } = rule;
    let some = format!("SELECT * FROM {table} WHERE {condition}");
    let breaking = breaking.replace("{each}", &format!("({some})"));
    if !breaking.contains("{rows}") {
        return breaking;
    }
    let read = format!("WITH some_rows AS MATERIALIZED ({some})");
    let breaking = breaking.replace("{rows}", "some_rows");
    match breaking.strip_prefix("WITH ") {
        Some(more) => format!("{read}, {more}"),
        None => format!("{read} {breaking}"),
    }
}
