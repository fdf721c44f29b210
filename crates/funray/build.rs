//! Compiles a release again after the web app in it was built. Stores the OpenAPI document in a program that can't generate it.
//! Makes the linker save space.

use std::{env, fs, io::Write, path::Path};

use flate2::{Compression, write::GzEncoder};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist/.built");
    }
    link_small();
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

/// Folds functions with the same instructions, and leaves out their names: Cargo ignores `strip` in a package with an
/// `opt-level` of its own. Only for the target whose linker is known: the one that comes with the compiler. A fast build is not
/// worth the linker's time.
fn link_small() {
    let is = |name: &str, value: &str| env::var_os(name).is_some_and(|set| set == value);
    let comes_with_linker = is("TARGET", "x86_64-unknown-linux-gnu");
    if comes_with_linker && is("PROFILE", "release") && !is("OPT_LEVEL", "0") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all,--strip-all");
    }
}
