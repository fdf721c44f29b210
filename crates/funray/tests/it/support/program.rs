//! The real program as a process: started, listened to, asked to stop or killed.

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

/// What a production start needs at least: one brand, with the facts of its company.
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

/// The program with the settings of this machine left out.
pub fn funray() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_funray"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("FUNRAY_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command to its end: whether it succeeded, what it printed, what it complained.
pub fn run(arguments: &[&str]) -> (bool, String, String) {
    let output = funray().args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

impl Program {
    /// Starts `serve` on a free port and waits until it says where.
    pub fn serve(arguments: &[String]) -> Program {
        Program::start("serve", arguments, &[], Stdio::null())
    }

    /// The same for `sandbox-gateway`.
    pub fn sandbox_gateway(arguments: &[String]) -> Program {
        Program::start("sandbox-gateway", arguments, &[], Stdio::null())
    }

    /// The same, with everything it has to say written to `log`, an object of JSON in each line.
    pub fn serve_logging(arguments: &[String], log: &Path) -> Program {
        let file = File::create(log).expect("a log file");
        // Tests choose the trace ids that they look for.
        let trusted = ("FUNRAY_HTTP__TRUSTED_PROXIES", "127.0.0.1");
        let variables = [("FUNRAY_LOG__FORMAT", "json"), trusted];
        Program::start("serve", arguments, &variables, Stdio::from(file))
    }

    /// The same, with a log that nobody reads.
    pub fn serve_with_unread_log(arguments: &[String]) -> Program {
        Program::start("serve", arguments, &[], Stdio::piped())
    }

    /// The same, with what only a build for tests reads from its environment.
    pub fn serve_for_test(arguments: &[String], variables: &[(&str, &str)]) -> Program {
        Program::start("serve", arguments, variables, Stdio::null())
    }

    /// `worker`, with the operators' address in place of its own.
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
            .env("FUNRAY_LOG__FILTER", "trace")
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
        // What else it prints must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Program { child, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a socket");
        stream
    }

    /// One request on a connection of its own: status and body.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    /// One request as it goes over the wire.
    pub fn send(&self, request: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("an answer");
        let status = reply.split(' ').nth(1).and_then(|text| text.parse().ok()).expect("a status");
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
        (status, body)
    }

    /// What somebody reads who is signed in.
    pub fn read(&self, path: &str, access: &str) -> Value {
        let call = ureq::get(format!("http://{}{path}", self.address));
        let mut reply =
            call.header("authorization", format!("Bearer {access}")).call().expect("an answer");
        let text = reply.body_mut().read_to_string().expect("text");
        serde_json::from_str(&text).expect("JSON")
    }

    /// What is answered to somebody who is signed in; none when the program ends meanwhile.
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
        // It may have ended already, and that is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
