//! Simulates a network between the program and its database, by delaying all data in both
//! directions.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    thread,
    time::Duration,
};

use db::testing::{Cluster, TestDatabase};

use crate::Failure;

/// Delay of a round trip through the simulated network.
pub const DELAY: Duration = Duration::from_micros(500);

pub struct Distance {
    /// Address to which the program connects.
    address: String,
}

impl Distance {
    /// Starts forwarding connections to a PostgreSQL cluster, until the benchmark ends.
    pub fn open(cluster: &Cluster, delay: Duration) -> Result<Distance, Failure> {
        let far = place(&cluster.tcp_url("postgres")?)?.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?.to_string();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                // If the database can't be reached, the program's connection is closed.
                let _ = connect(near, &far, delay / 2);
            }
        });
        Ok(Distance { address })
    }

    /// Returns a database's URL that goes through the simulated network.
    pub fn url(&self, cluster: &Cluster, database: &TestDatabase) -> Result<String, Failure> {
        let url = cluster.tcp_url(database.name())?;
        Ok(url.replace(place(&url)?, &self.address))
    }
}

/// Returns the host and port in a database URL.
fn place(url: &str) -> Result<&str, Failure> {
    let place = url.split_once('@').and_then(|(_, rest)| rest.split('/').next());
    place.ok_or_else(|| format!("no host in {url}").into())
}

fn connect(near: TcpStream, far: &str, one_way: Duration) -> std::io::Result<()> {
    let far = TcpStream::connect(far)?;
    for stream in [&near, &far] {
        stream.set_nodelay(true)?;
    }
    let (back_from, back_to) = (far.try_clone()?, near.try_clone()?);
    thread::spawn(move || carry(near, far, one_way));
    thread::spawn(move || carry(back_from, back_to, one_way));
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "a network that takes its time is what is made here")]
fn carry(mut from: TcpStream, mut to: TcpStream, delay: Duration) {
    let mut packet = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut packet) {
        thread::sleep(delay);
        if to.write_all(&packet[..length]).is_err() {
            break;
        }
    }
    // The receiving side may have closed the connection already.
    let _ = to.shutdown(Shutdown::Write);
}
