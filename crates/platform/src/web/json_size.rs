//! Limits the depth and the number of fields and list items of a JSON body, in one pass before
//! parsing.

use crate::error::Error;

/// Maximum nesting depth of a body. A form contains lists of objects, and these objects contain at
/// most one more object.
const MAX_DEPTH: usize = 8;
/// Maximum number of fields in one object, three times as many as the longest form has.
const MAX_FIELDS: usize = 64;
/// Maximum number of fields and list items in a body, five times as many as a full cart needs.
const MAX_PARTS: usize = 4_000;

/// Refuses a body that is deeper or larger than any form. Does not check whether the body is valid
/// JSON.
pub fn refuse_excess(bytes: &[u8]) -> Result<(), Error> {
    let mut fields = [0_usize; MAX_DEPTH];
    let (mut depth, mut parts) = (0_usize, 0_usize);
    let (mut is_in_text, mut is_escaped) = (false, false);
    for byte in bytes {
        if is_in_text {
            (is_in_text, is_escaped) = (is_escaped || *byte != b'"', !is_escaped && *byte == b'\\');
            continue;
        }
        match byte {
            b'"' => is_in_text = true,
            b'{' | b'[' => {
                let Some(count) = fields.get_mut(depth) else {
                    return Err(malformed(format!("is more than {MAX_DEPTH} levels deep")));
                };
                (*count, depth) = (0, depth + 1);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' if depth > 0 => {
                (fields[depth - 1], parts) = (fields[depth - 1] + 1, parts + 1);
                if fields[depth - 1] > MAX_FIELDS {
                    return Err(malformed(format!(
                        "has more than {MAX_FIELDS} fields in one object"
                    )));
                }
            }
            b',' => parts += 1,
            _ => {}
        }
        if parts > MAX_PARTS {
            return Err(malformed(format!("has more than {MAX_PARTS} values")));
        }
    }
    Ok(())
}

fn malformed(what: String) -> Error {
    Error::Malformed(format!("The request body {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(body: &str) -> Option<String> {
        refuse_excess(body.as_bytes()).err().map(|error| error.to_string())
    }

    fn object(fields: usize) -> String {
        let fields: Vec<String> = (0..fields).map(|field| format!("\"f{field}\":1")).collect();
        format!("{{{}}}", fields.join(","))
    }

    #[test]
    fn refuse_excess_limits_levels_fields_and_values() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert_eq!(complaint(&nested(MAX_DEPTH)), None);
        assert!(complaint(&nested(MAX_DEPTH + 1)).expect("refused").contains("8 levels"));
        assert_eq!(complaint(&object(MAX_FIELDS)), None);
        assert!(complaint(&object(MAX_FIELDS + 1)).expect("refused").contains("64 fields"));
        let many = vec![object(10); 250].join(",");
        assert!(complaint(&format!("[{many}]")).expect("refused").contains("4000 values"));
        let cart = vec![object(15); 50].join(",");
        assert_eq!(complaint(&format!("{{\"items\":[{cart}]}}")), None);
    }

    #[test]
    fn refuse_excess_ignores_brackets_within_strings() {
        let text = r#"{[:,\"\\"#.repeat(2_000);
        assert_eq!(complaint(&format!("{{\"note\":\"{text}\"}}")), None);
        assert_eq!(complaint(r#"{"a":"\\","b":["#), None, "the parser reports truncated JSON");
        assert_eq!(complaint("}}]]::,"), None);
    }
}
