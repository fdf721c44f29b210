//! What keeps a production start from being safe: the settings, and the files beside them. `funray doctor` prints all of it,
//! a production start refuses the first and warns of the rest.

use std::{fs, io, os::unix::fs::PermissionsExt, path::Path};

use crate::{
    config::{Check, Config, Environment, Verdict},
    secrets::Secrets,
};

/// Everything that is looked at, in the order in which a start would complain.
pub fn checks(config: &Config) -> Vec<Check> {
    let mut checks = config.production_checks();
    if config.secret_key.is_empty() {
        checks.push(check_private_file("key file", &Secrets::file(&config.data)));
    }
    if let Some(file) = &config.file_with_secrets {
        checks.push(check_private_file("config file with secrets", file));
    }
    checks
}

/// Refuses a production start, or says in the log what it accepts.
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

/// Who can read a key opens every code and every bank account, and who can read a password, what it protects.
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
    use crate::config::Layers;

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
    fn checks_name_guards_that_are_switched_off() {
        let advice_of = |settings: &str| {
            let mut layers = Layers::defaults();
            layers.add_toml(settings, crate::config::Origin::File).expect("settings");
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
