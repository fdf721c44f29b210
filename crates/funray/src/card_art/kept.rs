//! Pictures that were drawn, kept in memory as long as there is room: another node, or a later start, draws them again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use axum::body::Bytes;

/// About three hundred pictures.
const MOST_BYTES: usize = 32 << 20;

#[derive(Default)]
pub struct KeptPictures(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    pictures: HashMap<String, Bytes>,
    /// The oldest first.
    order: VecDeque<String>,
    bytes: usize,
}

impl KeptPictures {
    pub fn find(&self, name: &str) -> Option<Bytes> {
        self.shelf().pictures.get(name).cloned()
    }

    /// Keeps a picture, and throws the oldest ones away where there is no room.
    pub fn keep(&self, name: String, picture: Bytes) {
        let mut shelf = self.shelf();
        if picture.len() > MOST_BYTES || shelf.pictures.contains_key(&name) {
            return;
        }
        shelf.bytes += picture.len();
        shelf.order.push_back(name.clone());
        shelf.pictures.insert(name, picture);
        while shelf.bytes > MOST_BYTES {
            let Some(oldest) = shelf.order.pop_front() else { break };
            let gone = shelf.pictures.remove(&oldest);
            shelf.bytes -= gone.map_or(0, |gone| gone.len());
        }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_kept_while_there_is_room() {
        let kept = KeptPictures::default();
        let large = Bytes::from(vec![0; MOST_BYTES / 2]);
        for name in ["first", "second", "third"] {
            kept.keep(name.to_owned(), large.clone());
        }
        assert!(kept.find("first").is_none());
        assert!(kept.find("second").is_some() && kept.find("third").is_some());
        kept.keep("too large".to_owned(), Bytes::from(vec![0; MOST_BYTES + 1]));
        assert!(kept.find("too large").is_none() && kept.find("third").is_some());
    }
}
