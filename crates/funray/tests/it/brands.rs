//! Tests of the program with another list of brands than the one inside it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use kernel::brand::Brand;
use serde_json::Value;

use crate::support::{
    ONLY_BRAND, Place,
    program::{Program, run},
};

/// Stories of shopping and mail that name no brand.
const STORIES: [&str; 12] = [
    "carts::items::add_items_shows_the_cart_as_entered",
    "orders::checkout::checkout_issues_the_cards_of_the_cart",
    "orders::checkout::checkout_from_a_french_page_sends_french_mails",
    "orders::checkout::checkout_keeps_the_cart_after_a_decline",
    "orders::checkout::checkout_mails_each_gift_to_its_recipient",
    "orders::checkout::checkout_sends_a_gift_on_the_day_in_its_cart",
    "cards::gifts::gift_mail_says_what_the_shop_pays_to_the_cause",
    "cards::gifts::claim_gift_works_for_one_person_and_hides_the_code_from_the_buyer",
    "cards::gifts::resend_gift_card_to_another_address_is_recorded_and_mailed_to_buyer",
    "mail::deliver_keeps_mails_while_the_server_is_unreachable",
    "mail::deliver_escapes_user_text_in_headers_and_html",
    "mail::deliver_gives_up_on_a_permanent_smtp_error",
];

/// Name of the program, its crate, its variables and its paths. A brand happens to have the same
/// slug, which code must not quote.
const PROGRAM: &str = "funray";

/// Files that may quote the name of the program.
const NAMES_OF_THE_PROGRAM: [&str; 7] = [
    "crates/funray/src/cli.rs",
    "crates/funray/src/init/mod.rs",
    "crates/funray/src/main.rs",
    "crates/funray/src/router/openapi/about.rs",
    "crates/platform/src/logging/otlp.rs",
    "web/scripts/components.ts",
    "web/tools/lint/importDirection.ts",
];

/// Files that are no code: tests, their data, documentation, generated files, and migrations, which
/// never change.
fn is_code(path: &str) -> bool {
    const FOLDERS: [&str; 8] = [
        "/tests/",
        "/testing/",
        "/e2e/",
        "/migrations/",
        "/node_modules/",
        "/dist/",
        "/.cache/",
        "/generated/",
    ];
    const FILES: [&str; 4] =
        ["openapi.json", "schema.d.ts", "openapi/examples.json", "brands/src/folder.rs"];
    const ENDINGS: [&str; 8] = ["rs", "ts", "tsx", "css", "json", "toml", "html", "svg"];
    let ending = path.rsplit('.').next().unwrap_or_default();
    let is_settings = |name: &str| name.starts_with("package") || name.starts_with("Cargo");
    ENDINGS.contains(&ending)
        && !FOLDERS.iter().any(|folder| path.contains(folder))
        && !FILES.iter().any(|file| path.ends_with(file))
        && !path.contains(".spec.")
        && !path.rsplit('/').next().is_some_and(is_settings)
}

fn collect_code(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).expect("inside").display().to_string();
        if path.is_dir() && is_code(&format!("{name}/x.rs")) {
            collect_code(&path, root, found);
        } else if path.is_file() && is_code(&name) {
            let text = fs::read_to_string(&path).expect("text");
            let code = text.split("#[cfg(test)]\n").next().unwrap_or_default();
            found.push((name, code.to_owned()));
        }
    }
}

/// Returns whether a line of code names a brand.
fn names_brand(line: &str, quotes_program: bool) -> bool {
    let small = line.to_lowercase();
    Brand::all().any(|brand| {
        let slug = brand.slug();
        if line.contains(brand.name()) && !quotes_program {
            return true;
        }
        if slug == PROGRAM {
            let quoted = ["\"", "'", "`"].map(|mark| format!("{mark}{slug}{mark}"));
            return !quotes_program && quoted.iter().any(|quoted| line.contains(quoted));
        }
        // The addresses of cards without a cause contain a slug.
        small.replace(&format!("{slug}-card"), "").contains(slug)
    })
}

#[test]
fn code_names_no_brand() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("a path");
    let mut code = Vec::new();
    for folder in ["crates", "libs", "web/src", "web/scripts", "web/tools", "web/messages"] {
        collect_code(&root.join(folder), &root, &mut code);
    }
    assert!(code.len() > 1000, "{} files", code.len());
    let mut named = Vec::new();
    for (path, text) in &code {
        let quotes_program = NAMES_OF_THE_PROGRAM.contains(&path.as_str());
        let lines = text.lines().zip(1..).filter(|(line, _)| names_brand(line, quotes_program));
        named.extend(lines.map(|(line, number)| format!("{path}:{number}: {}", line.trim())));
    }
    assert!(
        named.is_empty(),
        "ask the brand for a property, or put this into its folder in `brands`:\n{}",
        named.join("\n")
    );
    assert!(names_brand("let name = \"RayZR\";", false) && names_brand("== 'funray'", false));
    assert!(!names_brand("`funray serve`, /shop-vendors/rayzr-card/", false));
}

fn maple() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/brands/maple")
}

/// Copies the folder of the third brand into another one.
fn copy_of_maple(place: &Path) -> PathBuf {
    let folder = place.join("maple");
    fs::create_dir_all(folder.join("words")).expect("a folder");
    for name in ["brand.toml", "logo.svg", "words/en.json", "words/fr.json"] {
        fs::copy(maple().join(name), folder.join(name)).expect("a copy");
    }
    folder
}

/// Runs tests of this binary in a process that has the third brand alone.
#[test]
fn stories_of_shopping_and_mail_run_under_a_third_brand_alone() {
    let binary = std::env::current_exe().expect("this binary");
    let output = Command::new(binary)
        .args(STORIES)
        .arg("--exact")
        .env(ONLY_BRAND, maple())
        .output()
        .expect("the tests run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains(&format!("{} passed", STORIES.len())), "{text}");
}

#[test]
fn serve_shows_the_brand_of_a_folder_under_every_host() {
    let place = Place::new();
    let brands = ["--brands".to_owned(), maple().display().to_string()];
    let program = Program::serve(&[place.flags(), brands.to_vec()].concat());
    let (status, settings) = program.get("/api/v1/Public/settings");
    let settings: Value = serde_json::from_str(&settings).expect("JSON");
    assert_eq!((status, &settings["brand"]), (200, &Value::from("maple")));
    let sites: Vec<&String> = settings["sites"].as_object().expect("sites").keys().collect();
    assert_eq!(sites, ["maple"]);
    // The brand has causes, so its map of the site lists them.
    assert!(program.get("/sitemap.xml").1.contains("/charities</loc>"));
}

#[test]
fn serve_shows_the_pages_in_the_folder() {
    let (place, brands) = (Place::new(), tempfile::tempdir().expect("a folder"));
    let folder = copy_of_maple(brands.path());
    fs::create_dir_all(folder.join("web/pages/en")).expect("a folder");
    let page = "<html><head><title>x</title></head><body>{{company}}</body></html>";
    fs::write(folder.join("web/pages/en/_app.html"), page).expect("written");
    fs::write(folder.join("web/icon.svg"), "<svg/>").expect("written");
    let flags = ["--brands".to_owned(), folder.display().to_string()];
    let program = Program::serve(&[place.flags(), flags.to_vec()].concat());
    let (status, page) = program.get("/faq");
    assert!(status == 200 && page.contains("<body>Maple Main Street Co-op</body>"), "{page}");
    assert_eq!(program.get("/icon.svg"), (200, "<svg/>".to_owned()));
}

#[test]
fn test_mail_comes_from_the_brand_of_the_folder() {
    let place = Place::new();
    let mails = tempfile::tempdir().expect("a folder");
    let target = format!("dir:{}", mails.path().display());
    let folder = maple().display().to_string();
    let flags = place.flags();
    let mut arguments = vec!["test-mail", "ann@shop.example", "--mail", &target];
    arguments.extend(["--brands", &folder]);
    arguments.extend(flags.iter().map(String::as_str));
    let (fine, _, complaint) = run(&arguments);
    assert!(fine, "{complaint}");
    let mail = fs::read_dir(mails.path()).expect("a folder").next().expect("a mail");
    let mail = fs::read_to_string(mail.expect("a file").path()).expect("text");
    assert!(mail.contains("From: \"Maple Main Street\" <hello@maple.localhost>"), "{mail}");
    assert!(mail.contains("Subject: Email from Maple Main Street works"), "{mail}");
}

#[test]
fn broken_folder_of_a_brand_is_refused_with_its_key() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = copy_of_maple(place.path());
    fs::remove_file(folder.join("brand.toml")).expect("removed");
    let named = folder.display().to_string();
    let refusal = |words: &str| {
        let (fine, _, complaint) = run(&["config", "--brands", &named]);
        assert!(!fine && complaint.contains(words), "{complaint}");
        assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
    };
    refusal("brand.toml can't be read");
    let toml = fs::read_to_string(maple().join("brand.toml")).expect("text");
    let pale = toml.replacen("ink = \"#2a0f06\"", "ink = \"#c0b0a8\"", 2);
    fs::write(folder.join("brand.toml"), pale).expect("written");
    refusal("it must be at least 7");
}
