//! JSON document that keeps the order of its keys. The gateway converts requests to XML, where the
//! order of elements matters.

use std::fmt;

use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

#[derive(Debug, PartialEq)]
pub enum Node {
    /// Text, number, boolean or null. The gateway converts requests to XML, which does not
    /// distinguish them.
    Leaf(String),
    Object(Vec<(String, Node)>),
    List(Vec<Node>),
}

impl Node {
    pub fn parse(text: &str) -> Option<Node> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        read(serde_json::from_str(text).ok()?).ok()
    }

    pub fn child(&self, name: &str) -> Option<&Node> {
        match self {
            Node::Object(children) => {
                children.iter().find(|(key, _)| key == name).map(|(_, child)| child)
            }
            _ => None,
        }
    }

    /// Finds the value at a path such as `a/b/c`. Returns `None` if the value is missing or empty.
    pub fn find(&self, path: &str) -> Option<&str> {
        let node = path.split('/').try_fold(self, |node, name| node.child(name))?;
        match node {
            Node::Leaf(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    pub fn text(&self, path: &str) -> &str {
        self.find(path).unwrap_or_default()
    }

    /// Returns the items of a list, or the node itself if it is not a list.
    pub fn items(&self) -> &[Node] {
        match self {
            Node::List(items) => items,
            other => std::slice::from_ref(other),
        }
    }
}

fn read(raw: &RawValue) -> serde_json::Result<Node> {
    let text = raw.get();
    Ok(match text.as_bytes().first() {
        Some(b'{') => Node::Object(serde_json::from_str::<Pairs>(text)?.0),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text)?;
            Node::List(items.into_iter().map(read).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Node::Leaf(serde_json::from_str(text)?),
        Some(b'n') => Node::Leaf(String::new()),
        _ => Node::Leaf(text.to_owned()),
    })
}

struct Pairs(Vec<(String, Node)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Pairs;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, raw)) = map.next_entry::<String, &RawValue>()? {
                    pairs.push((name, read(raw).map_err(de::Error::custom)?));
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_parse_keeps_key_order_and_duplicate_keys() {
        let leaf = |text: &str| Node::Leaf(text.to_owned());
        let node = Node::parse(r#"{"b":1.50,"a":"x","b":null,"c":[true,{}]}"#).expect("JSON");
        let Node::Object(children) = &node else { panic!("{node:?}") };
        let names: Vec<&str> = children.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b", "a", "b", "c"]);
        assert_eq!(children[0].1, leaf("1.50"));
        assert_eq!(children[3].1, Node::List(vec![leaf("true"), Node::Object(Vec::new())]));
        assert_eq!(Node::parse("{").is_none(), Node::parse("").is_none());
    }

    #[test]
    fn node_find_returns_nested_values() {
        let node = Node::parse(r#"{"a":{"b":{"c":"x"},"d":""}}"#).expect("JSON");
        assert_eq!(node.find("a/b/c"), Some("x"));
        for nothing in ["a", "a/b", "a/d", "a/b/c/e", "z"] {
            assert_eq!(node.find(nothing), None, "{nothing}");
        }
    }
}
