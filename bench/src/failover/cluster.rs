//! The cluster of `deploy/cluster`: starts it, finds its primary, and inflicts faults on it.

use std::{
    fmt, fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::pause;
use crate::{Failure, program::data_folder};

/// First port of the cluster; the scripts use the ones after it for its parts.
const PORT: u16 = 15440;
/// Time for which a server is silent. Longer than the primary's term, so that the standby takes over.
const SILENCE: Duration = Duration::from_secs(14);
/// Time for which the nodes can't reach the database.
const CUT: Duration = Duration::from_secs(6);
const TICK: Duration = Duration::from_millis(250);
/// Lines of each server's log in an error.
const MAX_LINES: usize = 30;

pub struct Cluster {
    folder: PathBuf,
    /// Addresses of the database at the primary and at its standby.
    pub url: String,
    pub read_url: String,
}

/// Database server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Server {
    A,
    B,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The primary's processes are killed.
    KilledServer,
    /// The primary's processes and its Patroni are killed, as if the machine had lost its power.
    KilledMachine,
    /// The primary and its Patroni fall silent, without closing connections, and come back later.
    SilentMachine,
    /// The proxy between the nodes and the database passes nothing on for a while.
    CutNetwork,
}

impl Fault {
    /// Returns the fault with this number, counted from 1: first the kills, then the cuts.
    pub fn of(number: u64, kills: u64) -> Fault {
        match (number <= kills, number % 2) {
            (true, 1) => Fault::KilledServer,
            (true, _) => Fault::KilledMachine,
            (false, 1) => Fault::SilentMachine,
            (false, _) => Fault::CutNetwork,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Fault::KilledServer => "primary killed",
            Fault::KilledMachine => "primary and Patroni killed",
            Fault::SilentMachine => "primary and Patroni silent",
            Fault::CutNetwork => "nodes cut off",
        }
    }
}

impl Server {
    const ALL: [Server; 2] = [Server::A, Server::B];

    fn name(self) -> &'static str {
        match self {
            Server::A => "a",
            Server::B => "b",
        }
    }

    fn rest_port(self) -> u16 {
        PORT + if self == Server::A { 4 } else { 5 }
    }
}

impl fmt::Display for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Cluster {
    pub fn start() -> Result<Cluster, Failure> {
        let folder = data_folder("cluster")?;
        let (url, read_url) = (String::new(), String::new());
        let mut cluster = Cluster { folder, url, read_url };
        let said = cluster.script("up.sh", &[])?;
        let setting = |name: &str| {
            let mut values = said.lines().filter_map(|line| line.strip_prefix(name));
            values.next().map(str::to_owned).ok_or(format!("up.sh names no {name}"))
        };
        cluster.url = setting("FUNRAY_DATABASE_URL=")?;
        cluster.read_url = setting("FUNRAY_DATABASE_READ_URL=")?;
        Ok(cluster)
    }

    /// Runs a script of `deploy/cluster` and returns its output.
    fn script(&self, name: &str, arguments: &[&str]) -> Result<String, Failure> {
        let output = Command::new(Path::new("deploy/cluster").join(name))
            .arg(&self.folder)
            .args(arguments)
            .env("CLUSTER_PORT", PORT.to_string())
            .output()
            .map_err(|error| format!("deploy/cluster/{name}: {error}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)).into())
        }
    }

    /// Waits until there are a primary and a synchronous standby. Returns the primary.
    pub fn wait_until_whole(&self, limit: Duration) -> Result<Server, Failure> {
        let begun = Instant::now();
        let mut seen = Value::Null;
        while begun.elapsed() < limit {
            seen =
                Server::ALL.into_iter().find_map(|server| members(server).ok()).unwrap_or_default();
            if let Some(primary) = primary_of_whole(&seen) {
                return Ok(primary);
            }
            pause(TICK);
        }
        let ends = Server::ALL.map(|server| self.end_of_log(server)).join("\n");
        Err(format!("the cluster did not recover: {}\n{ends}", seen["members"]).into())
    }

    /// Inflicts a fault on the primary, and repairs what does not repair itself.
    pub fn inflict(&self, fault: Fault, primary: Server) -> Result<(), Failure> {
        match fault {
            Fault::KilledServer => signal("KILL", &self.server_processes(primary)?),
            Fault::KilledMachine => {
                signal("KILL", &self.machine_processes(primary)?)?;
                // The machine starts again after a while.
                pause(SILENCE);
                self.script("node.sh", &[primary.name()]).map(drop)
            }
            Fault::SilentMachine => {
                let processes = self.machine_processes(primary)?;
                signal("STOP", &processes)?;
                pause(SILENCE);
                signal("CONT", &processes)
            }
            Fault::CutNetwork => {
                let proxy = [self.pid("haproxy.pid")?];
                signal("STOP", &proxy)?;
                pause(CUT);
                signal("CONT", &proxy)
            }
        }
    }

    /// Returns the last lines that a server's Patroni has logged.
    fn end_of_log(&self, server: Server) -> String {
        let log = fs::read_to_string(self.folder.join(format!("{server}.log"))).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(MAX_LINES)..].join("\n")
    }

    fn pid(&self, file: &str) -> Result<u32, Failure> {
        let text = fs::read_to_string(self.folder.join(file))?;
        Ok(text.lines().next().unwrap_or_default().trim().parse()?)
    }

    /// Returns the processes of a database server: the first one, and those that it has started.
    fn server_processes(&self, server: Server) -> Result<Vec<u32>, Failure> {
        let first = self.pid(&format!("{server}/data/postmaster.pid"))?;
        let mut all = vec![first];
        for entry in fs::read_dir("/proc")? {
            let Ok(pid) = entry?.file_name().to_string_lossy().parse() else { continue };
            if parent_of(pid) == Some(first) {
                all.push(pid);
            }
        }
        Ok(all)
    }

    fn machine_processes(&self, server: Server) -> Result<Vec<u32>, Failure> {
        let mut all = vec![self.pid(&format!("{server}.pid"))?];
        all.extend(self.server_processes(server)?);
        Ok(all)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // If stopping fails, the logs in the folder say why.
        if self.script("down.sh", &[]).is_ok() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn signal(name: &str, processes: &[u32]) -> Result<(), Failure> {
    // Fails for processes that have ended meanwhile.
    Command::new("kill")
        .arg(format!("-{name}"))
        .args(processes.iter().map(u32::to_string))
        .output()?;
    Ok(())
}

/// Returns the process that started this one.
fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before the last parenthesis may contain anything.
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

/// Asks a server's Patroni for the members of the cluster.
fn members(server: Server) -> Result<Value, Failure> {
    const LIMIT: Duration = Duration::from_secs(2);
    let address = ([127, 0, 0, 1], server.rest_port()).into();
    let mut stream = TcpStream::connect_timeout(&address, LIMIT)?;
    stream.set_read_timeout(Some(LIMIT))?;
    write!(stream, "GET /cluster HTTP/1.0\r\n\r\n")?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let body = reply.split_once("\r\n\r\n").ok_or("a reply without a body")?.1;
    Ok(serde_json::from_str(body)?)
}

/// Returns the primary if both servers run, one of them as the primary and one as its synchronous
/// standby.
fn primary_of_whole(members: &Value) -> Option<Server> {
    let with_role = |role: &str| {
        let mut all = members["members"].as_array()?.iter();
        let member = all.find(|member| {
            let is_running = ["running", "streaming"].map(Value::from).contains(&member["state"]);
            member["role"] == role && is_running
        })?;
        Server::ALL.into_iter().find(|server| member["name"] == server.name())
    };
    with_role("sync_standby")?;
    with_role("leader")
}
