//! Finds statements that a cluster would refuse, from their text alone. A cluster joins distributed
//! tables only on their distribution columns, joins none of them with a table of the coordinator,
//! and locks rows only on one machine. It reads a subquery that names nothing of its surroundings
//! first, and sends its rows to all machines, so such a subquery is judged alone. One of a SET clause
//! is never read first: beside a table of the coordinator it silently finds nothing.

use std::collections::BTreeSet;

use db::SpreadTable;
use platform::distribution::PLAN;

/// Why a cluster would refuse a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Distributed tables that are not joined on their distribution columns.
    Apart,
    /// A distributed table beside a table of the coordinator.
    WithLocal,
    /// A change of a copied table by what another one has that is not copied.
    IntoCopied,
    /// A change of a table of the coordinator by what a distributed one has. The cluster finds no row
    /// of the distributed table.
    IntoLocal,
    /// A subquery of a distributed table for each row of copied ones.
    ForCopied,
    /// A recursive query in a statement with distributed tables.
    Recursive,
    /// A lock of rows of several machines.
    Lock,
    /// A change of a distribution column, which would move the row to another machine.
    MovesRow,
    /// A new row of a distributed table without a value for its distribution column.
    NoColumn,
}

/// A SELECT, UPDATE or DELETE with the subqueries that belong to it.
#[derive(Default)]
struct Block<'a> {
    /// Alias and name of each table.
    tables: Vec<(&'a str, &'a str)>,
    /// Tables of subqueries that run for each row.
    inner: Vec<(&'a str, &'a str)>,
    /// Tables of subqueries that are judged alone, but may be sent along with the block.
    beside: Vec<&'a str>,
    /// Names and placeholders that the block requires to be equal.
    equal: Vec<(&'a str, &'a str)>,
    /// All names with an alias.
    named: Vec<&'a str>,
    /// Columns that the block changes.
    set: Vec<&'a str>,
    /// Whether the tokens read so far are in the SET clause of an UPDATE.
    is_setting: bool,
    /// Columns that are compared with a list, a subquery or a part that is inserted later.
    listed: Vec<&'a str>,
    /// Whether the block reads a subquery in place of a table. Its text then doesn't tell by which
    /// columns it joins.
    has_derived: bool,
    has_lock: bool,
    /// Table that the block changes.
    changed: Option<&'a str>,
}

fn tokens(sql: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), sql.trim_start());
    while let Some(first) = rest.chars().next() {
        let is_name = |letter: char| letter.is_alphanumeric() || "_.$".contains(letter);
        let end = match first {
            '\'' => rest[1..].find('\'').map_or(rest.len(), |end| end + 2),
            _ if is_name(first) => rest.find(|letter| !is_name(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

fn is_name(token: &str) -> bool {
    token.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// Reads the tokens up to the closing parenthesis of a block. Returns the block and the number of
/// tokens. Blocks that are judged alone go to `done`.
fn read<'a>(tokens: &[&'a str], done: &mut Vec<Block<'a>>) -> (Block<'a>, usize) {
    let mut block = Block::default();
    let (mut at, mut depth) = (0, 0);
    while let Some(token) = tokens.get(at) {
        let before = at.checked_sub(1).map_or("", |before| tokens[before]);
        let next = tokens.get(at + 1).copied().unwrap_or_default();
        match *token {
            "(" if ["SELECT", "UPDATE", "DELETE", "INSERT"].contains(&next) => {
                let (inner, length) = read(&tokens[at + 1..], done);
                block.has_derived |= ["FROM", "JOIN"].contains(&before);
                let own: BTreeSet<&str> = inner.all().map(|(alias, _)| *alias).collect();
                let is_own =
                    |name: &&str| name.split_once('.').is_none_or(|(alias, _)| own.contains(alias));
                // A subquery of a SET clause is never read first, even if it names nothing of its
                // surroundings.
                let is_sent_along = block.is_setting || !inner.named.iter().all(is_own);
                if before != "AS" && before != "MATERIALIZED" && is_sent_along {
                    let is_derived = ["FROM", "JOIN"].contains(&before);
                    let tables = if is_derived { &mut block.tables } else { &mut block.inner };
                    tables.extend(inner.tables);
                    block.inner.extend(inner.inner);
                    block.equal.extend(inner.equal);
                    block.named.extend(inner.named);
                    block.listed.extend(inner.listed);
                } else {
                    if before != "AS" && before != "MATERIALIZED" {
                        block.beside.extend(inner.all().map(|(_, table)| *table));
                    }
                    done.push(inner);
                }
                at += length;
            }
            "(" => depth += 1,
            ")" if depth == 0 => return (block, at + 1),
            ")" => depth -= 1,
            // Both parts of a union are statements of their own.
            "UNION" if depth == 0 => {
                done.push(std::mem::take(&mut block));
            }
            "FROM" | "JOIN" | "UPDATE" if is_name(next) => {
                let after = tokens.get(at + 2).copied().unwrap_or_default();
                block.tables.push((if is_name(after) { after } else { next }, next));
                block.is_setting &= depth > 0;
                if *token == "UPDATE" || before == "DELETE" {
                    block.changed = Some(next);
                }
                at += 1;
            }
            "UPDATE" if before == "FOR" => block.has_lock = true,
            "SET" if depth == 0 => block.is_setting = true,
            "WHERE" if depth == 0 => block.is_setting = false,
            "=" if block.is_setting && depth == 0 => block.set.push(before),
            "=" if next.starts_with(['(', '{']) => block.listed.push(before),
            "=" => block.equal.push((before, next)),
            "IN" => block.listed.push(before),
            name if name.contains('.') && is_name(name) => block.named.push(name),
            _ => {}
        }
        at += 1;
    }
    (block, at)
}

fn spread(table: &str) -> Option<&'static SpreadTable> {
    PLAN.spread.iter().find(|one| one.table == table)
}

impl<'a> Block<'a> {
    fn all(&self) -> impl Iterator<Item = &(&'a str, &'a str)> {
        self.tables.iter().chain(&self.inner)
    }

    /// Returns the names and placeholders that equal the distribution column of a table.
    fn class(&self, alias: &str, column: &str) -> BTreeSet<String> {
        let mut class = BTreeSet::from([format!("{alias}.{column}")]);
        if self.all().count() == 1 {
            class.insert(column.to_owned());
        }
        loop {
            let before = class.len();
            for (left, right) in &self.equal {
                if class.contains(*left) || class.contains(*right) {
                    class.extend([(*left).to_owned(), (*right).to_owned()]);
                }
            }
            if class.len() == before {
                return class;
            }
        }
    }

    /// Returns the distributed tables with their aliases.
    fn distributed(&self) -> Vec<(&str, &'static SpreadTable)> {
        self.all().filter_map(|(alias, table)| Some((*alias, spread(table)?))).collect()
    }

    fn is_for_copied(&self) -> bool {
        let is_copied = |(_, table): &(&str, &str)| PLAN.copied.contains(table);
        !self.tables.is_empty() && self.tables.iter().all(is_copied)
    }

    /// Returns whether names include a value that the caller knows.
    fn is_bound(&self, class: &BTreeSet<String>) -> bool {
        class.iter().any(|name| {
            name.starts_with(['$', '\'']) || self.listed.iter().any(|listed| listed == name)
        })
    }

    /// Returns whether the block reads a distributed table without naming its machine.
    fn asks_all(&self) -> bool {
        let is_unbound =
            |(alias, one): &(&str, &SpreadTable)| !self.is_bound(&self.class(alias, one.column));
        self.distributed().iter().any(is_unbound)
    }

    fn fault(&self, results: &BTreeSet<&str>) -> Option<Fault> {
        let is_local = |table: &&str| {
            spread(table).is_none() && !PLAN.copied.contains(table) && !results.contains(table)
        };
        let mut read = self.all().map(|(_, table)| *table);
        if self.changed.as_ref().is_some_and(is_local) && read.any(|table| spread(table).is_some())
        {
            return Some(Fault::IntoLocal);
        }
        let beside = self.beside.iter().copied();
        let tables: Vec<&str> = self.all().map(|(_, table)| *table).chain(beside).collect();
        if tables.iter().any(|table| spread(table).is_some()) && tables.iter().any(is_local) {
            return Some(Fault::WithLocal);
        }
        let is_copied = |table: &str| PLAN.copied.contains(&table) || results.contains(table);
        let mut read = self.all().map(|(_, table)| *table);
        if self.changed.is_some_and(is_copied) && !read.all(is_copied) {
            return Some(Fault::IntoCopied);
        }
        let distributed = self.distributed();
        let (first_alias, first) = distributed.first()?;
        if self.is_for_copied() {
            return Some(Fault::ForCopied);
        }
        let changed = self.changed.and_then(spread);
        if changed.is_some_and(|one| self.set.contains(&one.column)) {
            return Some(Fault::MovesRow);
        }
        let class = self.class(first_alias, first.column);
        let group = |one: &SpreadTable| one.beside.unwrap_or(one.table);
        let is_beside = |(alias, one): &(&str, &'static SpreadTable)| {
            group(one) == group(first) && !self.class(alias, one.column).is_disjoint(&class)
        };
        if !self.has_derived && !distributed.iter().all(is_beside) {
            return Some(Fault::Apart);
        }
        (self.has_lock && !self.is_bound(&class)).then_some(Fault::Lock)
    }
}

/// Divides a statement into the blocks that are judged alone.
fn blocks<'a>(tokens: &[&'a str]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let (outer, _) = read(tokens, &mut blocks);
    blocks.push(outer);
    blocks
}

/// Returns whether a cluster asks all machines for a statement, because no value in it bounds the
/// distribution column of a table.
pub fn asks_all(sql: &str) -> bool {
    blocks(&tokens(sql)).iter().any(Block::asks_all)
}

fn lacks_column(tokens: &[&str]) -> bool {
    let Some(at) = tokens.iter().position(|token| *token == "INTO") else { return false };
    let mut columns = tokens[at + 1..].iter().take_while(|token| **token != ")");
    let table = columns.next().and_then(|table| spread(table));
    table.is_some_and(|one| columns.all(|column| *column != one.column))
}

/// Returns why a cluster would refuse a statement.
pub fn fault(sql: &str) -> Option<Fault> {
    let tokens = tokens(sql);
    if lacks_column(&tokens) {
        return Some(Fault::NoColumn);
    }
    let blocks = blocks(&tokens);
    let is_spread = |block: &Block<'_>| !block.distributed().is_empty();
    if tokens.contains(&"RECURSIVE") && blocks.iter().any(is_spread) {
        return Some(Fault::Recursive);
    }
    // Results of a WITH clause have the name before AS.
    let results = tokens.windows(3).filter(|three| three[1] == "AS" && is_name(three[0]));
    let results: BTreeSet<&str> = results.map(|three| three[0]).collect();
    blocks.iter().find_map(|block| block.fault(&results))
}

#[test]
fn fault_finds_what_a_cluster_refuses() {
    for (sql, found) in [
        ("SELECT id FROM card WHERE id = $1", None),
        ("SELECT k.id FROM card k JOIN tenant v ON v.id = k.vendor_id", None),
        ("SELECT 1 FROM card k JOIN entry e ON e.vendor_id = k.vendor_id", None),
        (
            "SELECT 1 FROM card k, LATERAL x JOIN entry e ON e.vendor_id = $1 WHERE k.vendor_id = $1",
            None,
        ),
        ("SELECT 1 FROM card k JOIN entry e ON e.id = k.id", Some(Fault::Apart)),
        ("SELECT 1 FROM card k JOIN orders o ON o.person_id = k.buyer_id", Some(Fault::Apart)),
        (
            "SELECT 1 FROM (SELECT q.vendor_id FROM seal q WHERE q.vendor_id = $1) w JOIN entry e ON e.vendor_id = w.vendor_id",
            None,
        ),
        (
            "WITH p AS MATERIALIZED (SELECT k.* FROM card k WHERE k.id = $1) SELECT 1 FROM p JOIN orders o ON o.id = p.order_id",
            None,
        ),
        (
            "SELECT (SELECT count(*) FROM card k WHERE k.order_id = o.id) FROM orders o",
            Some(Fault::Apart),
        ),
        ("SELECT 1 FROM card k WHERE k.order_id IN (SELECT o.id FROM orders o)", None),
        ("SELECT 1 FROM card k LEFT JOIN job j ON j.id = k.id", Some(Fault::WithLocal)),
        (
            "SELECT EXISTS (SELECT 1 FROM job) FROM card k WHERE k.vendor_id = $1",
            Some(Fault::WithLocal),
        ),
        (
            "WITH j AS MATERIALIZED (SELECT id FROM job) SELECT 1 FROM card k JOIN j ON j.id = k.id",
            None,
        ),
        ("SELECT id FROM card WHERE vendor_id = $1 AND id = $2 FOR UPDATE", None),
        ("SELECT id FROM card WHERE order_id = $1 FOR UPDATE", Some(Fault::Lock)),
        ("SELECT id FROM job WHERE state = $1 FOR UPDATE SKIP LOCKED", None),
        ("UPDATE card SET balance = $1 WHERE id = $2", None),
        ("UPDATE payment_lookup SET key = $2 WHERE key = $1", Some(Fault::MovesRow)),
        ("UPDATE card SET owner_id = vendor_id, face = $1 WHERE vendor_id = $2", None),
        ("UPDATE job SET state = (SELECT k.id FROM card k)", Some(Fault::IntoLocal)),
        ("UPDATE card SET order_id = (SELECT o.id FROM orders o)", Some(Fault::Apart)),
        ("UPDATE card SET order_id = (SELECT id FROM orders) WHERE id = $1", Some(Fault::Apart)),
        (
            "WITH o AS MATERIALIZED (SELECT id FROM orders) UPDATE card SET order_id = o.id FROM o",
            None,
        ),
        ("UPDATE card SET order_id = $1 WHERE order_id IN (SELECT o.id FROM orders o)", None),
        (
            "UPDATE person SET seen_at = (SELECT MAX(s.rotated_at) FROM session s WHERE s.person_id = person.id)",
            Some(Fault::IntoCopied),
        ),
        (
            "UPDATE tenant SET code = (SELECT MAX(j.id) FROM job j WHERE j.subject = tenant.id)",
            Some(Fault::IntoCopied),
        ),
        (
            "SELECT (SELECT MAX(s.rotated_at) FROM session s WHERE s.person_id = p.id) FROM person p",
            Some(Fault::ForCopied),
        ),
        (
            "WITH s AS MATERIALIZED (SELECT person_id FROM session) UPDATE person SET seen_at = $1 FROM s WHERE id = s.person_id",
            None,
        ),
        (
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT k.id FROM card k CROSS JOIN n",
            Some(Fault::Recursive),
        ),
        ("INSERT INTO card (vendor_id, id) VALUES ($1, $2)", None),
        ("INSERT INTO card (id) SELECT vendor_id FROM tenant", Some(Fault::NoColumn)),
    ] {
        assert_eq!(fault(sql), found, "{sql}");
    }
}

#[test]
fn asks_all_finds_statements_that_no_value_bounds() {
    for (sql, is_found) in [
        ("SELECT id FROM card WHERE vendor_id = $1 AND id = $2", false),
        ("SELECT id FROM card WHERE id = $1", true),
        ("SELECT id FROM card WHERE vendor_id IN ($1, $2)", false),
        ("SELECT k.id FROM card k WHERE k.vendor_id = {place}", false),
        ("SELECT k.id FROM card k JOIN tenant v ON v.id = k.vendor_id WHERE v.id = $1", false),
        ("SELECT k.id FROM card k JOIN tenant v ON v.id = k.vendor_id", true),
        (
            "SELECT 1 FROM card k JOIN entry e ON e.vendor_id = k.vendor_id WHERE k.vendor_id = $1",
            false,
        ),
        (
            "SELECT vendor_id FROM card WHERE vendor_id = (SELECT vendor_id FROM card_lookup WHERE key_hash = $1)",
            false,
        ),
        ("UPDATE card SET balance = $1 WHERE id = $2", true),
        ("SELECT id FROM tenant", false),
    ] {
        assert_eq!(asks_all(sql), is_found, "{sql}");
    }
}
