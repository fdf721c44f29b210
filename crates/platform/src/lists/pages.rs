//! Cache of catalogue pages. Each page is built once for equal requests and reused until the
//! catalogue changes.

use std::{
    collections::HashMap,
    io::{self, Write},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use axum::body::Bytes;
use db::{Db, Subscription};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::store;
use kernel::{clock::Clock, random::hex, timestamp::Timestamp};

use crate::error::{Error, Result};

/// Topic that wakes all nodes when the catalogue has changed.
pub(super) const TOPIC: &str = "catalogue";

/// Maximum delay until a change of the catalogue is noticed without a signal.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Maximum age of a cached page. Lists also depend on the date and on sales, which do not change
/// the catalogue's version.
pub const LIFETIME: Duration = Duration::from_secs(30);

/// Limits of the cache: number of pages, total bytes, bytes of one page, and length of a page's
/// address.
const MAX: usize = 500;
const MAX_BYTES: usize = 32 * 1024 * 1024;
const MAX_PAGE_BYTES: usize = 256 * 1024;
const MAX_ADDRESS_LENGTH: usize = 500;

/// Maximum time by which the last read of the version may lie in the future. A later time means
/// that the clock was set back.
const MAX_LEAD: Duration = Duration::from_secs(60);

/// Brotli level that comes close to the smallest size within a millisecond.
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 20;
const BROTLI_BUFFER: usize = 4096;

/// Cache of this node. A page is valid for one version of the catalogue. The database stores the
/// version, so nodes need not share their caches.
pub struct Pages {
    db: Db,
    clock: Clock,
    /// Last known version of the catalogue. One caller reads it again while other callers wait for
    /// the result.
    known: tokio::sync::Mutex<Known>,
    kept: Mutex<Kept>,
}

struct Known {
    changes: Subscription,
    version: i64,
    read_at: Option<Timestamp>,
    failed: Option<(Timestamp, db::Error)>,
}

impl Known {
    /// Returns true if the version was read less than [`CHECK_EVERY`] before `asked_at`, or at most
    /// [`MAX_LEAD`] after it.
    fn is_young(&self, asked_at: Timestamp) -> bool {
        self.read_at.is_some_and(|read_at| {
            asked_at < read_at.plus(CHECK_EVERY) && read_at <= asked_at.plus(MAX_LEAD)
        })
    }
}

pub struct KeptPage {
    version: i64,
    made_at: Timestamp,
    pub etag: String,
    pub plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl Pages {
    pub fn new(db: &Db, clock: &Clock) -> Pages {
        let known = Known { changes: db.subscribe(TOPIC), version: 0, read_at: None, failed: None };
        Pages {
            db: db.clone(),
            clock: clock.clone(),
            known: tokio::sync::Mutex::new(known),
            kept: Mutex::default(),
        }
    }

    /// Returns the catalogue's version, at most a second old and never older than this node's own
    /// last change. Waiting callers share one read, so that they do not query a slow database one
    /// after another.
    pub async fn version(&self) -> Result<i64> {
        let asked_at = self.clock.now();
        let mut known = self.known.lock().await;
        if let Some((failed_at, error)) = &known.failed
            && asked_at < *failed_at
        {
            return Err(Error::Database(error.clone()));
        }
        if !known.changes.has_news() && known.is_young(asked_at) {
            return Ok(known.version);
        }
        // If the caller is cancelled while reading, the next caller reads the version again.
        known.read_at = None;
        let begun_at = self.clock.now();
        match self.db.read(store::version).await {
            Ok(version) => {
                known.version = version;
                known.read_at = Some(begun_at);
                known.failed = None;
                Ok(version)
            }
            Err(Error::Database(error)) => {
                known.failed = Some((self.clock.now(), error.clone()));
                Err(Error::Database(error))
            }
            Err(other) => Err(other),
        }
    }

    /// Returns the cached page of an address, if the page is known to be valid without querying the
    /// database.
    pub fn at_hand(&self, address: &str) -> Option<Arc<KeptPage>> {
        let mut known = self.known.try_lock().ok()?;
        if known.changes.has_news() {
            // A change is reported only once, so this makes the next caller read the version.
            known.read_at = None;
        }
        let version = known.is_young(self.clock.now()).then_some(known.version)?;
        drop(known);
        self.find(address, version)
    }

    /// Returns the cached page of an address, if the page has this version and is not too old.
    pub fn find(&self, address: &str, version: i64) -> Option<Arc<KeptPage>> {
        self.kept().find(address, version, self.clock.now())
    }

    /// Caches a page and returns it. `version` is the version of the catalogue that was read before
    /// the page was built.
    pub fn keep(&self, address: String, version: i64, body: Vec<u8>) -> Arc<KeptPage> {
        let page = Arc::new(KeptPage::new(version, self.clock.now(), body));
        self.kept().insert(address, page.clone());
        page
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cached pages by address, within the limits of the cache.
#[derive(Default)]
struct Kept {
    pages: HashMap<String, Arc<KeptPage>>,
    bytes: usize,
}

impl Kept {
    fn find(&self, address: &str, version: i64, now: Timestamp) -> Option<Arc<KeptPage>> {
        self.pages.get(address).filter(|page| page.holds(version, now)).cloned()
    }

    fn insert(&mut self, address: String, page: Arc<KeptPage>) {
        if page.plain.len() > MAX_PAGE_BYTES || address.len() > MAX_ADDRESS_LENGTH {
            return;
        }
        // The cache may already have pages of a newer version, if this page took long to build. The
        // page is then not cached.
        let newest = self.pages.values().map(|kept| kept.version).max();
        if newest.is_some_and(|newest| newest > page.version) {
            return;
        }
        self.bytes += page.plain.len();
        let now = page.made_at;
        let before = self.pages.insert(address, page);
        self.bytes -= before.map_or(0, |before| before.plain.len());
        if self.pages.len() <= MAX && self.bytes <= MAX_BYTES {
            return;
        }
        let version = newest.unwrap_or_default();
        self.pages.retain(|_, kept| kept.version >= version && kept.holds(kept.version, now));
        if self.pages.len() > MAX
            || self.pages.values().map(|kept| kept.plain.len()).sum::<usize>() > MAX_BYTES
        {
            self.pages.clear();
        }
        self.bytes = self.pages.values().map(|kept| kept.plain.len()).sum();
    }
}

impl KeptPage {
    fn new(version: i64, made_at: Timestamp, body: Vec<u8>) -> KeptPage {
        KeptPage {
            version,
            made_at,
            etag: format!("W/\"{version}-{}\"", hex(&Sha256::digest(&body)[..8])),
            plain: Bytes::from(body),
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        }
    }

    fn holds(&self, version: i64, now: Timestamp) -> bool {
        self.version == version && self.made_at <= now && now < self.made_at.plus(LIFETIME)
    }

    /// Returns true if the page is small enough to be compressed once; larger pages are compressed
    /// while they are sent.
    pub fn is_packed(&self) -> bool {
        self.plain.len() <= MAX_PAGE_BYTES
    }

    pub fn gzip(&self) -> Bytes {
        self.gzip.get_or_init(|| gzip(&self.plain)).clone()
    }

    pub fn brotli(&self) -> Bytes {
        self.brotli.get_or_init(|| brotli(&self.plain)).clone()
    }
}

/// Compresses a page with gzip, for clients that do not accept Brotli.
pub fn gzip(plain: &[u8]) -> Bytes {
    packed(|| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain)?;
        encoder.finish()
    })
}

pub fn brotli(plain: &[u8]) -> Bytes {
    packed(|| {
        let mut packed = Vec::new();
        let mut encoder = brotli::CompressorWriter::new(
            &mut packed,
            BROTLI_BUFFER,
            BROTLI_QUALITY,
            BROTLI_WINDOW,
        );
        encoder.write_all(plain)?;
        drop(encoder);
        Ok(packed)
    })
}

/// Returns the content of a file that was compressed with Brotli.
pub fn from_brotli(packed: &[u8]) -> io::Result<Bytes> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &packed[..], &mut plain)?;
    Ok(Bytes::from(plain))
}

fn packed(pack: impl FnOnce() -> io::Result<Vec<u8>>) -> Bytes {
    Bytes::from(pack().unwrap_or_else(|_| unreachable!("memory takes what is written")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::MIN;

    fn page(version: i64, size: usize) -> Arc<KeptPage> {
        Arc::new(KeptPage::new(version, NOON, vec![b'x'; size]))
    }

    #[test]
    fn pages_hold_for_their_version_and_their_lifetime() {
        let mut kept = Kept::default();
        kept.insert("/shops".to_owned(), page(7, 10));
        assert!(kept.find("/shops", 7, NOON).is_some());
        assert!(kept.find("/shops", 8, NOON).is_none(), "another version");
        assert!(kept.find("/causes", 7, NOON).is_none(), "another address");
        assert!(kept.find("/shops", 7, NOON.plus(LIFETIME)).is_none(), "too old");
    }

    #[test]
    fn pages_are_bounded_in_number_size_and_address() {
        let mut kept = Kept::default();
        for number in 0..3 * MAX {
            kept.insert(number.to_string(), page(1, 10));
        }
        assert!(kept.pages.len() <= MAX);
        for number in 0..2 * MAX_BYTES / MAX_PAGE_BYTES {
            kept.insert(format!("large {number}"), page(1, MAX_PAGE_BYTES));
        }
        assert!(kept.bytes <= MAX_BYTES);
        assert_eq!(kept.bytes, kept.pages.values().map(|page| page.plain.len()).sum::<usize>());
        kept.insert("large".to_owned(), page(1, MAX_PAGE_BYTES + 1));
        let long = "a".repeat(MAX_ADDRESS_LENGTH + 1);
        kept.insert(long.clone(), page(1, 10));
        assert!(kept.find("large", 1, NOON).is_none() && kept.find(&long, 1, NOON).is_none());
    }

    #[test]
    fn pages_of_an_older_version_displace_no_newer_ones() {
        let mut kept = Kept::default();
        kept.insert("/shops".to_owned(), page(8, 10));
        kept.insert("/shops".to_owned(), page(7, 10));
        assert!(kept.find("/shops", 8, NOON).is_some());
    }

    #[test]
    fn packed_pages_are_smaller() {
        let page = page(1, 1000);
        assert!(page.gzip().len() < 100 && page.brotli().len() < 100);
    }
}
