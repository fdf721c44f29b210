//! Listener: accepts connections up to a limit, closes stalled connections, and finishes requests
//! in flight at shutdown.

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

/// Maximum number of header lines in a request.
const MAX_HEADERS: usize = 64;
/// Maximum time from the stop request until the last connection ends. A supervisor kills the
/// program after 30 seconds.
const FINISH_TIMEOUT: Duration = Duration::from_secs(25);
/// Part of [`FINISH_TIMEOUT`] that is reserved for requests in flight after the listener is closed.
const LAST_REQUESTS: Duration = Duration::from_secs(10);
/// Interval between checks, while draining, whether any request is in flight.
const IDLE_CHECK: Duration = Duration::from_millis(20);

/// IP address of the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Binds a listening address. An error is one sentence that says what to do.
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

/// Serves requests until `stop` resolves, and then drains. While draining, readiness fails, running
/// and late requests are answered, and the connections are closed.
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
        // Waits for a free place before accepting a connection. Beyond the limit, clients wait in
        // the system's backlog.
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
                // Usually the process has run out of file descriptors. The pause gives open connections
                // time to close.
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
    // Asks the connections to end. The channel is closed when the last connection has ended.
    let _ = closing.send(());
    if time::timeout_at(end, closing.closed()).await.is_err() {
        tracing::warn!("some connections did not finish in time and were cut");
    }
}

/// Client of one connection, and the router that all connections share.
struct Guest {
    router: Router,
    peer: Peer,
    patience: Duration,
}

impl Guest {
    /// Serves one connection until the client leaves. After `close`, the connection ends when the
    /// request in flight is answered.
    async fn converse(self, stream: TcpStream, mut close: watch::Receiver<()>) {
        // Sends small replies without waiting for an acknowledgement. A failure only costs speed.
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
        // A broken connection is not a fault of the program. The requests on the connection are
        // logged individually.
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
    // Requests that are still running at the time `end` are finished while their connections shut
    // down.
    let _ = time::timeout_at(end, idle).await;
}

/// Listens for the system's termination signals from now on. The returned future resolves when the
/// first signal arrives.
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
