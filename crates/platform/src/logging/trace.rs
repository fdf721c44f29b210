//! Trace id, which links all log lines of a request, including those of its payment, jobs and
//! emails.

use std::fmt;

use tracing::{
    Subscriber,
    dispatcher::get_default,
    field::{Field, Visit},
    span::{Attributes, Id},
};
use tracing_subscriber::{
    Registry,
    layer::{Context, Layer},
    registry::LookupSpan,
};

use kernel::random::random_hex;

/// Name of the field in the outermost span that holds the trace id.
const FIELD: &str = "trace";

/// Layer that stores the trace id of spans.
pub struct TraceIds;

struct TraceId(String);

impl<S: Subscriber + for<'span> LookupSpan<'span>> Layer<S> for TraceIds {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut found = Found(None);
        attributes.record(&mut found);
        if let (Some(trace), Some(span)) = (found.0, context.span(id)) {
            span.extensions_mut().insert(TraceId(trace));
        }
    }
}

struct Found(Option<String>);

impl Visit for Found {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == FIELD {
            self.0 = Some(format!("{value:?}"));
        }
    }
}

/// Returns the trace id of the current request, job or task, or else a new trace id.
pub fn current_or_new() -> String {
    current().unwrap_or_else(random_hex)
}

fn current() -> Option<String> {
    get_default(|subscriber| {
        let registry = subscriber.downcast_ref::<Registry>()?;
        let span = registry.span(subscriber.current_span().id()?)?;
        span.scope().find_map(|span| span.extensions().get::<TraceId>().map(|id| id.0.clone()))
    })
}

#[cfg(test)]
mod tests {
    use tracing::subscriber::with_default;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn current_or_new_finds_the_nearest_trace_and_makes_one_where_there_is_none() {
        with_default(tracing_subscriber::registry().with(TraceIds), || {
            let request = tracing::info_span!("request", trace = %"a1").entered();
            let _within = tracing::info_span!("transaction").entered();
            assert_eq!(current_or_new(), "a1");
            let _job = tracing::info_span!("job", trace = %"b2").entered();
            assert_eq!(current_or_new(), "b2");
            drop(request);
        });
        assert_eq!(current_or_new().len(), 32);
    }
}
