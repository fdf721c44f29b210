//! JSON reply that is written while it is sent. Only a few pieces of the reply are in memory,
//! however long the reply is.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;
use tracing::Instrument;

use crate::error::{Error, Result};

/// Maximum number of pieces that wait to be sent. If the client reads slowly, the writer waits as
/// well.
const WAITING: usize = 2;

/// Writes a JSON object member by member.
pub struct ObjectWriter {
    pieces: mpsc::Sender<io::Result<Bytes>>,
    has_members: bool,
}

impl ObjectWriter {
    pub async fn member(&mut self, name: &str, value: &impl Serialize) -> Result<()> {
        let text = format!("{}:{}", self.key(name)?, json(value)?);
        self.send(text).await
    }

    pub async fn begin_list(&mut self, name: &str) -> Result<ListWriter<'_>> {
        let key = self.key(name)?;
        self.send(format!("{key}:[")).await?;
        Ok(ListWriter { object: self, has_items: false })
    }

    /// Writes the separator and name of the next member.
    fn key(&mut self, name: &str) -> Result<String> {
        let separator = if self.has_members { "," } else { "" };
        self.has_members = true;
        Ok(format!("{separator}{}", json(&name)?))
    }

    async fn send(&self, text: String) -> Result<()> {
        let sent = self.pieces.send(Ok(Bytes::from(text))).await;
        sent.map_err(|_| Error::Internal("the client has gone".to_owned()))
    }
}

/// Writes a list inside the object.
pub struct ListWriter<'a> {
    object: &'a mut ObjectWriter,
    has_items: bool,
}

impl ListWriter<'_> {
    pub async fn items(&mut self, items: &[impl Serialize]) -> Result<()> {
        let mut text = String::new();
        for item in items {
            if self.has_items {
                text.push(',');
            }
            self.has_items = true;
            text.push_str(&json(item)?);
        }
        if text.is_empty() { Ok(()) } else { self.object.send(text).await }
    }

    pub async fn end(self) -> Result<()> {
        self.object.send("]".to_owned()).await
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::Internal(format!("a reply can't be written: {error}")))
}

/// Returns a reply with the JSON object that `write` produces. An error breaks the reply off, so
/// that no client takes half of the object for complete.
pub fn object<F, Fut>(write: F) -> Response
where
    F: FnOnce(ObjectWriter) -> Fut + Send + 'static,
    Fut: Future<Output = Result<()>> + Send + 'static,
{
    let (pieces, receiver) = mpsc::channel(WAITING);
    let writing = async move {
        let writer = ObjectWriter { pieces: pieces.clone(), has_members: false };
        let written = async {
            writer.send("{".to_owned()).await?;
            write(writer).await
        };
        let end = match written.await {
            Ok(()) => Ok(Bytes::from_static(b"}")),
            Err(error) => {
                tracing::warn!(error = ?error, "a reply ended half-way");
                Err(io::Error::other("the reply ended half-way"))
            }
        };
        // Sending fails if the client has disconnected, which is harmless.
        let _ = pieces.send(end).await;
    };
    tokio::spawn(writing.in_current_span());
    let json = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    ([json, no_store], Body::new(Pieces { receiver })).into_response()
}

struct Pieces {
    receiver: mpsc::Receiver<io::Result<Bytes>>,
}

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.receiver.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    #[tokio::test]
    async fn object_writes_valid_json() {
        let reply = object(|mut writer| async move {
            writer.member("one", &"a \"quoted\" word").await?;
            for (name, pages) in [("none", vec![]), ("some", vec![vec![1, 2], vec![], vec![3]])] {
                let mut list = writer.begin_list(name).await?;
                for page in pages {
                    list.items(&page).await?;
                }
                list.end().await?;
            }
            Ok(())
        });
        let bytes = reply.into_body().collect().await.expect("a whole reply").to_bytes();
        let read: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        let expected =
            serde_json::json!({ "one": "a \"quoted\" word", "none": [], "some": [1, 2, 3] });
        assert_eq!(read, expected);
    }

    #[tokio::test]
    async fn object_breaks_off_on_an_error() {
        let reply = object(|mut writer| async move {
            writer.member("one", &1).await?;
            Err(Error::NotFound)
        });
        assert!(reply.into_body().collect().await.is_err());
    }
}
