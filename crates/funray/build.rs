//! Compiles a release again after the web app in it was built.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist/.built");
    }
}
