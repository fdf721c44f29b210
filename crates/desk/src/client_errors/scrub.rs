//! Removes what may be personal or secret from the text of an error: addresses, emails, numbers,
//! codes and quoted sentences. Names of the app's own files stay.

/// Number of digits of the shortest number that may be one of a phone or a card.
const MIN_NUMBER: usize = 7;
/// Length of the shortest code, if it has several digits.
const MIN_CODE: usize = 8;
const MIN_DIGITS_OF_CODE: usize = 3;
/// Length of the shortest code with a single digit. Longer names of functions have none.
const MIN_LONG_CODE: usize = 20;
/// Length of the longest name without digits.
const MAX_NAME: usize = 32;
/// Length of the longest name of one of our files, with the place in it.
const MAX_FILE: usize = 80;

const ADDRESS: &str = "<address>";
const EMAIL: &str = "<email>";
const NUMBER: &str = "<number>";
const CODE: &str = "<code>";
const TEXT: &str = "<text>";

/// Returns the text with its personal and secret parts replaced.
pub fn scrub(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(scrub_line).collect();
    lines.join("\n")
}

fn scrub_line(line: &str) -> String {
    let line = without_quoted(line);
    let mut kept = String::with_capacity(line.len());
    for piece in line.split_inclusive(is_boundary) {
        let word = piece.trim_end_matches(is_boundary);
        kept += &scrub_word(word);
        kept += &piece[word.len()..];
    }
    without_numbers(&kept)
}

/// Returns true for characters around a word. None of them occurs inside an address.
fn is_boundary(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '[' | ']')
}

/// Replaces quoted texts of several words. A message about unreadable JSON quotes what was read,
/// with the quotes in it, so everything between its first and last quote is replaced.
fn without_quoted(line: &str) -> String {
    if let Some((first, last)) = line.find('"').zip(line.rfind('"'))
        && line.contains("JSON")
    {
        return format!("{}\"{TEXT}{}", &line[..first], &line[last..]);
    }
    let parts: Vec<&str> = line.split('"').collect();
    let last = parts.len() - 1;
    let kept = parts.iter().enumerate().map(|(index, part)| {
        let is_quoted = index % 2 == 1 && index < last;
        if is_quoted && part.contains(char::is_whitespace) { TEXT } else { part }
    });
    kept.collect::<Vec<_>>().join("\"")
}

fn scrub_word(word: &str) -> String {
    if let Some(place) = word.find("://") {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        // Safari and Firefox write the function in front: `open@https://…`.
        let before = word[..place].trim_end_matches(is_scheme);
        return without_codes(before) + file_of(&word[before.len()..]).unwrap_or(ADDRESS);
    }
    if word.starts_with("data:") || is_ipv6(word) {
        return ADDRESS.to_owned();
    }
    let file = word.rfind('@').map_or(0, |at| at + 1);
    if let Some(name) = file_of(&word[file..]) {
        return without_codes(&word[..file]) + name;
    }
    if is_email(word) {
        return EMAIL.to_owned();
    }
    let path = word.find(['?', '#']).filter(|place| word[*place..].contains('='));
    without_codes(&word[..path.unwrap_or(word.len())])
}

/// Returns the name of the script or style at an address, with the line and column that follow it.
fn file_of(address: &str) -> Option<&str> {
    let path = address.split(['?', '#']).next()?;
    let file = path.rsplit('/').next()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | ':');
    let is_code = [".js", ".css"].iter().any(|end| {
        file.ends_with(end) || file.split_once(end).is_some_and(|(_, rest)| rest.starts_with(':'))
    });
    (is_code && file.len() <= MAX_FILE && file.chars().all(is_plain)).then_some(file)
}

fn is_email(word: &str) -> bool {
    word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

fn is_ipv6(word: &str) -> bool {
    let colons = word.bytes().filter(|byte| *byte == b':').count();
    colons >= 3 && word.bytes().all(|byte| byte == b':' || byte.is_ascii_hexdigit())
}

/// Replaces ids, secret codes and tokens.
fn without_codes(word: &str) -> String {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut kept = String::with_capacity(word.len());
    for piece in word.split_inclusive(|c| !is_inside(c)) {
        let run = piece.trim_end_matches(|c| !is_inside(c));
        kept += if is_code(run) { CODE } else { run };
        kept += &piece[run.len()..];
    }
    kept
}

fn is_code(run: &str) -> bool {
    if !run.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    let has_digits = run.len() >= MIN_CODE && digits >= MIN_DIGITS_OF_CODE;
    has_digits || (run.len() >= MIN_LONG_CODE && digits > 0) || run.len() > MAX_NAME
}

/// Replaces long numbers, also those in groups such as `613 555-0100`.
fn without_numbers(line: &str) -> String {
    let bytes = line.as_bytes();
    let (mut kept, mut copied, mut at) = (String::with_capacity(line.len()), 0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let (end, digits) = number_at(bytes, at);
        if digits >= MIN_NUMBER {
            kept += &line[copied..at];
            kept += NUMBER;
            copied = end;
        }
        at = end;
    }
    kept + &line[copied..]
}

/// Returns the end of the number that starts here, and how many digits it has.
fn number_at(bytes: &[u8], start: usize) -> (usize, usize) {
    const MAX_GAP: usize = 2;
    let (mut end, mut digits) = (start, 0);
    loop {
        let gap = bytes[end..].iter().take(MAX_GAP).take_while(|byte| b" -.()".contains(byte));
        let next = end + gap.count();
        if !bytes.get(next).is_some_and(u8::is_ascii_digit) {
            return (end, digits);
        }
        (end, digits) = (next + 1, digits + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrub_removes_what_may_be_personal_or_secret() {
        for (text, kept) in [
            ("no card of ann.roy@home.example: 404", "no card of <email> 404"),
            ("call +1 (613) 555-0100 now", "call +<number> now"),
            ("paid with 4111 1111 1111 1111", "paid with <number>"),
            ("paid with 4111-1111-1111-1111", "paid with <number>"),
            ("GET https://funray.example/gifts/secret?token=a", "GET <address>"),
            ("GET /wallet/crd_06ed609y8122dy2ddn9yxv9nz8", "GET /wallet/<code>"),
            ("at /signin?email=ann,roy", "at /signin"),
            ("at /gifts#claim=abc", "at /gifts"),
            ("token 8TCETl7mIzcK8FUXxKrVtSfqGiqDBmG7", "token <code>"),
            (
                r#"Unexpected token, "Ann Roy of"... is not valid JSON"#,
                r#"Unexpected token, "<text>"... is not valid JSON"#,
            ),
            (
                r#"Unexpected token '}', "{"name":"Ann Roy",}" is not valid JSON"#,
                r#"Unexpected token '}', "<text>" is not valid JSON"#,
            ),
            ("from 192.168.100.17", "from <number>"),
            ("from 2001:db8:1:2::9", "from <address>"),
            ("data:text/plain;base64,QW5u", "<address>"),
        ] {
            assert_eq!(scrub(text), kept, "{text}");
        }
    }

    #[test]
    fn scrub_keeps_what_a_developer_needs() {
        for text in [
            "Cannot read properties of undefined (reading 'length')",
            "Minified React error #418",
            "    at Xe (index-Bx3f_a91.js:12:34567)",
            "open@index-Bx3f_a91.js:1:2\n[native code]",
            "commitPassiveMountOnFiber is not a function",
        ] {
            assert_eq!(scrub(text), text);
        }
    }

    #[test]
    fn scrub_shortens_addresses_of_our_files() {
        for (text, kept) in [
            (
                "at Xe (https://funray.example/assets/index-Bx3f_a91.js:1:2)",
                "at Xe (index-Bx3f_a91.js:1:2)",
            ),
            ("open@https://funray.example/assets/a-Bx3f_a91.js?retry=1:1:2", "open@a-Bx3f_a91.js"),
            (
                "Unable to preload CSS for /assets/a-Bx3f_a91.css",
                "Unable to preload CSS for a-Bx3f_a91.css",
            ),
        ] {
            assert_eq!(scrub(text), kept, "{text}");
        }
    }

    #[test]
    fn scrub_survives_fuzzing() {
        let examples: [&[u8]; 2] = [
            "open@https://funray.example/a.js?b=1:1:2 \"Zo\u{eb} R\" 613 555-0100".as_bytes(),
            b"at Xe (/assets/index-Bx3f_a91.js:1:2) ann@home.example 2001:db8::1",
        ];
        fuzzing::run(&fuzzing::mutated(&examples), |bytes| {
            let scrubbed = scrub(&String::from_utf8_lossy(&bytes));
            assert!(!scrubbed.contains("://"), "{scrubbed}");
        });
    }
}
