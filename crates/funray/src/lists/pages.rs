//! Pages of the catalogue as they are sent: made once for all who ask for the same, until something of the catalogue
//! changes.

use std::{
    collections::HashMap,
    io::Write,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use axum::body::Bytes;
use db::{Db, Subscription};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::store;
use crate::{
    error::Result,
    kernel::{clock::Clock, random::hex, timestamp::Timestamp},
};

/// Wakes all nodes when something of the catalogue has changed.
pub(super) const TOPIC: &str = "catalogue";

/// Where no signal arrives, a change is seen after so long.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// What a list says may depend on the day and on what is sold, so no page lives longer.
pub const LIFETIME: Duration = Duration::from_secs(30);

/// So many pages are kept at once, none larger than this, each under an address no longer than this.
const MOST: usize = 500;
const LARGEST: usize = 64 * 1024;
const LONGEST_ADDRESS: usize = 500;

/// Brotli's middle way: near the smallest size in a millisecond.
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 20;
const BROTLI_BUFFER: usize = 4096;

/// Nothing that another node would miss: a page holds for one version of the rows, and that stands with the rows.
pub struct Pages {
    db: Db,
    clock: Clock,
    /// Whoever finds the version too old asks for it; the others wait for that answer.
    known: tokio::sync::Mutex<Known>,
    kept: Mutex<Kept>,
}

struct Known {
    changes: Subscription,
    version: i64,
    read_at: Option<Timestamp>,
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
        let known = Known { changes: db.subscribe(TOPIC), version: 0, read_at: None };
        Pages {
            db: db.clone(),
            clock: clock.clone(),
            known: tokio::sync::Mutex::new(known),
            kept: Mutex::default(),
        }
    }

    /// The catalogue's version, as it was at most a second ago and since this node's own last change.
    pub async fn version(&self) -> Result<i64> {
        let mut known = self.known.lock().await;
        let now = self.clock.now();
        let is_young = |read_at: Timestamp| read_at <= now && now < read_at.plus(CHECK_EVERY);
        if known.changes.has_news() || !known.read_at.is_some_and(is_young) {
            // Whoever is cancelled while reading leaves the question open to the next.
            known.read_at = None;
            known.version = self.db.read(store::version).await?;
            known.read_at = Some(now);
        }
        Ok(known.version)
    }

    /// The page of an address, if one was made of this version and not too long ago.
    pub fn find(&self, address: &str, version: i64) -> Option<Arc<KeptPage>> {
        self.kept().find(address, version, self.clock.now())
    }

    /// Keeps a page that was made after its version was read, and hands it out.
    pub fn keep(&self, address: String, version: i64, body: Vec<u8>) -> Arc<KeptPage> {
        let page = Arc::new(KeptPage::new(version, self.clock.now(), body));
        self.kept().insert(address, page.clone());
        page
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pages by address, never too many.
#[derive(Default)]
struct Kept(HashMap<String, Arc<KeptPage>>);

impl Kept {
    fn find(&self, address: &str, version: i64, now: Timestamp) -> Option<Arc<KeptPage>> {
        self.0.get(address).filter(|page| page.holds(version, now)).cloned()
    }

    fn insert(&mut self, address: String, page: Arc<KeptPage>) {
        if page.plain.len() > LARGEST || address.len() > LONGEST_ADDRESS {
            return;
        }
        if self.0.len() >= MOST {
            self.0.retain(|_, kept| kept.holds(page.version, page.made_at));
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(address, page);
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

    pub fn gzip(&self) -> Bytes {
        self.gzip.get_or_init(|| packed(&self.plain, gzip)).clone()
    }

    pub fn brotli(&self) -> Bytes {
        self.brotli.get_or_init(|| packed(&self.plain, brotli)).clone()
    }
}

fn packed(plain: &[u8], pack: impl Fn(&[u8]) -> std::io::Result<Vec<u8>>) -> Bytes {
    Bytes::from(pack(plain).unwrap_or_else(|_| unreachable!("memory takes what is written")))
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain)?;
    encoder.finish()
}

fn brotli(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut encoder =
        brotli::CompressorWriter::new(&mut packed, BROTLI_BUFFER, BROTLI_QUALITY, BROTLI_WINDOW);
    encoder.write_all(plain)?;
    drop(encoder);
    Ok(packed)
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
        for number in 0..3 * MOST {
            kept.insert(number.to_string(), page(1, 10));
        }
        assert!(kept.0.len() <= MOST);
        kept.insert("large".to_owned(), page(1, LARGEST + 1));
        let long = "a".repeat(LONGEST_ADDRESS + 1);
        kept.insert(long.clone(), page(1, 10));
        assert!(kept.find("large", 1, NOON).is_none() && kept.find(&long, 1, NOON).is_none());
    }

    #[test]
    fn packed_pages_are_smaller() {
        let page = page(1, 1000);
        assert!(page.gzip().len() < 100 && page.brotli().len() < 100);
    }
}
