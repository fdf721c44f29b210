//! Exports spans to an OpenTelemetry collector (OTLP over HTTP), if one is configured.

use std::time::Duration;

use async_trait::async_trait;
use hyper::body::Bytes;
use opentelemetry::{
    Context,
    trace::{
        SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState, TracerProvider,
    },
};
use opentelemetry_http::{HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{FilterExt, filter_fn},
    registry::LookupSpan,
};

use crate::config::Tracing;

/// Path at which the collector accepts spans.
const PATH: &str = "/v1/traces";
/// Filter for spans of our own crates, including database transactions.
const FILTER: &str = "off,db=debug,platform=debug,people=debug,ledger=debug,access=debug,mail=debug,market=debug,\
    cards=debug,checkout=debug,finance=debug,accounts=debug,desk=debug,funray=debug";
/// Time limit of an export. Spans that are not exported by then are lost.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum time for sending the last spans at shutdown.
const MAX_FLUSH: Duration = Duration::from_millis(500);

/// Span exporter. Dropping it sends the last spans.
pub struct Exporter(SdkTracerProvider);

impl Drop for Exporter {
    fn drop(&mut self) {
        // The last spans are lost if the collector is down, so the error is ignored.
        let _ = self.0.shutdown_with_timeout(MAX_FLUSH);
    }
}

impl Exporter {
    /// Starts the exporter. Returns `None` if no collector is configured.
    pub fn start(settings: &Tracing) -> Result<Option<Exporter>, String> {
        if settings.otlp_url.is_empty() {
            return Ok(None);
        }
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .build()
            .new_agent();
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Client(agent))
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}{PATH}", settings.otlp_url.trim_end_matches('/')))
            .with_timeout(TIMEOUT)
            .build()
            .map_err(|error| format!("tracing.otlp_url: {error}"))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            // Samples by trace id alone, so that all nodes and jobs decide alike about a trace.
            .with_sampler(Sampler::TraceIdRatioBased(settings.sample_ratio))
            .with_resource(Resource::builder().with_service_name("funray").build())
            .build();
        Ok(Some(Exporter(provider)))
    }

    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("funray"))
            .with_location(false)
            .with_threads(false)
            // Log lines are not exported, because they may hold data that must not leave the
            // machine.
            .with_filter(EnvFilter::new(FILTER).and(filter_fn(|about| about.is_span())))
    }
}

/// Puts a span into a trace, below the caller's span if that span is known.
pub fn join(span: &Span, trace: &str, parent: Option<&str>) {
    let Ok(trace_id) = TraceId::from_hex(trace) else { return };
    // If the caller sent no valid span id, the first half of its trace id serves as the parent, so
    // that the span stays in the caller's trace.
    let read = |id: &str| SpanId::from_hex(id).ok().filter(|id| *id != SpanId::INVALID);
    let parent = parent.and_then(read).or_else(|| trace.get(..16).and_then(read));
    let Some(parent) = parent else { return };
    let parent =
        SpanContext::new(trace_id, parent, TraceFlags::SAMPLED, true, TraceState::default());
    // Setting the parent fails without a collector, which is harmless.
    let _ = span.set_parent(Context::new().with_remote_span_context(parent));
}

/// HTTP client that sends spans. A call blocks its thread, which is the exporter's own thread.
#[derive(Debug)]
struct Client(ureq::Agent);

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let mut reply = self.0.run(Request::from_parts(parts, body.to_vec()))?;
        let body = reply.body_mut().read_to_vec()?;
        let mut answer = Response::new(Bytes::from(body));
        *answer.status_mut() = reply.status();
        Ok(answer)
    }
}
