//! Checks whether settings and files are safe for production. `funray doctor` prints the results of
//! all checks, and with `--online` those of [`online`], which ask other machines. A start in production fails on the first refused check, and logs a warning for
//! checks that the operator waived.

pub mod api;
pub mod online;

use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
};

use platform::{
    config::{Check, Config, Environment, Verdict},
    secrets::Secrets,
};

use crate::backups;

/// Returns the results of all checks, in the order in which a start in production reports them.
pub fn checks(config: &Config) -> Vec<Check> {
    let mut checks = config.production_checks();
    if config.data_on_volume {
        checks.push(check_volume(&config.data, device_of(&config.data), device_of(Path::new("/"))));
    }
    if config.secret_key.is_empty() {
        checks.push(check_private_file("key file", &Secrets::file(&config.data)));
    }
    if let Some(file) = &config.file_with_secrets {
        checks.push(check_private_file("config file with secrets", file));
    }
    if let Some(file) = &config.environment_file {
        checks.push(check_private_file("environment file", file));
    }
    checks
}

/// Fails if a start in production is unsafe. Logs a warning for each check that the operator waived
/// or that gives advice.
pub fn refuse_or_warn(config: &Config) -> Result<(), String> {
    if config.environment == Environment::Development {
        for guard in config.guards_off() {
            tracing::warn!("{}", guard.warning());
        }
        return Ok(());
    }
    for check in checks(config) {
        if let Some(why) = check.refusal() {
            return Err(why);
        }
        if check.verdict != Verdict::Fine {
            tracing::warn!(%check, "not what production should be like");
        }
    }
    Ok(())
}

/// Returns the device number of a folder, or of its nearest parent folder that exists.
fn device_of(folder: &Path) -> Option<u64> {
    folder.ancestors().find_map(|folder| fs::metadata(folder).ok()).map(|about| about.dev())
}

/// Checks that the data folder is on a volume. A container's own disk is deleted with the
/// container, while a volume is a separate device.
fn check_volume(data: &Path, device: Option<u64>, system: Option<u64>) -> Check {
    const SUBJECT: &str = "data folder";
    if device.is_some() && device != system {
        return Check::fine(SUBJECT);
    }
    let data = data.display();
    let problem =
        format!("data in {data}, which is deleted with the container, and the key with it");
    Check::refused(
        SUBJECT,
        &problem,
        &format!("mount a volume there (docker run -v funray-data:{data} …)"),
    )
}

/// Describes where the database and the key are, so that the operator can see whether `doctor` read
/// the service's settings.
pub fn place(config: &Config) -> String {
    let made = |file: &Path| if file.exists() { "" } else { ", made at the first start" };
    let key = Secrets::file(&config.data);
    let key = match config.secret_key.is_empty() {
        true => format!("key {}{}", key.display(), made(&key)),
        false => "key in secret_key".to_owned(),
    };
    let database = backups::database_file(config);
    match config.database_url.is_empty() {
        true => format!("database {}{}; {key}", database.display(), made(&database)),
        false => format!("database on PostgreSQL; {key}"),
    }
}

/// Checks that no other user of the machine can read a file with keys or passwords.
fn check_private_file(subject: &'static str, file: &Path) -> Check {
    const OTHERS: u32 = 0o077;
    match fs::metadata(file) {
        Ok(about) if about.permissions().mode() & OTHERS != 0 => {
            let problem = format!("the {subject} {}, which others can read", file.display());
            Check::refused(subject, &problem, &format!("chmod 600 {}", file.display()))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            let problem = format!("the {subject} {} ({error})", file.display());
            Check::refused(subject, &problem, "let the program read it")
        }
        _ => Check::fine(subject),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::config::Layers;

    #[test]
    fn checks_refuse_a_readable_config_file_with_secrets() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("funray.toml");
        let config_of = |text: &str| {
            fs::write(&file, text).expect("written");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("changed");
            let mut layers = Layers::defaults();
            layers.add_file(&file).expect("a config file");
            Config::unchecked(&layers).expect("settings")
        };
        let refused = |config: &Config| {
            let checks = checks(config).into_iter().filter(|check| check.refusal().is_some());
            checks.map(|check| check.to_string()).any(|line| line.contains("funray.toml"))
        };
        let secret = config_of("[maps]\nkey = \"not for others\"");
        assert!(refused(&secret));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("changed");
        assert!(!refused(&secret));
        assert!(!refused(&config_of("listen = \"127.0.0.1:1\"")), "nothing to hide");
    }

    #[test]
    fn check_volume_refuses_the_disk_of_the_system() {
        let data = Path::new("/var/lib/funray");
        assert_eq!(check_volume(data, Some(2), Some(1)).verdict, Verdict::Fine);
        for device in [Some(1), None] {
            let refusal = check_volume(data, device, Some(1)).refusal().expect("refused");
            assert!(refusal.contains("-v funray-data:/var/lib/funray"), "{refusal}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(device_of(&folder.path().join("not/there")), device_of(folder.path()));
    }

    #[test]
    fn place_names_the_files_in_use() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = |more: &str| {
            let mut layers = Layers::defaults();
            let text = format!("data = {:?}\n{more}", folder.path().display().to_string());
            layers.add_toml(&text, platform::config::Origin::File).expect("settings");
            Config::unchecked(&layers).expect("valid")
        };
        assert_eq!(place(&config("")).matches("made at the first start").count(), 2);
        fs::write(folder.path().join("funray.db"), "").expect("written");
        assert_eq!(place(&config("")).matches("made at the first start").count(), 1);
        let server = place(&config(
            "database_url = \"postgres://ann:hunter2@db/x\"\nsecret_key = \"hunter2\"",
        ));
        assert_eq!(server, "database on PostgreSQL; key in secret_key");
    }

    #[test]
    fn checks_name_guards_that_are_switched_off() {
        let advice_of = |settings: &str| {
            let mut layers = Layers::defaults();
            layers.add_toml(settings, platform::config::Origin::File).expect("settings");
            let config = Config::unchecked(&layers).expect("settings");
            let lines = checks(&config).into_iter().map(|check| check.to_string());
            let subjects = ["second persons", "order reviews", "buying limits"];
            lines
                .filter(|line| subjects.iter().any(|subject| line.contains(subject)))
                .collect::<Vec<_>>()
        };
        assert_eq!(advice_of(""), Vec::<String>::new());
        for setting in
            ["second_person.required = false", "fraud.review_score = 0", "fraud.proven_days = 0"]
        {
            let (name, _) = setting.split_once(" = ").expect("a setting");
            let advice = advice_of(setting);
            assert!(advice.len() == 1 && advice[0].contains(name), "{setting}: {advice:?}");
        }
    }

    #[test]
    fn check_private_file_refuses_a_file_others_can_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret.key");
        assert_eq!(check_private_file("key file", &file).verdict, Verdict::Fine, "it will be made");
        fs::write(&file, "key").expect("written");
        for (mode, is_fine) in [(0o600, true), (0o400, true), (0o640, false), (0o644, false)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("changed");
            let check = check_private_file("key file", &file);
            assert_eq!(check.verdict == Verdict::Fine, is_fine, "{mode:o}");
            assert!(is_fine || check.to_string().contains("chmod 600"), "{check}");
        }
    }
}
