//! Listener: accepts connections up to a limit, cuts stalled clients, and on shutdown finishes
//! requests in flight.

use std::{convert::Infallible, io, net::IpAddr, pin::pin, sync::Arc, time::Duration};

use axum::Router;
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{self, Instant},
};
use tower::Service;

use super::{leftover, places::Places, sizes::MAX_HEAD, stall::CutStalled};
use crate::app::App;

/// Maximum header lines of a request.
const MAX_HEADERS: usize = 64;
/// Time between the stop request and the last connection's end; a supervisor kills after 30 s.
const FINISH_TIMEOUT: Duration = Duration::from_secs(25);
/// Part of it that is reserved for requests in flight after the listener is closed.
const LAST_REQUESTS: Duration = Duration::from_secs(10);
/// Interval of idle checks while draining.
const IDLE_CHECK: Duration = Duration::from_millis(20);

/// Address of the connection's peer.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Binds an address; an error is one sentence that says what to do.
pub async fn bind(address: &str, setting: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "{address} is in use by another program; stop it, or choose another address with {setting}"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "listening on {address} is not allowed; choose a port above 1023 with {setting}"
        ),
        _ => format!("can't listen on {address}: {error}; {setting} takes HOST:PORT"),
    })
}

/// Serves until `stop` resolves, then drains: readiness fails, requests in flight and late ones are
/// answered, and the connections close.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    app: Arc<App>,
    stop: impl Future<Output = ()>,
) {
    let (closing, close) = watch::channel(());
    let places = Places::new(&app.config.http);
    let patience = app.config.http.patience();
    let drained = async {
        stop.await;
        let end = Instant::now() + FINISH_TIMEOUT;
        drain(&app, end - LAST_REQUESTS).await;
        end
    };
    tokio::pin!(drained);
    let end = loop {
        // Takes the place before accepting: beyond the limit, clients wait in the system's backlog.
        let accepted = async {
            let place = places.next().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted,
            end = &mut drained => break end,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Usually out of file descriptors, which passes when connections close.
                tracing::warn!(%error, "a connection could not be accepted");
                time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = place.and_then(|place| places.take(place, address.ip())) else {
            app.metrics.connections_refused.inc();
            continue;
        };
        let guest = Guest { router: router.clone(), peer: Peer(address.ip()), patience };
        let close = close.clone();
        tokio::spawn(async move {
            guest.converse(stream, close).await;
            drop(place);
        });
    };
    drop((listener, close));
    // Tells connections to end. When the last receiver is dropped, all have ended.
    let _ = closing.send(());
    if time::timeout_at(end, closing.closed()).await.is_err() {
        tracing::warn!("some connections did not finish in time and were cut");
    }
}

/// Client of a connection. All connections share one router.
struct Guest {
    router: Router,
    peer: Peer,
    patience: Duration,
}

impl Guest {
    /// Serves one connection until the client leaves or, after `close`, the request in flight is
    /// answered.
    async fn converse(self, stream: TcpStream, mut close: watch::Receiver<()>) {
        // Small replies must not wait for an acknowledgement; a failure only costs speed.
        let _ = stream.set_nodelay(true);
        let Guest { router, peer, patience } = self;
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            let (request, leftover) = leftover::watch(request, patience);
            let reply = router.clone().call(request);
            async move {
                let mut reply = reply.await?;
                leftover.settle(&mut reply).await;
                Ok::<_, Infallible>(reply)
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .max_buf_size(MAX_HEAD)
            .max_headers(MAX_HEADERS)
            .serve_connection(TokioIo::new(CutStalled::new(stream, patience)), answer)
            .with_upgrades();
        let mut connection = pin!(connection);
        // A broken connection is not an error of ours; its requests are logged individually.
        tokio::select! {
            _ = &mut connection => {}
            _ = close.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
    }
}

async fn drain(app: &App, end: Instant) {
    app.start_draining();
    tracing::info!("stopping: finishing the requests in flight");
    time::sleep(app.config.http.drain()).await;
    let idle = async {
        while app.metrics.in_flight.get() > 0 {
            time::sleep(IDLE_CHECK).await;
        }
    };
    // Longer requests end with the connections' own shutdown.
    let _ = time::timeout_at(end, idle).await;
}

/// Listens for the system's termination signals from now on; the future resolves on the first one.
pub fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
