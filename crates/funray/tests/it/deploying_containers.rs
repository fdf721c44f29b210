//! Tests of the compose files and the manifests for Kubernetes, by reading them, and of the archive
//! of a release.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use clap::CommandFactory;
use serde_yaml_ng::Value;

use crate::support::{
    documents::repository,
    program::{funray, run},
};
use platform::config::{Layers, Origin};
use serde::Deserialize;

fn documents_in(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file");
    let documents = serde_yaml_ng::Deserializer::from_str(&text);
    let parsed = documents.map(|document| Value::deserialize(document).expect("YAML"));
    parsed.collect()
}

fn folder(name: &str) -> PathBuf {
    repository().join("deploy").join(name)
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_sequence().into_iter().flatten();
    items.map(|item| item.as_str().expect("a text").to_owned()).collect()
}

fn keys(value: &Value) -> Vec<String> {
    let keys = value.as_mapping().into_iter().flat_map(|mapping| mapping.keys());
    keys.map(|key| key.as_str().expect("a text").to_owned()).collect()
}

fn assert_known_command(words: &[String]) {
    let command = words.first().expect("a command");
    assert!(funray::cli::Cli::command().find_subcommand(command).is_some(), "{words:?}");
    let parsed = funray::cli::Cli::command()
        .try_get_matches_from(std::iter::once("funray").chain(words.iter().map(String::as_str)));
    assert!(parsed.is_ok(), "{words:?}");
}

/// Fails if the program doesn't know the setting of a variable.
fn assert_known_variable(name: &str, value: &str) {
    let value = if value.is_empty() { "x" } else { value };
    let mut layers = Layers::defaults();
    let added = layers.add_environment([(name.to_owned(), value.to_owned())].into_iter());
    added.unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[test]
fn compose_files_are_tight_and_name_known_commands() {
    for name in ["sqlite.yaml", "postgres.yaml", "demo.yaml"] {
        let [compose] = &documents_in(&folder("compose").join(name))[..] else { panic!("{name}") };
        let services = compose["services"].as_mapping().expect("services");
        let volumes = keys(&compose["volumes"]);
        let known = keys(&compose["services"]);
        for (service, about) in services {
            let service = format!("{name}: {}", service.as_str().expect("a name"));
            let mounts = texts(&about["volumes"]).into_iter();
            for source in mounts.map(|mount| mount.split(':').next().unwrap_or_default().to_owned())
            {
                assert!(
                    source.starts_with("./") || volumes.contains(&source),
                    "{service}: {source}"
                );
            }
            for needed in keys(&about["depends_on"]) {
                assert!(known.contains(&needed), "{service}: {needed}");
            }
            let image = about["image"].as_str().expect("an image");
            if !image.contains("funray") {
                continue;
            }
            assert_eq!(about["read_only"], true, "{service}");
            assert_eq!(texts(&about["cap_drop"]), ["ALL"], "{service}");
            assert_eq!(texts(&about["security_opt"]), ["no-new-privileges:true"], "{service}");
            // Only the proxy is open to the internet.
            assert!(texts(&about["ports"]).iter().all(|port| port.starts_with("127.0.0.1:")));
            let command = texts(&about["command"]);
            if !command.is_empty() {
                assert_known_command(&command);
            }
            if let Some(data) = texts(&about["volumes"]).first() {
                assert_eq!(data, "data:/var/lib/funray", "{service}: the folder of the image");
            }
        }
        if name != "demo.yaml" {
            assert_eq!(texts(&compose["services"]["caddy"]["ports"])[..2], ["80:80", "443:443"]);
            assert_eq!(compose["services"]["funray"]["env_file"], "funray.env");
        }
    }
}

#[test]
fn kubernetes_manifests_fit_together() {
    let place = folder("kubernetes");
    let [kustomization] = &documents_in(&place.join("kustomization.yaml"))[..] else { panic!() };
    let resources = texts(&kustomization["resources"]);
    let listed: BTreeSet<String> = resources.iter().cloned().collect();
    let there =
        fs::read_dir(&place).expect("a folder").map(|file| file.expect("a file").file_name());
    let there = there.map(|name| name.to_string_lossy().into_owned());
    let there: BTreeSet<String> =
        there.filter(|name| name.ends_with(".yaml") && name != "kustomization.yaml").collect();
    assert_eq!(listed, there, "every manifest is applied");
    let objects: Vec<Value> =
        resources.iter().flat_map(|name| documents_in(&place.join(name))).collect();
    let of_kind = |kind: &str| objects.iter().filter(|object| object["kind"] == kind).collect();
    let names = |all: Vec<&Value>| -> Vec<String> {
        all.iter().map(|one| one["metadata"]["name"].as_str().expect("a name").to_owned()).collect()
    };
    let secrets = names(of_kind("Secret"));
    let generated = &kustomization["configMapGenerator"][0];
    let settings = fs::read_to_string(place.join(&texts(&generated["files"])[0])).expect("it");
    Layers::defaults().add_toml(&settings, Origin::File).expect("settings");
    let secret: Vec<&Value> = of_kind("Secret");
    for (name, value) in secret[0]["stringData"].as_mapping().expect("variables") {
        assert_known_variable(name.as_str().expect("a name"), value.as_str().expect("a text"));
    }
    let deployments: Vec<&Value> = of_kind("Deployment");
    assert_eq!(deployments.len(), 2);
    for deployment in &deployments {
        let (spec, template) = (&deployment["spec"], &deployment["spec"]["template"]);
        assert_eq!(spec["selector"]["matchLabels"], template["metadata"]["labels"]);
        let pod = &template["spec"];
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true);
        assert_eq!(pod["securityContext"]["runAsUser"], 10001, "the user of the image");
        let volumes = pod["volumes"].as_sequence().expect("volumes");
        let init = pod["initContainers"].as_sequence().into_iter().flatten();
        let main = pod["containers"].as_sequence().expect("containers");
        for container in init.chain(main) {
            assert_eq!(container["image"], kustomization["images"][0]["name"]);
            assert_known_command(&texts(&container["args"]));
            let tight = &container["securityContext"];
            assert_eq!(tight["readOnlyRootFilesystem"], true);
            assert_eq!(tight["allowPrivilegeEscalation"], false);
            let from = container["envFrom"][0]["secretRef"]["name"].as_str().expect("a secret");
            assert!(secrets.contains(&from.to_owned()), "{from}");
            for variable in container["env"].as_sequence().expect("variables") {
                let name = variable["name"].as_str().expect("a name");
                assert_known_variable(name, variable["value"].as_str().expect("a text"));
            }
            for mount in container["volumeMounts"].as_sequence().expect("mounts") {
                assert!(volumes.iter().any(|volume| volume["name"] == mount["name"]), "{mount:?}");
            }
        }
        let settings = volumes.iter().find(|volume| volume["name"] == "settings").expect("it");
        assert_eq!(settings["configMap"]["name"], generated["name"]);
        for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
            let port = &main[0][probe]["httpGet"]["port"];
            let ports = main[0]["ports"].as_sequence().expect("ports");
            assert!(ports.iter().any(|known| known["name"] == *port), "{probe}");
        }
    }
    // Service and budget are about the nodes that answer visitors.
    let serve = &deployments[0]["spec"]["selector"]["matchLabels"];
    let services: Vec<&Value> = of_kind("Service");
    let budgets: Vec<&Value> = of_kind("PodDisruptionBudget");
    assert_eq!(services[0]["spec"]["selector"], *serve);
    assert_eq!(budgets[0]["spec"]["selector"]["matchLabels"], *serve);
    let routes: Vec<&Value> = of_kind("Ingress");
    let backend = &routes[0]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"];
    assert_eq!(backend["name"], services[0]["metadata"]["name"]);
}

/// Packs a release twice, with a small site instead of the real one.
#[test]
fn archive_of_a_release_is_complete_and_the_same_each_time() {
    let scratch = tempfile::tempdir().expect("a folder");
    let program = scratch.path().join("funray");
    fs::write(&program, "#!/bin/sh\necho funray 1.2.3\n").expect("written");
    let list = r#"{"components":[{"name":"no-such-crate","version":"1.0.0","purl":"pkg:cargo/no-such-crate@1.0.0","licenses":[{"expression":"MIT"}]}]}"#;
    fs::write(scratch.path().join("funray.cdx.json"), list).expect("written");
    let site = scratch.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(site.join("index.html"), "<h1>FunRay</h1>").expect("written");
    let made = Command::new("chmod").arg("755").arg(&program).status().expect("chmod runs");
    assert!(made.success());
    let pack = |folder: &str| {
        let output = Command::new(repository().join("scripts/archive.sh"))
            .arg(&program)
            .arg(scratch.path().join(folder))
            .env("SITE", &site)
            .output()
            .expect("the script runs");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{complaint}");
        String::from_utf8(output.stdout).expect("text")
    };
    let sums = pack("one");
    assert_eq!(sums, pack("two"), "the same checksums");
    let archive = sums.lines().next().and_then(|line| line.split("  ").nth(1)).expect("a name");
    assert!(archive.starts_with("funray-1.2.3-linux-"), "{archive}");
    let listed = Command::new("tar")
        .arg("-tzf")
        .arg(scratch.path().join("one").join(archive))
        .output()
        .expect("tar runs");
    let listed = String::from_utf8(listed.stdout).expect("text");
    for name in [
        "/funray",
        "/docs/index.html",
        "/deploy/funray.service",
        "/deploy/compose/sqlite.yaml",
        "/components.cdx.json",
        "/LICENCES-OF-COMPONENTS.txt",
        "/LICENSE",
        "/CHANGELOG.md",
    ] {
        assert!(listed.lines().any(|line| line.ends_with(name)), "{name}: {listed}");
    }
}

#[test]
fn init_prepares_a_server_that_the_doctor_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = folder.path().join("answers.toml");
    fs::write(
        &answers,
        "mail = \"smtps://ann:hunter2@mail.mainstreetcards.ca:465\"\n\
         [brands.funray]\n\
         public_url = \"https://mainstreetcards.ca\"\n\
         mail_from = \"Cards <hello@mainstreetcards.ca>\"\n\
         company = \"Main Street Cards Ltd.\"\n\
         address = \"7 King Street West\"\n\
         city = \"Kingston, ON K7L 2W4\"\n\
         phone = \"613 549-7000\"\n\
         email = \"hello@mainstreetcards.ca\"\n\
         privacy_officer = \"Ann Tremblay\"\n\
         privacy_email = \"privacy@mainstreetcards.ca\"\n",
    )
    .expect("written");
    let root = folder.path().display().to_string();
    let answers = answers.display().to_string();
    let (fine, out, complaint) =
        run(&["init", "--answers", &answers, "--root", &root, "--offline"]);
    assert!(fine, "{complaint}");
    assert!(out.contains("funray.env: made") && out.contains("Left to do:"), "{out}");
    assert!(!out.contains("REFUSED") && !out.contains("hunter2"), "{out}");
    let (settings, variables) =
        (format!("{root}/etc/funray.toml"), format!("{root}/etc/funray.env"));
    let (fine, out, complaint) = run(&["doctor", "--config", &settings, "--env-file", &variables]);
    assert!(fine && !out.contains("REFUSED"), "{out} {complaint}");
    let mut without = funray();
    let output = without.args(["init", "--root", &root]).output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("the answers ended early"), "{complaint}");
}
