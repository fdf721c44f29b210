//! SignalR's JSON protocol: records that end with a separator; first a handshake, then messages.
//! Absent fields are omitted, because the official client treats some `null` values as errors.

use serde::Deserialize;
use serde_json::{Value, json};

/// Character that ends every record.
pub const END: char = '\u{1e}';

/// Maximum size of a record from a client, in bytes. The official client sends far less.
pub const MAX_BYTES: usize = 32 * 1024;

/// Maximum length of method names and invocation ids, in bytes.
const MAX_NAME_LENGTH: usize = 100;

/// Message from a client after the handshake.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// Call of a method on the server. Without an id, the client expects no reply.
    Invocation {
        id: Option<String>,
        target: String,
        arguments: Vec<Value>,
    },
    /// Call of a streaming method. The hub does not support streams and replies with an error.
    StreamInvocation {
        id: String,
    },
    Close,
    /// Pings and unknown messages.
    Other,
}

/// Violation of the protocol by a client, with the reason, which the client may log.
#[derive(Debug, PartialEq)]
pub struct Breach(pub &'static str);

#[derive(Deserialize)]
struct Handshake {
    protocol: String,
    version: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    r#type: u32,
    invocation_id: Option<String>,
    target: Option<String>,
    arguments: Option<Vec<Value>>,
}

/// Buffer that assembles complete records.
#[derive(Default)]
pub struct Records {
    pending: Vec<u8>,
}

impl Records {
    /// Adds bytes from the client and returns the records that are now complete. Returns an error
    /// for records that are too large or not UTF-8.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Vec<String>, Breach> {
        self.pending.extend_from_slice(bytes);
        let mut whole = Vec::new();
        let mut rest = self.pending.as_slice();
        while let Some(end) = rest.iter().position(|byte| *byte == END as u8) {
            let record = &rest[..end];
            if record.len() > MAX_BYTES {
                return Err(Breach("The message is too large."));
            }
            let text = str::from_utf8(record).map_err(|_| Breach("The message is no text."))?;
            whole.push(text.to_owned());
            rest = &rest[end + 1..];
        }
        // Removes all records with one `drain`, because each call moves the remaining bytes.
        let taken = self.pending.len() - rest.len();
        self.pending.drain(..taken);
        if self.pending.len() > MAX_BYTES {
            Err(Breach("The message is too large."))
        } else {
            Ok(whole)
        }
    }
}

/// Parses the handshake record of a client. The error is a message for the client, sent before the
/// connection is closed.
pub fn read_handshake(record: &str) -> Result<(), String> {
    let Ok(Handshake { protocol, version }) = serde_json::from_str(record) else {
        return Err("The first message has to be a handshake.".to_owned());
    };
    match (protocol.as_str(), version) {
        ("json", 1) => Ok(()),
        ("json", _) => {
            Err(format!("The server does not support version {version} of the protocol."))
        }
        _ => Err(format!("Requested protocol '{protocol}' is not available.")),
    }
}

pub fn read_message(record: &str) -> Result<Message, Breach> {
    let Envelope { r#type, invocation_id: id, target, arguments } =
        serde_json::from_str(record).map_err(|_| Breach("The message can't be read."))?;
    // Long names are refused: they are repeated in the reply, which stays in memory until the
    // client fetches it.
    if [&id, &target].into_iter().flatten().any(|name| name.len() > MAX_NAME_LENGTH) {
        return Err(Breach("A name in the message is too long."));
    }
    Ok(match r#type {
        1 => Message::Invocation {
            id,
            target: target.ok_or(Breach("An invocation needs a target."))?,
            arguments: arguments.unwrap_or_default(),
        },
        4 => {
            Message::StreamInvocation { id: id.ok_or(Breach("A stream needs an invocation id."))? }
        }
        7 => Message::Close,
        _ => Message::Other,
    })
}

fn record(message: &Value) -> String {
    format!("{message}{END}")
}

/// Returns the reply to the client's handshake, with an error if the handshake was refused.
pub fn handshake_reply(error: Option<&str>) -> String {
    record(&match error {
        Some(error) => json!({ "error": error }),
        None => json!({}),
    })
}

pub fn invocation(target: &str, arguments: &[Value]) -> String {
    record(&json!({ "type": 1, "target": target, "arguments": arguments }))
}

pub fn completion(id: &str, outcome: Result<Value, String>) -> String {
    record(&match outcome {
        Ok(Value::Null) => json!({ "type": 3, "invocationId": id }),
        Ok(result) => json!({ "type": 3, "invocationId": id, "result": result }),
        Err(error) => json!({ "type": 3, "invocationId": id, "error": error }),
    })
}

pub fn ping() -> String {
    record(&json!({ "type": 6 }))
}

/// Returns a message that closes the connection. `error` is meant for the client's developer;
/// `allow_reconnect` lets the client reconnect.
pub fn close(error: Option<&str>, allow_reconnect: bool) -> String {
    let mut message = json!({ "type": 7 });
    if let Some(error) = error {
        message["error"] = error.into();
    }
    if allow_reconnect {
        message["allowReconnect"] = true.into();
    }
    record(&message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(records: &mut Records, bytes: &str) -> Vec<String> {
        records.add(bytes.as_bytes()).expect("fine bytes")
    }

    #[test]
    fn add_splits_records_from_any_chunks() {
        let mut records = Records::default();
        assert_eq!(whole(&mut records, "{\"a\""), Vec::<String>::new());
        assert_eq!(whole(&mut records, ":1}\u{1e}{}\u{1e}{\"b"), ["{\"a\":1}", "{}"]);
        assert_eq!(whole(&mut records, "\":2}\u{1e}"), ["{\"b\":2}"]);
    }

    #[test]
    fn add_refuses_records_too_long_or_not_utf8() {
        let too_long = vec![b'a'; MAX_BYTES + 1];
        assert!(Records::default().add(&too_long).is_err());
        let ended = [too_long.as_slice(), b"\x1e"].concat();
        assert!(Records::default().add(&ended).is_err());
        assert!(Records::default().add(b"\xff\xfe\x1e").is_err());
    }

    #[test]
    fn read_handshake_accepts_json_version_1_only() {
        assert_eq!(read_handshake(r#"{"protocol":"json","version":1}"#), Ok(()));
        assert_eq!(
            read_handshake(r#"{"protocol":"messagepack","version":1}"#),
            Err("Requested protocol 'messagepack' is not available.".to_owned())
        );
        for wrong in [r#"{"protocol":"json","version":2}"#, r#"{"type":6}"#, "", "[]"] {
            assert!(read_handshake(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn read_message_reads_each_type() {
        let call = r#"{"type":1,"target":"Add","arguments":[1],"invocationId":"7","headers":{}}"#;
        assert_eq!(
            read_message(call),
            Ok(Message::Invocation {
                id: Some("7".into()),
                target: "Add".into(),
                arguments: vec![1.into()]
            })
        );
        assert_eq!(
            read_message(r#"{"type":1,"target":"Add"}"#),
            Ok(Message::Invocation { id: None, target: "Add".into(), arguments: vec![] })
        );
        let stream = r#"{"type":4,"target":"Count","arguments":[],"invocationId":"8"}"#;
        assert_eq!(read_message(stream), Ok(Message::StreamInvocation { id: "8".into() }));
        assert_eq!(read_message(r#"{"type":7}"#), Ok(Message::Close));
        for other in [r#"{"type":6}"#, r#"{"type":99,"x":1}"#] {
            assert_eq!(read_message(other), Ok(Message::Other));
        }
        for wrong in
            [r#"{"type":1}"#, r#"{"type":1,"target":"A","invocationId":7}"#, "{}", "7", "x"]
        {
            assert!(read_message(wrong).is_err(), "{wrong}");
        }
        let long = format!(r#"{{"type":1,"target":"A","invocationId":"{}"}}"#, "1".repeat(101));
        assert!(read_message(&long).is_err());
    }

    #[test]
    fn add_survives_fuzzing() {
        let examples: [&[u8]; 3] = [
            b"{\"protocol\":\"json\",\"version\":1}\x1e{\"type\":6}\x1e",
            b"{\"type\":1,\"target\":\"Add\",\"arguments\":[1,{\"a\":[2]}],\"invocationId\":\"7\"}\x1e",
            b"{\"type\":4,\"target\":\"Count\",\"invocationId\":\"8\"}\x1e{\"type\":7}\x1e",
        ];
        fuzzing::run(&fuzzing::mutated(&examples), |bytes| {
            let mut records = Records::default();
            for piece in bytes.chunks(1 + bytes.len() / 3) {
                let Ok(whole) = records.add(piece) else { return };
                assert!(records.pending.len() <= MAX_BYTES);
                for record in whole {
                    let _ = read_handshake(&record);
                    if let Ok(Message::Invocation { id, target, .. }) = read_message(&record) {
                        assert!(target.len() <= MAX_NAME_LENGTH);
                        assert!(id.is_none_or(|id| id.len() <= MAX_NAME_LENGTH));
                    }
                }
            }
        });
    }

    #[test]
    fn messages_leave_out_absent_fields() {
        assert_eq!(handshake_reply(None), "{}\u{1e}");
        assert_eq!(ping(), "{\"type\":6}\u{1e}");
        assert_eq!(close(None, false), "{\"type\":7}\u{1e}");
        assert_eq!(completion("0", Ok(Value::Null)), "{\"invocationId\":\"0\",\"type\":3}\u{1e}");
        assert!(!invocation("on", &[]).contains("invocationId"));
    }
}
