//! Log output, and the trace ids that link log lines to requests.

mod otlp;
pub mod trace;
mod writer;

use std::{
    backtrace::Backtrace,
    io::{self, IsTerminal},
    panic,
};

use tracing_subscriber::{
    EnvFilter, Layer, filter::LevelFilter, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::config::{Log, LogFormat, Tracing};
use otlp::Exporter;
use writer::Lines;

pub use otlp::join;
pub use writer::dropped;

/// The program's log and its spans. Dropping this value writes the remaining lines and sends the
/// remaining spans.
pub struct Logging {
    lines: Lines,
    _exporter: Option<Exporter>,
}

impl Drop for Logging {
    fn drop(&mut self) {
        self.lines.flush();
    }
}

/// Starts the program's log, or returns the reason why the log can't start.
pub fn start(settings: &Log, tracing: &Tracing) -> Result<Logging, String> {
    let filter = EnvFilter::try_new(&settings.filter)
        .map_err(|error| format!("log.filter {:?}: {error}", settings.filter))?;
    let lines =
        Lines::to(io::stderr()).map_err(|error| format!("no thread for the log: {error}"))?;
    let layer = tracing_subscriber::fmt::layer().with_writer(lines.clone());
    let layer = match settings.format {
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
        LogFormat::Text => layer.with_ansi(io::stderr().is_terminal()).with_target(false).boxed(),
    };
    let exporter = Exporter::start(tracing)?;
    tracing_subscriber::registry()
        // Without a filter, this layer would enable spans of every level, and the program would
        // create spans that no layer logs.
        .with(trace::TraceIds.with_filter(LevelFilter::ERROR))
        .with(lines.count().with_filter(LevelFilter::OFF))
        .with(layer.with_filter(filter))
        .with(exporter.as_ref().map(Exporter::layer))
        .try_init()
        .map_err(|error| error.to_string())?;
    // The default hook writes to standard error directly, which blocks if the reader of the log
    // stalls.
    panic::set_hook(Box::new(|panic| {
        tracing::error!(%panic, backtrace = %Backtrace::capture(), "a panic");
    }));
    Ok(Logging { lines, _exporter: exporter })
}
