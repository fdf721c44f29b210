//! Anchors: copies of the last seal of each chain at a moment, stored where nobody who can change
//! the database can reach them. If a chain was deleted and rebuilt, even by the program itself, it
//! differs from its anchors.
//!
//! Anchors are stored in the file store, in one folder per day, in files that are never
//! overwritten. The first file of a day contains the last seals of all chains. Later files contain
//! only those of chains that have changed.

use std::{collections::BTreeMap, fmt, sync::Arc};

use db::Db;

use super::{Rules, checks, store};
use kernel::{random::random_hex, timestamp::Timestamp};
use ledger::{Breach, Chain, Reached, Seal};
use platform::{
    app::App,
    error::{Error, Result},
    services::files::Files,
};

const FOLDER: &str = "anchors";
const RULE: &str = "chains of seals are those that were anchored";
/// Name under which the task that writes anchors appears among the checks.
pub const WRITTEN: &str = "anchors are written";

/// Seal in a chain, for comparison with the database. Written as text in the form
/// `transfers/ten_…/12/hash`.
#[derive(Clone)]
pub struct Anchor {
    pub chain: &'static Chain,
    pub place: Reached,
    /// Time at which the anchor was written, if known.
    pub written_at: Option<Timestamp>,
}

impl fmt::Display for Anchor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reached { owner, seal } = &self.place;
        write!(out, "{}/{owner}/{}/{}", self.chain.word, seal.position, seal.hash)
    }
}

impl Anchor {
    fn parse(rules: &Rules, text: &str, written_at: Option<Timestamp>) -> Option<Anchor> {
        let mut parts = text.split('/');
        let (word, owner, position, hash) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let chain = rules.chains.iter().copied().find(|chain| chain.word == word)?;
        let position = position.parse().ok().filter(|position| *position > 0)?;
        let is_whole = parts.next().is_none() && !owner.is_empty() && !hash.is_empty();
        let seal = Seal { position, hash: hash.to_owned(), ..Seal::start() };
        is_whole.then(|| Anchor {
            chain,
            place: Reached { owner: owner.to_owned(), seal },
            written_at,
        })
    }

    fn key(&self) -> (&'static str, String) {
        (self.chain.word, self.place.owner.clone())
    }
}

/// Parses one anchor, or a file of anchors that begins with the time of writing. Returns `None` if
/// the text is neither.
pub fn parse_anchors(rules: &Rules, text: &str) -> Option<Vec<Anchor>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let written_at = lines.peek().and_then(|line| Timestamp::parse(line));
    if written_at.is_some() {
        lines.next();
    }
    let anchors: Vec<Anchor> =
        lines.map(|line| Anchor::parse(rules, line, written_at)).collect::<Option<_>>()?;
    (!anchors.is_empty()).then_some(anchors)
}

/// Scheduled task: writes the last seals of the chains to the file store.
pub async fn write_anchors(app: Arc<App>) -> Result<()> {
    let now = app.clock.now();
    let folder = format!("{FOLDER}/{}", &now.to_string()[..10]);
    let is_first = app.files.names(&folder).await?.is_empty();
    let chains = app.shared.get::<Rules>().chains.clone();
    let ends = app.db.read(move |tx| {
        let since = store::done_until(tx, false)?.get(WRITTEN).copied();
        let since = since.filter(|_| !is_first).map(|since| since.minus(ledger::LATE));
        let mut ends = Vec::new();
        for chain in chains.iter().copied() {
            let reached = ledger::ends(tx, chain, since)?;
            ends.extend(reached.into_iter().map(|place| Anchor { chain, place, written_at: None }));
        }
        Ok::<_, Error>(ends)
    });
    let ends = ends.await?;
    if !ends.is_empty() {
        let lines: Vec<String> = ends.iter().map(ToString::to_string).collect();
        let name = format!("{folder}/{:020}-{}.txt", now.as_micros(), &random_hex()[..8]);
        app.files.create(&name, format!("{now}\n{}\n", lines.join("\n")).into_bytes()).await?;
        tracing::info!(file = name, chains = lines.len(), "the ends of the seals are anchored");
    }
    checks::record(app.as_ref(), vec![checks::made(WRITTEN, false, true)], now).await
}

/// Compares the chains of seals with the newest anchors in the file store. Returns the breaches and
/// the number of anchors compared.
pub async fn compare_stored(db: &Db, files: &Files, rules: &Rules) -> Result<(Vec<Breach>, usize)> {
    let anchors = match files.folders(FOLDER).await?.pop() {
        Some(day) => newest(read_day(files, &day, rules).await?),
        None => Vec::new(),
    };
    compare_narrowly(db, files, rules, anchors).await
}

/// Like [`compare_stored`], for a backup: leaves out anchors that were written after its time.
pub async fn compare_stored_until(
    db: &Db,
    files: &Files,
    rules: &Rules,
    until: Timestamp,
) -> Result<(Vec<Breach>, usize)> {
    let mut anchors = Vec::new();
    let last_day = until.to_string();
    let days = files.folders(FOLDER).await?;
    for day in days.iter().rev().filter(|day| day.as_str() <= &last_day[..10]) {
        anchors = read_day(files, day, rules).await?;
        anchors.retain(|anchor| anchor.written_at.is_some_and(|at| at <= until));
        if !anchors.is_empty() {
            break;
        }
    }
    compare_narrowly(db, files, rules, newest(anchors)).await
}

/// Returns the last anchor of each chain.
fn newest(anchors: Vec<Anchor>) -> Vec<Anchor> {
    let by_chain: BTreeMap<_, _> =
        anchors.into_iter().map(|anchor| (anchor.key(), anchor)).collect();
    by_chain.into_values().collect()
}

async fn compare_narrowly(
    db: &Db,
    files: &Files,
    rules: &Rules,
    anchors: Vec<Anchor>,
) -> Result<(Vec<Breach>, usize)> {
    let count = anchors.len();
    let mut breaches = Vec::new();
    for misfit in misfits(db, anchors).await? {
        breaches.push(narrowed(db, files, rules, misfit).await?);
    }
    Ok((breaches, count))
}

/// Compares the chains of seals with anchors that an operator kept. Returns the breaches.
pub async fn compare(db: &Db, anchors: Vec<Anchor>) -> Result<Vec<Breach>> {
    let wrong = misfits(db, anchors).await?;
    Ok(wrong.iter().map(|anchor| breach(anchor, 1)).collect())
}

async fn read_day(files: &Files, day: &str, rules: &Rules) -> Result<Vec<Anchor>> {
    let mut all = Vec::new();
    for name in files.names(&format!("{FOLDER}/{day}")).await? {
        let place = format!("{FOLDER}/{day}/{name}");
        let bytes = files.get(&place).await?.unwrap_or_default();
        let anchors = std::str::from_utf8(&bytes).ok().and_then(|text| parse_anchors(rules, text));
        all.extend(anchors.ok_or_else(|| Error::Internal(format!("{place} has no anchors")))?);
    }
    Ok(all)
}

async fn misfits(db: &Db, anchors: Vec<Anchor>) -> Result<Vec<Anchor>> {
    db.read(move |tx| {
        let mut by_chain = BTreeMap::new();
        for anchor in &anchors {
            by_chain.entry(anchor.chain.word).or_insert_with(Vec::new).push(anchor.clone());
        }
        let mut wrong = Vec::new();
        for of_chain in by_chain.into_values() {
            let places: Vec<Reached> = of_chain.iter().map(|anchor| anchor.place.clone()).collect();
            let found = ledger::misfits(tx, of_chain[0].chain, &places)?;
            wrong.extend(of_chain.into_iter().filter(|anchor| found.contains(&anchor.place)));
        }
        Ok(wrong)
    })
    .await
}

/// Finds the first anchor that doesn't match a broken chain. The changed seals come after the last
/// matching anchor and not after this one. Returns a breach that names these seals.
async fn narrowed(db: &Db, files: &Files, rules: &Rules, misfit: Anchor) -> Result<Breach> {
    let mut last_fit = 0;
    for day in files.folders(FOLDER).await? {
        let mut of_chain = read_day(files, &day, rules).await?;
        of_chain.retain(|anchor| anchor.key() == misfit.key());
        let wrong = misfits(db, of_chain.clone()).await?;
        if let Some(first) = wrong.first() {
            let fits = of_chain.iter().map(|anchor| anchor.place.seal.position);
            let fits = fits.filter(|position| *position < first.place.seal.position);
            return Ok(breach(first, fits.max().unwrap_or(last_fit) + 1));
        }
        last_fit = of_chain.last().map_or(last_fit, |anchor| anchor.place.seal.position);
    }
    Ok(breach(&misfit, last_fit + 1))
}

fn breach(anchor: &Anchor, first: i64) -> Breach {
    let Anchor { chain, place, written_at } = anchor;
    let when = written_at.map_or_else(String::new, |written_at| format!(" on {written_at}"));
    let problem = format!(
        "its {} from number {first} to {} are not those that were anchored{when}",
        chain.name, place.seal.position
    );
    Breach { rule: RULE, row: place.owner.clone(), problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use access::audit;

    #[test]
    fn parse_anchors_reads_a_file_and_a_single_place_and_nothing_else() {
        let chains = [ledger::CHAINS, audit::CHAINS].concat();
        let rules = Rules { of_books: Vec::new(), chains, of_derived: Vec::new() };
        let file = "2026-03-10T15:00:00Z\ntransfers/ten_1/12/ab\naudit/platform/3/cd\n";
        let anchors = parse_anchors(&rules, file).expect("a file");
        let texts: Vec<String> = anchors.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["transfers/ten_1/12/ab", "audit/platform/3/cd"]);
        assert_eq!(anchors[0].written_at, Timestamp::parse("2026-03-10T15:00:00Z"));
        assert_eq!(
            parse_anchors(&rules, "transfers/ten_1/12/ab").map(|anchors| anchors.len()),
            Some(1)
        );
        for wrong in [
            "",
            "2026-03-10T15:00:00Z",
            "transfers/ten_1/12",
            "transfers/ten_1/0/ab",
            "transfers/ten_1/x/ab",
            "transfers//1/ab",
            "orders/ten_1/1/ab",
            "transfers/ten_1/1/ab/more",
            "transfers/ten_1/1/ab\nelse",
        ] {
            assert!(parse_anchors(&rules, wrong).is_none(), "{wrong}");
        }
    }
}
