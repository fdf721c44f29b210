//! Reads environment variables from a file, as systemd's `EnvironmentFile=` and Docker's
//! `--env-file` do: one `NAME=value` per line.

use std::path::Path;

use super::ConfigError;

/// Reads all variables of the file, including those of other programs.
pub fn read(path: &Path) -> Result<Vec<(String, String)>, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        ConfigError(format!("the environment file {} can't be read: {error}", path.display()))
    })?;
    parse(&text).map_err(|line| {
        // The message omits the line, because it may hold a secret.
        ConfigError(format!("{}: line {line} should look like NAME=value", path.display()))
    })
}

/// Returns the variables, or the number of the first invalid line.
fn parse(text: &str) -> Result<Vec<(String, String)>, usize> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !(line.is_empty() || line.starts_with(['#', ';'])));
    lines
        .map(|(index, line)| {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let (name, value) = line.split_once('=').ok_or(index + 1)?;
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(is_name) {
                return Err(index + 1);
            }
            Ok((name.to_owned(), unquoted(value.trim()).ok_or(index + 1)?))
        })
        .collect()
}

/// Removes the quotation marks around a value. Returns `None` if the closing mark is missing.
fn unquoted(value: &str) -> Option<String> {
    if let Some(rest) = value.strip_prefix('\'') {
        return rest.strip_suffix('\'').map(str::to_owned);
    }
    let Some(rest) = value.strip_prefix('"') else { return Some(value.to_owned()) };
    let inner = rest.strip_suffix('"')?;
    let (mut plain, mut letters) = (String::with_capacity(inner.len()), inner.chars());
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next()? } else { letter });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_reads_names_values_and_quotes() {
        let text = "# secrets\n\nFUNRAY_MAIL=smtps://ann:p=w@mail.shop.ca\n  FUNRAY_DATA = x\n";
        assert_eq!(parse(text), Err(4), "no space before the equals sign");
        let text =
            "; one\nA=FunRay <hello@funray.ca>\nB=\"a \\\"b\\\" c\"\nexport C='$x \\n'\nD=\n";
        let read: Vec<(String, String)> = parse(text).expect("variables");
        let read: Vec<(&str, &str)> =
            read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let wanted =
            [("A", "FunRay <hello@funray.ca>"), ("B", "a \"b\" c"), ("C", "$x \\n"), ("D", "")];
        assert_eq!(read, wanted);
        for wrong in ["hunter2", "=hunter2", "A=\"hunter2", "A='hunter2"] {
            assert_eq!(parse(wrong), Err(1), "{wrong}");
        }
    }

    #[test]
    fn read_names_the_line_and_not_its_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("funray.env");
        std::fs::write(&file, "A=1\nhunter2\n").expect("written");
        let error = read(&file).expect_err("no variable").0;
        assert!(error.contains("line 2") && !error.contains("hunter2"), "{error}");
        assert!(read(&folder.path().join("none")).expect_err("none").0.contains("can't be read"));
    }
}
