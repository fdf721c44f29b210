//! Benchmark of honest users during attacks. All connections use the loopback interface. An
//! attacker has an address in 127.0.0.0/8 or uses a proxy that names another client address for
//! each request.

mod attacks;
pub mod honest;

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::{
    net::{TcpSocket, TcpStream},
    runtime::Builder,
    task::JoinSet,
};

use crate::{
    Failure,
    figures::Round,
    program::{Program, data_folder, word},
    sale::UNSUSPECTED,
};
use honest::{Crowd, Town};

/// Default and maximum duration of the benchmark, in seconds.
const USUAL_SECONDS: u64 = 600;
const MAX_SECONDS: u64 = 3600;
const SLOWEST: Duration = Duration::from_millis(500);
const MAX_MEMORY_MIB: f64 = 250.0;
const EACH_LOOK: Duration = Duration::from_secs(1);

/// State of the attacks: the target, the end time, and the number of replies of each kind.
pub struct Attack {
    pub address: SocketAddr,
    pub end: Instant,
    pub answered: AtomicU64,
    pub refused: AtomicU64,
    pub cut: AtomicU64,
    /// Paths of preview pictures, which the program draws for anyone.
    pub previews: Vec<String>,
}

impl Attack {
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    pub fn count(&self, status: u16) {
        let counter = if status < 400 { &self.answered } else { &self.refused };
        counter.fetch_add(1, Relaxed);
    }
}

/// Opens a connection from an attacker's address, 127.0.1.`host`.
pub async fn connect_from(host: u8, to: SocketAddr) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 1, host)), 0))?;
    Ok(socket.connect(to).await?)
}

/// Address of the proxy that the program is configured to trust.
const PROXY: Ipv4Addr = Ipv4Addr::new(127, 0, 2, 1);
const TRUSTED: (&str, &str) = ("FUNRAY_HTTP__TRUSTED_PROXIES", "127.0.2.1");

/// Opens a connection from the trusted proxy's address. Each request then names its client's
/// address in a header.
pub async fn connect_through_proxy(to: SocketAddr) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(PROXY), 0))?;
    Ok(socket.connect(to).await?)
}

/// Runs the benchmark. Returns true if no honest call failed, all were fast enough, and memory use
/// stayed below the limit.
pub fn run(seconds: Option<&str>) -> Result<bool, Failure> {
    let seconds = seconds.map_or(Ok(USUAL_SECONDS), str::parse)?.clamp(5, MAX_SECONDS);
    println!("{} honest clients for {seconds} s under hostile load", honest::CLIENTS);
    let data = data_folder("hostile")?;
    // Creates the demo data with a first process, because that takes memory. The measured process
    // starts afterwards.
    Program::start(&data, &[])?.first_reply()?;
    let settings: Vec<_> = UNSUSPECTED.into_iter().chain([TRUSTED]).collect();
    let program = Program::start_with(&data, &[], &settings)?;
    program.first_reply()?;
    let address: SocketAddr = program.address.parse()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let quiet = runtime.block_on(Crowd::new(Town::inside(address), false))?;
    let idle = idle_connections(&program, &runtime, address)?;
    let (latencies, peak, attack) = runtime.block_on(under_load(&program, quiet, seconds))?;
    let (calls, elapsed) = (latencies.len(), Duration::from_secs(seconds));
    let round = Round::new(elapsed, latencies);
    println!(
        "  hostile requests: {} answered, {} refused, {} connections cut",
        attack.answered.load(Relaxed),
        attack.refused.load(Relaxed),
        attack.cut.load(Relaxed)
    );
    println!("  memory per idle connection {idle:.1} kB (goal 30 kB): {}", word(idle <= 30.0));
    let (is_quick, is_small) = (round.most <= SLOWEST, peak <= MAX_MEMORY_MIB);
    println!("  {calls} honest calls, none failed, p50 {:.1?}", round.half);
    println!("  p99 {:.1?} (goal {SLOWEST:?}): {}", round.most, word(is_quick));
    println!("  most memory {peak:.1} MiB (goal {MAX_MEMORY_MIB} MiB): {}", word(is_small));
    drop(program);
    std::fs::remove_dir_all(&data)?;
    Ok(is_quick && is_small && idle <= 30.0)
}

const IDLE_CONNECTIONS: usize = 2_000;

/// Returns the memory per idle connection, in kB.
fn idle_connections(
    program: &Program,
    runtime: &tokio::runtime::Runtime,
    address: SocketAddr,
) -> Result<f64, Failure> {
    let before = program.memory()?;
    let open = runtime.block_on(attacks::hold(address, IDLE_CONNECTIONS))?;
    let during = program.memory()?;
    drop(open);
    Ok((during - before) * 1024.0 / IDLE_CONNECTIONS as f64)
}

async fn under_load(
    program: &Program,
    crowd: Crowd,
    seconds: u64,
) -> Result<(Vec<Duration>, f64, Arc<Attack>), Failure> {
    let shop = crowd.town.shop;
    let crowd = crowd.arrive().await?;
    let previews = attacks::list_previews(shop).await?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let attack = Arc::new(Attack {
        address: shop,
        end,
        answered: AtomicU64::new(0),
        refused: AtomicU64::new(0),
        cut: AtomicU64::new(0),
        previews,
    });
    let mut attackers = attacks::start(&attack).await;
    let mut honest: JoinSet<_> = crowd.start(end);
    let mut latencies = Vec::new();
    let mut peak = 0.0_f64;
    let mut looks = tokio::time::interval(EACH_LOOK);
    loop {
        tokio::select! {
            ended = honest.join_next() => match ended {
                Some(ended) => latencies.extend(ended??),
                None => break,
            },
            _ = looks.tick() => peak = peak.max(program.memory()?),
        }
    }
    attackers.shutdown().await;
    Ok((latencies, peak, attack))
}
