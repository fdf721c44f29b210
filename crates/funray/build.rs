//! A release carries the web app inside; it is built again when the web app was.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist/.built");
    }
}
