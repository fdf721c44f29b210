//! Checks at the end of every test that no job is left and that the books are right.

use std::collections::BTreeSet;

use db::Tx;
use finance::verify::{self, Rules};
use funray::features;
use ledger::Rule;
use platform::error::Error;

use super::TestApp;

/// A job left in the queue can be an email that is never sent.
impl Drop for TestApp {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let (db, key) = (self.app.db.clone(), verify::Keys::of(&self.app.secrets));
        let are_leftovers_fine = self.leftovers;
        let looked = std::thread::spawn(move || {
            db.read_blocking(move |tx| {
                // A burst check is due seconds after every redemption and changes nothing, so it
                // may be left over.
                let jobs = tx.rows::<(String, String)>(
                    "SELECT kind, state FROM job WHERE kind <> 'burst check'",
                    &[],
                )?;
                let rules = about_rows(tx, features::rules())?;
                Ok::<_, Error>((jobs, verify::breaches(tx, &rules, &key)?))
            })
        });
        let (jobs, breaches) =
            looked.join().expect("the check runs").expect("the rows can be read");
        assert!(are_leftovers_fine || jobs.is_empty(), "jobs are left over: {jobs:?}");
        assert!(breaches.is_empty(), "the books are wrong: {breaches:?}");
    }
}

/// Leaves out the rules about tables without rows. A rule finds rows of its table only, and to
/// prepare all sixty takes longer than many a test.
fn about_rows(tx: &mut Tx<'_>, mut rules: Rules) -> Result<Rules, Error> {
    let all = || rules.of_books.iter().chain(&rules.of_derived);
    let tables: BTreeSet<&str> = all().map(|rule| rule.table).collect();
    let asked: Vec<String> = tables
        .iter()
        .map(|table| format!("SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})"))
        .collect();
    let filled = tx.rows::<(String,)>(&asked.join(" UNION ALL "), &[])?;
    let has_rows = |rule: &Rule| filled.iter().any(|(table,)| table == rule.table);
    rules.of_books.retain(has_rows);
    rules.of_derived.retain(has_rows);
    Ok(rules)
}
