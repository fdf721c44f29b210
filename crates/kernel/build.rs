//! Checks the brands inside the program, and lists their files. `BRANDS` names some of them in
//! order; without it, all are in the program.

#![expect(clippy::disallowed_methods, reason = "cargo tells a build script by its environment")]

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-env-changed=BRANDS");
    println!("cargo:rerun-if-changed=../../brands");
    let slugs = env::var("BRANDS").unwrap_or_default();
    let root = Path::new("../../brands").canonicalize().expect("the folder `brands`");
    let folders = brands::selected(&root, &slugs).unwrap_or_else(|problem| panic!("{problem}"));
    let mut list = String::from("&[");
    for folder in folders {
        let facts = brands::read(&folder).unwrap_or_else(|problem| panic!("{problem}"));
        let file = |name: &str| format!("include_str!({:?})", folder.join(name));
        let _ = write!(
            list,
            "::brands::Texts {{ slug: {:?}, toml: {}, logo: {}, english: {}, french: {} }},",
            facts.slug,
            file("brand.toml"),
            file("logo.svg"),
            file("words/en.json"),
            file("words/fr.json"),
        );
    }
    list.push(']');
    let folder = env::var_os("OUT_DIR").expect("a folder from Cargo");
    fs::write(Path::new(&folder).join("brands.rs"), list).expect("a folder to write to");
}
