//! Compiles a release again after the web app in it was built. Stores the OpenAPI document in a program that can't generate it.

use std::{env, fs, io::Write, path::Path};

use flate2::{Compression, write::GzEncoder};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist/.built");
    }
    let mut document = Vec::new();
    // A build that describes the calls must not compile again when the document changes, because the document comes from it.
    if env::var_os("CARGO_FEATURE_DESCRIBE").is_none() {
        println!("cargo:rerun-if-changed=openapi.json");
        document = fs::read("openapi.json").expect("the OpenAPI document");
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&document).expect("memory");
    let folder = env::var_os("OUT_DIR").expect("a folder from Cargo");
    let packed = packed.finish().expect("memory");
    fs::write(Path::new(&folder).join("openapi.json.gz"), packed).expect("a folder to write to");
}
