//! Limits on open connections, in total and per address, so that no client takes all places.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::{Http, TrustedProxies};

/// Maximum number of connections from an IPv6 /48 network, as a multiple of the maximum for each
/// /56 network inside it.
const PARTS_AT_ONCE: usize = 8;

/// Place for one open connection. The place is reserved before the client's address is known.
pub type Place = OwnedSemaphorePermit;

pub struct Places {
    all: Arc<Semaphore>,
    most_of_one: usize,
    trusted: TrustedProxies,
    taken: Mutex<HashMap<Network, usize>>,
}

/// Network of client addresses: the leading bits that the addresses share, and the number of these
/// bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Network(u128, u32);

/// Place that a connection occupies. Dropping this value frees the place.
pub struct Taken {
    places: Arc<Places>,
    networks: Vec<Network>,
    _place: Place,
}

impl Places {
    pub fn new(settings: &Http) -> Arc<Places> {
        Arc::new(Places {
            all: Arc::new(Semaphore::new(settings.max_connections)),
            most_of_one: settings.max_connections_per_address,
            trusted: settings.trusted_proxies.clone(),
            taken: Mutex::default(),
        })
    }

    /// Waits for a free place. Returns `None` only when the program ends.
    pub async fn next(&self) -> Option<Place> {
        self.all.clone().acquire_owned().await.ok()
    }

    /// Assigns the place to a connection from this address. Returns `None` if the address has
    /// reached its limit. Our own proxies have no limit, because they forward the connections of
    /// all clients.
    pub fn take(self: &Arc<Places>, place: Place, peer: IpAddr) -> Option<Taken> {
        let peer = peer.to_canonical();
        let limits = if self.trusted.contains(peer) { vec![] } else { limits(peer) };
        let mut taken = self.taken();
        let is_free = |(network, times): &(Network, usize)| {
            taken.get(network).copied().unwrap_or_default() < self.most_of_one * times
        };
        if !limits.iter().all(is_free) {
            return None;
        }
        let networks: Vec<Network> = limits.into_iter().map(|(network, _)| network).collect();
        for network in &networks {
            *taken.entry(*network).or_default() += 1;
        }
        drop(taken);
        Some(Taken { places: self.clone(), networks, _place: place })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        // No code panics while it holds the lock, so the counts are always consistent.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the networks that an address belongs to. Each comes with its limit, as a multiple of the
/// limit for one client.
fn limits(address: IpAddr) -> Vec<(Network, usize)> {
    let first = |bits: u128, count: u32| Network(bits >> (128 - count), count);
    match address {
        IpAddr::V4(address) => vec![(first(address.to_ipv6_mapped().to_bits(), 128), 1)],
        IpAddr::V6(address) => {
            let bits = address.to_bits();
            vec![(first(bits, 56), 1), (first(bits, 48), PARTS_AT_ONCE)]
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        for network in &self.networks {
            if let Some(count) = taken.get_mut(network) {
                *count -= 1;
                if *count == 0 {
                    taken.remove(network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(most_of_one: usize) -> Arc<Places> {
        Arc::new(Places {
            all: Arc::new(Semaphore::new(100)),
            most_of_one,
            trusted: TrustedProxies::try_from(vec!["10.0.0.1".to_owned()]).expect("an address"),
            taken: Mutex::default(),
        })
    }

    async fn take(places: &Arc<Places>, address: &str) -> Option<Taken> {
        let place = places.next().await.expect("a place");
        places.take(place, address.parse().expect("an address"))
    }

    #[tokio::test]
    async fn take_limits_connections_of_one_address() {
        let places = places(2);
        let first = take(&places, "203.0.113.1").await.expect("a place");
        let _second = take(&places, "::ffff:203.0.113.1").await.expect("a place");
        assert!(take(&places, "203.0.113.1").await.is_none());
        let _other = take(&places, "203.0.113.2").await.expect("another address");
        drop(first);
        let _again = take(&places, "203.0.113.1").await.expect("given back");
        assert_eq!(places.all.available_permits(), 97, "a refused connection holds no place");
    }

    #[tokio::test]
    async fn take_limits_connections_of_ipv6_networks() {
        let places = places(1);
        let _one = take(&places, "2001:db8:0:100::1").await.expect("a place");
        assert!(take(&places, "2001:db8:0:1ff::2").await.is_none(), "the same /56");
        let mut others = Vec::new();
        for part in 2..9 {
            others.push(take(&places, &format!("2001:db8:0:{part}00::1")).await.expect("a place"));
        }
        assert!(take(&places, "2001:db8:0:900::1").await.is_none(), "the /48 has its share");
        drop(others);
        assert!(take(&places, "2001:db8:0:900::1").await.is_some());
        assert_eq!(places.taken().len(), 2, "closed connections are forgotten");
    }

    #[tokio::test]
    async fn take_does_not_limit_trusted_proxies() {
        let places = places(1);
        let all = [take(&places, "10.0.0.1").await, take(&places, "10.0.0.1").await];
        assert!(all.iter().all(Option::is_some));
    }
}
