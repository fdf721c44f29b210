//! Benchmarks of the release build as operators run it: start-up time, memory when idle, and
//! Lighthouse results and reaction times of its web pages.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::Failure;

const COLD_START_GOAL: Duration = Duration::from_millis(300);
const IDLE_GOAL_MIB: f64 = 40.0;
const ROUNDS: usize = 5;
/// Minimum idle share of processor time at which the machine counts as idle.
const IDLE_SHARE: f64 = 0.85;
const MAX_CATCHING_UP: Duration = Duration::from_secs(300);

/// Running process of the measured program. Dropping this value stops the process.
pub struct Program {
    child: Child,
    pub address: String,
    started: Instant,
}

impl Program {
    pub fn start(data: &Path, options: &[&str]) -> Result<Program, Failure> {
        Program::start_with(data, options, &[])
    }

    /// Starts the program with additional environment variables.
    pub fn start_with(
        data: &Path,
        options: &[&str],
        settings: &[(&str, &str)],
    ) -> Result<Program, Failure> {
        Program::start_file(&this()?, &["serve", "--demo"], data, options, settings)
    }

    /// Starts the executable `file`, which may be another build of the program.
    pub fn start_file(
        file: &Path,
        command: &[&str],
        data: &Path,
        options: &[&str],
        settings: &[(&str, &str)],
    ) -> Result<Program, Failure> {
        let started = Instant::now();
        let mut child = Command::new(file)
            .args(command)
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options)
            .env("FUNRAY_LOG__FILTER", "warn")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}; run `make build` first", file.display()))?;
        let out = child.stdout.take().ok_or("the program has no output")?;
        let mut lines = BufReader::new(out).lines();
        let address = loop {
            let line = lines.next().ok_or("the program ended at its start")??;
            if let Some(address) = line.strip_prefix("listening on http://") {
                break address.to_owned();
            }
        };
        // Keeps reading the program's output. Otherwise the pipe would fill up and block the
        // program.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Program { child, address, started })
    }

    fn get(&self, path: &str) -> Result<String, Failure> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply)?;
        Ok(String::from_utf8_lossy(&reply).into_owned())
    }

    /// Returns the time from the start of the process to the first complete reply.
    pub fn first_reply(&self) -> Result<Duration, Failure> {
        self.check_ready()?;
        Ok(self.started.elapsed())
    }

    pub fn check_ready(&self) -> Result<(), Failure> {
        let reply = self.get("/readyz")?;
        if reply.starts_with("HTTP/1.1 200") {
            return Ok(());
        }
        let body = reply.split_once("\r\n\r\n").map_or(reply.as_str(), |(_, body)| body);
        Err(format!("not ready: {body}").into())
    }

    /// Returns the value of one of the program's metrics.
    pub fn metric(&self, name: &str) -> Result<u64, Failure> {
        let page = self.get("/metrics")?;
        let mut values =
            page.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        values.next().ok_or_else(|| format!("/metrics tells no {name}").into())
    }

    /// Returns the resident memory of the process in MiB, as reported by the operating system.
    pub fn memory(&self) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)).ok_or("no VmRSS")?;
        Ok(kib.parse::<f64>()? / 1024.0)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Stopping the process fails if it has already ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the path of the program that was built together with this benchmark.
pub fn this() -> Result<PathBuf, Failure> {
    Ok(std::env::current_exe()?.with_file_name("funray"))
}

/// Runs a command of this build to its end. Returns the command's output and prints its duration.
pub fn command(name: &str, data: &Path, options: &[&str]) -> Result<String, Failure> {
    let begun = Instant::now();
    let output = Command::new(this()?).arg(name).args(options).arg("--data").arg(data).output()?;
    let took = begun.elapsed();
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{name} failed: {why}").into());
    }
    Ok(format!("{} ({took:.1?})", String::from_utf8_lossy(&output.stdout).trim()))
}

pub fn data_folder(name: &str) -> Result<PathBuf, Failure> {
    let folder = std::env::temp_dir().join(format!("funray-bench-{}-{name}", std::process::id()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(folder)
}

pub fn run() -> Result<bool, Failure> {
    let data = data_folder("start")?;
    println!("The release program");
    let first = Program::start(&data, &[])?.first_reply()?;
    println!("  first start, empty folder, demo data {:>6} ms", first.as_millis());

    let mut starts = Vec::new();
    for _ in 0..ROUNDS {
        starts.push(Program::start(&data, &[])?.first_reply()?);
    }
    starts.sort_unstable();
    let usual = starts[ROUNDS / 2];
    let is_quick = usual <= COLD_START_GOAL;
    println!(
        "  start to first reply (median of {ROUNDS}) {:>6} ms (goal {} ms): {}",
        usual.as_millis(),
        COLD_START_GOAL.as_millis(),
        word(is_quick)
    );

    let program = Program::start(&data, &[])?;
    program.first_reply()?;
    program.get("/")?;
    settle();
    let idle = program.memory()?;
    let is_small = idle <= IDLE_GOAL_MIB;
    println!("  idle memory {idle:.1} MiB (goal {IDLE_GOAL_MIB} MiB): {}", word(is_small));
    drop(program);
    std::fs::remove_dir_all(&data)?;
    Ok(is_quick && is_small)
}

/// Runs Lighthouse on web pages of both brands, with the settings for a phone, and measures
/// interactions at the checkout and the counter. Returns true if all pages pass.
pub fn pages() -> Result<bool, Failure> {
    let data = data_folder("pages")?;
    let program = Program::start(&data, &[])?;
    program.first_reply()?;
    let port = program.address.rsplit(':').next().unwrap_or_default();
    let sites = ["localhost", "rayzr.localhost"].map(|host| format!("http://{host}:{port}"));
    let script = |name| {
        let mut npm = Command::new("npm");
        npm.args(["--prefix", "web", "run", "--silent", name, "--"]);
        npm
    };
    let passed = script("lighthouse")
        .args(sites.iter().flat_map(|site| {
            ["/", "/shop-vendors/list", "/my-cart"].map(|path| format!("{site}{path}"))
        }))
        .status()?;
    let reacts = script("interactions")
        .env("BASE_URL", &sites[0])
        .env("BASE_URL_RAYZR", &sites[1])
        .status()?;
    drop(program);
    std::fs::remove_dir_all(&data)?;
    Ok(passed.success() & reacts.success())
}

/// Waits three seconds for the memory use of the idle program to become stable.
#[allow(clippy::disallowed_methods, reason = "idling is what is measured")]
fn settle() {
    std::thread::sleep(Duration::from_secs(3));
}

/// Waits until the machine is idle, at most five minutes. A program with a large database first
/// checks and seals its books.
#[allow(clippy::disallowed_methods, reason = "idling is what is waited for")]
pub fn wait_until_idle() -> Result<(), Failure> {
    const TICK: Duration = Duration::from_secs(1);
    let begun = Instant::now();
    let mut before = processor_times()?;
    while begun.elapsed() < MAX_CATCHING_UP {
        std::thread::sleep(TICK);
        let now = processor_times()?;
        let (all, idle) = (now.all - before.all, now.idle - before.idle);
        if idle as f64 > all as f64 * IDLE_SHARE {
            println!("  idle after {:.0?}", begun.elapsed());
            return Ok(());
        }
        before = now;
    }
    println!("  not idle after {MAX_CATCHING_UP:?}: what follows is measured beside other work");
    Ok(())
}

struct ProcessorTimes {
    all: u64,
    idle: u64,
}

/// Reads the total processor time and the idle time since the machine started, summed over all
/// processors.
fn processor_times() -> Result<ProcessorTimes, Failure> {
    let text = std::fs::read_to_string("/proc/stat")?;
    let words = text.lines().next().unwrap_or_default().split_whitespace().skip(1);
    let times: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>()?;
    // The fourth value is idle time. The fifth is time spent waiting for disks, which counts as
    // idle.
    Ok(ProcessorTimes { all: times.iter().sum(), idle: times.iter().skip(3).take(2).sum() })
}

pub fn word(is_reached: bool) -> &'static str {
    if is_reached { "reached" } else { "MISSED" }
}
