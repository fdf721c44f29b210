//! Changes single settings in the text of a file, and keeps every other line as an operator left
//! it.

use std::collections::BTreeMap;

use toml::{Table, Value};

/// Returns the value of a setting such as `gateway.url`.
pub fn find<'a>(table: &'a Table, name: &str) -> Option<&'a Value> {
    let (first, rest) = name.split_once('.').unwrap_or((name, ""));
    match (table.get(first)?, rest) {
        (value, "") => Some(value),
        (Value::Table(inner), rest) => find(inner, rest),
        _ => None,
    }
}

/// Returns the text of a settings file with these settings.
pub fn with_settings(text: &str, wanted: &BTreeMap<String, Value>) -> Result<String, String> {
    let now: Table = parse(text)?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (name, value) in wanted {
        match find(&now, name) {
            Some(present) if present == value => {}
            Some(_) => replace(&mut lines, name, value)?,
            None => add(&mut lines, name, value),
        }
    }
    let new = lines.join("\n") + "\n";
    let table = parse(&new)?;
    match wanted.iter().find(|(name, value)| find(&table, name) != Some(value)) {
        Some((name, _)) => Err(format!("{name} could not be set; change it in the file by hand")),
        None => Ok(new),
    }
}

fn parse(text: &str) -> Result<Table, String> {
    // The parser's own message quotes the line.
    text.parse().map_err(|error: toml::de::Error| error.message().replace('\n', " "))
}

/// Returns the name of the section that a line begins.
fn section_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.split(']').next().map(str::trim)
}

fn replace(lines: &mut [String], name: &str, value: &Value) -> Result<(), String> {
    let mut section = String::new();
    for line in lines.iter_mut() {
        if let Some(begun) = section_of(line) {
            section = format!("{begun}.");
            continue;
        }
        let Some((key, old)) = line.split_once('=') else { continue };
        if format!("{section}{}", key.trim()) == name && parse(&format!("x = {old}")).is_ok() {
            *line = format!("{} = {value}", key.trim_end());
            return Ok(());
        }
    }
    Err(format!("{name} spans several lines; change it in the file by hand"))
}

/// Adds a setting to its section, or else before the first section.
fn add(lines: &mut Vec<String>, name: &str, value: &Value) {
    let sections = lines.iter().enumerate().filter_map(|(at, line)| Some((at, section_of(line)?)));
    let own = sections.filter_map(|(at, section)| {
        let rest = name.strip_prefix(section)?.strip_prefix('.')?;
        Some((at, section.len(), rest.to_owned()))
    });
    match own.max_by_key(|(_, length, _)| *length) {
        Some((at, _, rest)) => lines.insert(at + 1, format!("{rest} = {value}")),
        None => {
            let first = lines.iter().position(|line| section_of(line).is_some());
            lines.insert(first.unwrap_or(lines.len()), format!("{name} = {value}"));
        }
    }
}

/// Returns the text of an environment file with these variables.
pub fn with_variables(text: &str, wanted: &BTreeMap<String, String>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (name, value) in wanted {
        let new = format!("{name}={value}");
        let is_own = |line: &&mut String| line.split_once('=').is_some_and(|(own, _)| own == name);
        match lines.iter_mut().find(is_own) {
            Some(line) => *line = new,
            None => lines.push(new),
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> BTreeMap<String, Value> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), Value::from(*text))).collect()
    }

    #[test]
    fn with_settings_changes_one_line_and_keeps_the_others() {
        let text = "# mine\nlisten = \"127.0.0.1:1\"\nhttp.drain_seconds = 3\n\n[gateway]\n# the account\nurl = \"a\" # old\n";
        let wanted = settings(&[
            ("gateway.url", "b"),
            ("gateway.login_id", "me"),
            ("listen", "127.0.0.1:1"),
            ("mail", "smtps://mail.shop.ca"),
        ]);
        let new = with_settings(text, &wanted).expect("changed");
        assert_eq!(
            new,
            "# mine\nlisten = \"127.0.0.1:1\"\nhttp.drain_seconds = 3\n\nmail = \"smtps://mail.shop.ca\"\n[gateway]\nlogin_id = \"me\"\n\
             # the account\nurl = \"b\"\n"
        );
        assert_eq!(with_settings(&new, &wanted).expect("the same"), new);
        let long = "cors = [\n  \"a\",\n]\n";
        let why = with_settings(long, &settings(&[("cors", "b")])).expect_err("several lines");
        assert!(why.contains("cors spans several lines"), "{why}");
    }

    #[test]
    fn with_variables_replaces_and_adds() {
        let wanted =
            [("A", "2"), ("C", "x=y")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let new = with_variables("# secrets\nA=1\nAB=1\n", &wanted.into());
        assert_eq!(new, "# secrets\nA=2\nAB=1\nC=x=y\n");
    }
}
