//! Tests of the files in `deploy/`, and of starting the program in production with them.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use clap::CommandFactory;

use crate::support::{
    Place,
    documents::documents,
    program::{PRODUCTION, Program, funray, run},
};

fn read(name: &str) -> String {
    fs::read_to_string(repository().join(name)).expect(name)
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the instructions of a Dockerfile as words, with continued lines joined.
fn instructions(text: &str) -> Vec<Vec<String>> {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().filter(|line| !(line.is_empty() || line.starts_with('#')));
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn dockerfile_copies_paths_that_exist_and_runs_known_commands() {
    let instructions = instructions(&read("deploy/Dockerfile"));
    let ignored = read(".dockerignore");
    let (mut stages, mut copied) = (Vec::new(), Vec::new());
    for words in &instructions {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["FROM", .., image, "AS", stage] => {
                let is_own = stages.contains(image);
                assert!(is_own || image.ends_with("_IMAGE}"), "{image} is not pinned");
                stages.push(*stage);
            }
            ["COPY", from, source, _] if from.starts_with("--from=") => {
                assert!(stages.contains(&&from["--from=".len()..]), "{words:?}");
                assert!(source.starts_with('/'), "{words:?}");
            }
            ["COPY", sources @ .., _] => copied.extend_from_slice(sources),
            _ => {}
        }
    }
    for path in &copied {
        assert!(repository().join(path).exists(), "{path} is copied");
        let top = path.split('/').next().unwrap_or_default();
        assert!(ignored.lines().any(|line| line == format!("!{top}")), "{path}: .dockerignore");
    }
    // The program contains the brands.
    assert!(copied.contains(&"brands"));
    let whole = read("deploy/Dockerfile");
    let makefile = read("Makefile");
    let build =
        "cargo build --profile production --no-default-features --locked -p funray --bin funray";
    assert!(whole.contains(build) && makefile.contains(build));
    let manifest = read("Cargo.toml");
    let oldest = manifest.split("rust-version = \"").nth(1).and_then(|rest| rest.split('"').next());
    assert!(whole.contains(&format!("RUST_IMAGE=rust:{}-", oldest.expect("a version"))));
    // `docker build` without a target builds the last stage, which must be the one for production.
    assert_eq!(stages.last(), Some(&"production"));
    // The user must be numeric, so that a cluster can verify that it isn't root. An anonymous
    // volume would be deleted with its container, so none is allowed.
    let of = |name: &str| instructions.iter().filter(|words| words[0] == name).collect::<Vec<_>>();
    let users = of("USER");
    assert!(users.iter().all(|words| words[1].bytes().all(|b| b.is_ascii_digit() || b == b':')));
    assert_eq!(users.len(), 1);
    assert!(of("VOLUME").is_empty());
    // Orchestrators restart a container that hangs only if it has a health check.
    assert_eq!(of("HEALTHCHECK").len(), 1);
    let cli = funray::cli::Cli::command();
    for words in of("HEALTHCHECK").into_iter().chain(of("CMD")) {
        let last = words.last().expect("a command").trim_matches(['[', ']', '"']);
        assert!(cli.find_subcommand(last).is_some(), "{words:?}");
    }
}

/// Each environment variable named in a file in `deploy/` or in a document must be one that the
/// program reads.
#[test]
fn deploy_files_name_settings_that_exist() {
    const OTHERS: [&str; 3] = ["FUNRAY_CONFIG", "FUNRAY_COMMIT", "FUNRAY_BRANDS"];
    let files = ["deploy/Dockerfile", "deploy/funray.env", "deploy/funray.service"];
    let files = files.map(|name| (name.to_owned(), read(name)));
    for (file, text) in files.into_iter().chain(documents()) {
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let words = text.split(|c| !is_part(c)).filter(|word| word.starts_with("FUNRAY_"));
        for word in words.filter(|word| !(word.ends_with('_') || OTHERS.contains(word))) {
            let mut layers = platform::config::Layers::defaults();
            let word = word.replace("__SLUG__", "__FUNRAY__");
            let value = if word.ends_with("DATA_ON_VOLUME") { "true" } else { "x" };
            let added = layers.add_environment([(word.clone(), value.to_owned())].into_iter());
            let unknown = added.err().is_some_and(|error| error.0.contains("there is no setting"));
            assert!(!unknown, "{file}: {word}");
        }
    }
    let service = read("deploy/funray.service");
    let start =
        service.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/funray "));
    let command = start.expect("a command").split(' ').next().unwrap_or_default();
    assert!(funray::cli::Cli::command().find_subcommand(command).is_some(), "{command}");
}

/// Some paths contain secrets, which proxies must not log.
#[test]
fn proxy_examples_hide_every_secret_of_an_address() {
    let document = funray::router::document();
    let document: serde_json::Value = serde_json::from_slice(&document).expect("JSON");
    let paths = document["paths"].as_object().expect("paths").keys();
    let mut hidden = 0;
    for path in paths {
        let secret =
            ["{code}", "{token}", "{refreshToken}"].iter().find_map(|name| path.find(name));
        let Some(end) = secret else { continue };
        let start = path["/api/v1/".len()..end].trim_end_matches('/').to_owned();
        for file in ["deploy/nginx.conf", "deploy/Caddyfile"] {
            let text = read(file);
            assert!(text.split(['(', ')', '|']).any(|part| part == start), "{file}: {start}");
        }
        hidden += 1;
    }
    assert!(hidden >= 5, "{hidden} calls have a secret in their address");
}

/// Copies the files from `deploy/` into a folder and fills in a company's details. Returns the path
/// of the settings.
fn filled(folder: &Path, data: &Path) -> PathBuf {
    let settings = read("deploy/funray.toml")
        .replace("/var/lib/funray", &data.display().to_string())
        .replace("127.0.0.1:8080", "127.0.0.1:0")
        .replace("127.0.0.1:8081", "127.0.0.1:0")
        .replace("company = \"\"", "company = \"Main Street Cards Ltd.\"")
        .replace("address = \"\"", "address = \"7 King Street West\"")
        .replace("city = \"\"", "city = \"Kingston, ON K7L 2W4\"")
        .replace("phone = \"\"", "phone = \"613 549-7000\"")
        .replace("privacy_officer = \"\"", "privacy_officer = \"Ann Tremblay\"")
        .replace("cards.example", "mainstreetcards.ca");
    fs::write(folder.join("funray.toml"), settings).expect("written");
    let variables = read("deploy/funray.env")
        .replace("/etc/funray.toml", &folder.join("funray.toml").display().to_string())
        .replace("cards.example", "mainstreetcards.ca");
    let file = folder.join("funray.env");
    fs::write(&file, variables).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("changed");
    file
}

#[test]
fn deploy_settings_are_refused_until_they_are_filled_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let file = filled(folder.path(), &data).display().to_string();
    let (fine, lines, complaint) = run(&["doctor", "--env-file", &file]);
    assert!(fine && !lines.contains("REFUSED"), "{lines} {complaint}");
    assert!(lines.contains(&data.join("secret.key").display().to_string()), "{lines}");
    assert!(!data.exists(), "looking makes nothing");
    let settings = repository().join("deploy/funray.toml").display().to_string();
    let (fine, lines, _) = run(&["doctor", "--config", &settings, "--env-file", &file]);
    assert!(!fine, "{lines}");
    for name in ["public_url", "company", "address", "city", "phone", "email", "privacy_officer"] {
        assert!(lines.contains(&format!("brands.funray.{name}")), "{name}: {lines}");
    }
    assert!(lines.contains("REFUSED   mail senders"), "{lines}");
    assert!(!lines.contains("rayzr"), "a brand that is not served needs nothing: {lines}");
}

/// Runs `doctor`, `serve` and `create-admin` with the settings file of the service, on an empty
/// folder and with one brand.
#[test]
fn production_starts_with_one_brand_on_a_clean_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Place::new();
    let data = place.folder.path().join("production");
    let mut variables = fs::read_to_string(filled(folder.path(), &data)).expect("variables");
    let server = place.flags().iter().position(|flag| flag == "--database-url");
    if let Some(at) = server {
        variables += &format!("FUNRAY_DATABASE_URL={}\n", place.flags()[at + 1]);
        variables += &format!(
            "FUNRAY_SECRET_KEY={}\n",
            "4f1c9be27a03d5568e21c0f7b9436ad85e7092fb13c84d6ea95b2f700d8c61e3"
        );
    }
    let file = folder.path().join("service.env");
    fs::write(&file, variables).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("changed");
    let file = file.display().to_string();
    let admin = ["create-admin", "ann@mainstreetcards.ca", "--env-file", &file];
    if server.is_none() {
        let (fine, _, complaint) = run(&admin);
        assert!(!fine && complaint.contains("there is no database"), "{complaint}");
        assert!(!data.exists(), "none is made");
    }
    let (fine, lines, complaint) = run(&["doctor", "--env-file", &file]);
    assert!(fine && !lines.contains("REFUSED"), "{lines} {complaint}");

    let program = Program::serve(&["--env-file".to_owned(), file.clone()]);
    let (status, page) = program.get("/privacy-policy");
    // A test build contains the web app's pages only if the web app was built before the test.
    if status == 200 {
        assert!(page.contains("Ann Tremblay") && page.contains("tel:+16135497000"), "{page}");
        assert!(!page.contains("{{") && !page.contains("120 Main Street"), "{page}");
    }
    let (status, settings) = program.get("/api/v1/Public/settings");
    assert_eq!(status, 200);
    // Only one brand is served. The settings list both brands, and the brand that isn't served has
    // the address of the served brand's site.
    assert_eq!(settings.matches("https://mainstreetcards.ca").count(), 2, "{settings}");
    let (fine, out, complaint) = run(&admin);
    assert!(fine, "{complaint}");
    assert!(out.contains("https://mainstreetcards.ca/api/v1/Accounts/links/"), "{out}");
    program.signal("TERM");
    assert!(program.wait().success());
    let (fine, lines, _) = run(&["doctor", "--env-file", &file]);
    assert!(fine && !lines.contains("made at the first start"), "{lines}");
}

#[test]
fn brand_of_a_public_address_is_shown_there() {
    let place = Place::new();
    let mut both = PRODUCTION.to_vec();
    both.push(("FUNRAY_BRANDS__FUNRAY__PUBLIC_URL", "https://funray.shop.ca"));
    both.push(("FUNRAY_PRODUCTION_ALLOWS", "placeholders,mail-from"));
    let program = Program::serve_for_test(&place.flags(), &both);
    for (host, brand) in [
        ("cards.shop.ca", "rayzr"),
        ("www.cards.shop.ca", "rayzr"),
        ("funray.shop.ca", "funray"),
        ("localhost", "funray"),
    ] {
        let call = format!(
            "GET /api/v1/Public/settings HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        );
        let (status, settings) = program.send(&call);
        assert!(
            status == 200 && settings.contains(&format!("\"brand\":\"{brand}\"")),
            "{host}: {settings}"
        );
    }
}

#[test]
fn worker_answers_operators_and_healthcheck_asks_them() {
    let place = Place::new();
    let db = place.open();
    db.migrate(platform::migrations::ALL).expect("migrations");
    db.close();
    let health = |address: &str| run(&["healthcheck", "--ops-listen", address]);
    let worker = Program::worker(&place.flags());
    let (fine, answer, complaint) = health(&worker.address);
    assert!(fine && answer.contains("\"ready\":true"), "{answer} {complaint}");
    let (status, figures) = worker.get("/metrics");
    assert!(status == 200 && figures.contains("ledger_stopped 0\n"), "{figures}");
    worker.get("/api/v1/Public/settings");
    let address = worker.address.clone();
    worker.signal("TERM");
    assert!(worker.wait().success());
    let (fine, _, complaint) = health(&address);
    assert!(!fine && complaint.contains("doesn't answer"), "{complaint}");
    let mut lost = funray();
    lost.args(["doctor", "--env-file", "/nowhere/funray.env"]);
    let output = lost.output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/funray.env can't be read"));
}
