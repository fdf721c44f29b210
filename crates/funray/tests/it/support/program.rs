//! Starts the real program as a process, and calls, stops and kills it.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use serde_json::Value;

pub struct Program {
    child: Child,
    pub address: String,
}

/// Minimum settings to start the program in production, including the company details of one brand.
pub const PRODUCTION: [(&str, &str); 13] = [
    ("FUNRAY_ENVIRONMENT", "production"),
    ("FUNRAY_OPS_LISTEN", "127.0.0.1:0"),
    ("FUNRAY_MAIL", "smtps://mail.shop.ca"),
    ("FUNRAY_HTTP__TRUSTED_PROXIES", "127.0.0.1"),
    ("FUNRAY_BRANDS__RAYZR__PUBLIC_URL", "https://cards.shop.ca"),
    ("FUNRAY_BRANDS__RAYZR__MAIL_FROM", "RayZR <hello@shop.ca>"),
    ("FUNRAY_BRANDS__RAYZR__COMPANY", "Main Street Cards Ltd."),
    ("FUNRAY_BRANDS__RAYZR__ADDRESS", "7 King Street West"),
    ("FUNRAY_BRANDS__RAYZR__CITY", "Kingston, ON K7L 2W4"),
    ("FUNRAY_BRANDS__RAYZR__PHONE", "613 549-7000"),
    ("FUNRAY_BRANDS__RAYZR__EMAIL", "hello@shop.ca"),
    ("FUNRAY_BRANDS__RAYZR__PRIVACY_OFFICER", "Ann Tremblay"),
    ("FUNRAY_BRANDS__RAYZR__PRIVACY_EMAIL", "privacy@shop.ca"),
];

/// Makes the program log every event. Without a reader, writing all of them would only cost time.
const EVERYTHING: (&str, &str) = ("FUNRAY_LOG__FILTER", "trace");

/// Returns a command that runs the program without any `FUNRAY_` settings from this machine's
/// environment.
pub fn funray() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funray"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("FUNRAY_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs the program with these arguments until it exits. Returns whether it succeeded, its standard
/// output, and its standard error.
pub fn run(arguments: &[&str]) -> (bool, String, String) {
    let output = funray().args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

impl Program {
    /// Starts `funray serve` on a free port and waits until the program prints its address.
    pub fn serve(arguments: &[String]) -> Program {
        Program::start("serve", arguments, &[], Stdio::null())
    }

    /// Starts `funray sandbox-gateway` on a free port.
    pub fn sandbox_gateway(arguments: &[String]) -> Program {
        Program::start("sandbox-gateway", arguments, &[], Stdio::null())
    }

    /// Starts `funray serve` and writes its log to the file `log`, one JSON object per line.
    pub fn serve_logging(arguments: &[String], log: &Path) -> Program {
        let file = File::create(log).expect("a log file");
        // The program accepts trace ids from trusted proxies only, and tests choose the trace ids
        // that they look for in the log.
        let trusted = ("FUNRAY_HTTP__TRUSTED_PROXIES", "127.0.0.1");
        let variables = [("FUNRAY_LOG__FORMAT", "json"), EVERYTHING, trusted];
        Program::start("serve", arguments, &variables, Stdio::from(file))
    }

    /// Like [`serve_logging`](Program::serve_logging), with the settings of [`PRODUCTION`].
    pub fn serve_in_production(arguments: &[String], log: &Path) -> Program {
        let file = File::create(log).expect("a log file");
        let variables = [&PRODUCTION[..], &[("FUNRAY_LOG__FORMAT", "json"), EVERYTHING]].concat();
        Program::start("serve", arguments, &variables, Stdio::from(file))
    }

    /// Starts `funray serve` and never reads its log, so that the log pipe fills up.
    pub fn serve_with_unread_log(arguments: &[String]) -> Program {
        Program::start("serve", arguments, &[EVERYTHING], Stdio::piped())
    }

    /// Starts `funray serve` with environment variables that only a test build of the program
    /// reads.
    pub fn serve_for_test(arguments: &[String], variables: &[(&str, &str)]) -> Program {
        Program::start("serve", arguments, variables, Stdio::null())
    }

    /// Starts `funray worker`. The returned program has the address of the operators' pages.
    pub fn worker(arguments: &[String]) -> Program {
        let arguments =
            [arguments, &["--ops-listen".to_owned(), "127.0.0.1:0".to_owned()]].concat();
        Program::start("worker", &arguments, &[], Stdio::null())
    }

    fn start(
        command: &str,
        arguments: &[String],
        variables: &[(&str, &str)],
        log: Stdio,
    ) -> Program {
        let mut child = funray()
            .args([command, "--listen", "127.0.0.1:0"])
            .args(arguments)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let address = lines
            .find_map(|line| {
                let line = line.expect("text");
                let words = ["listening on http://", "operators ask http://"];
                words.iter().find_map(|words| line.strip_prefix(words)).map(str::to_owned)
            })
            .expect("it says where it listens");
        // Keep reading the output, because a full pipe would block the program.
        std::thread::spawn(move || lines.for_each(drop));
        Program { child, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a socket");
        stream
    }

    /// Sends a GET request on a new connection. Returns status and body of the reply.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    /// Sends a raw HTTP request. Returns status and body of the reply.
    pub fn send(&self, request: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("an answer");
        let status = reply.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
        (status, body)
    }

    /// Gets a path with an access token and returns the JSON body.
    pub fn read(&self, path: &str, access: &str) -> Value {
        let call = ureq::get(format!("http://{}{path}", self.address));
        let mut reply =
            call.header("authorization", format!("Bearer {access}")).call().expect("an answer");
        let text = reply.body_mut().read_to_string().expect("text");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Posts a JSON body with an access token. Returns `None` if the program dies before it
    /// replies.
    pub fn post(&self, path: &str, access: &str, body: &Value) -> Option<(u16, Value)> {
        let url = format!("http://{}{path}", self.address);
        let call = ureq::post(url).config().http_status_as_error(false).build();
        let call = call.header("authorization", format!("Bearer {access}"));
        let mut reply =
            call.header("content-type", "application/json").send(body.to_string()).ok()?;
        let text = reply.body_mut().read_to_string().expect("text");
        Some((reply.status().as_u16(), serde_json::from_str(&text).expect("JSON")))
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status()
            .expect("kill runs");
        assert!(sent.success());
    }

    pub fn wait(mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
