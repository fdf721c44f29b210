//! Cache of drawn pictures in memory, limited by size. After a restart, or on another server,
//! pictures are drawn again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::body::Bytes;

/// Maximum total size of all pictures, in bytes. About three hundred pictures fit.
const MAX_BYTES: usize = 32 << 20;

/// Clones share their pictures.
#[derive(Clone, Default)]
pub struct PictureCache(Arc<Mutex<Entries>>);

#[derive(Default)]
struct Entries {
    pictures: HashMap<String, Bytes>,
    /// Names of the pictures, oldest picture first.
    order: VecDeque<String>,
    bytes: usize,
}

impl PictureCache {
    pub fn find(&self, name: &str) -> Option<Bytes> {
        self.lock().pictures.get(name).cloned()
    }

    /// Returns the number of pictures with these words in their names.
    pub fn count_of(&self, words: &str) -> usize {
        self.lock().pictures.keys().filter(|name| name.contains(words)).count()
    }

    /// Adds a picture. If the cache is full, removes the oldest pictures.
    pub fn insert(&self, name: String, picture: Bytes) {
        let mut entries = self.lock();
        if picture.len() > MAX_BYTES || entries.pictures.contains_key(&name) {
            return;
        }
        entries.bytes += picture.len();
        entries.order.push_back(name.clone());
        entries.pictures.insert(name, picture);
        while entries.bytes > MAX_BYTES {
            let Some(oldest) = entries.order.pop_front() else { break };
            let removed = entries.pictures.remove(&oldest);
            entries.bytes -= removed.map_or(0, |picture| picture.len());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_cache_removes_the_oldest_when_it_is_full() {
        let cache = PictureCache::default();
        let large = Bytes::from(vec![0; MAX_BYTES / 2]);
        for name in ["first", "second", "third"] {
            cache.insert(name.to_owned(), large.clone());
        }
        assert!(cache.find("first").is_none());
        assert!(cache.find("second").is_some() && cache.find("third").is_some());
        cache.insert("too large".to_owned(), Bytes::from(vec![0; MAX_BYTES + 1]));
        assert!(cache.find("too large").is_none() && cache.find("third").is_some());
    }
}
