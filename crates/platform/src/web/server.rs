//! The listener: accepts connections up to a limit, cuts those of clients that stall, and on shutdown lets requests in
//! flight finish.

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

use super::{leftover, places::Places, sizes::LARGEST_HEAD, stall::CutStalled};
use crate::app::App;

/// And so many header lines.
const MOST_HEADERS: usize = 64;
/// From being asked to stop until the last connection is closed: a supervisor kills after 30 s.
const FINISH_TIMEOUT: Duration = Duration::from_secs(25);
/// Of it, what is kept for the requests in flight after the door is shut.
const LAST_REQUESTS: Duration = Duration::from_secs(10);
/// How often a draining server looks whether it is idle.
const IDLE_CHECK: Duration = Duration::from_millis(20);

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// An address that can't be listened on: one sentence that says what to do.
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

/// Serves until `stop` resolves, then drains: readiness says no, requests in flight (and those that still come
/// while the load balancer notices) are answered, and the connections close.
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
        // The place is taken before accepting: beyond the limit, clients wait in the system's backlog.
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
                // Out of file descriptors, mostly: it passes when connections close.
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
    // Sending tells the connections to end; when the last has dropped its receiver, all have.
    let _ = closing.send(());
    if time::timeout_at(end, closing.closed()).await.is_err() {
        tracing::warn!("some connections did not finish in time and were cut");
    }
}

/// Whoever is at the other end of a connection. All share one router.
struct Guest {
    router: Router,
    peer: Peer,
    patience: Duration,
}

impl Guest {
    /// One connection, until the client leaves or, after `close`, the request in flight is answered.
    async fn converse(self, stream: TcpStream, mut close: watch::Receiver<()>) {
        // Small replies must not wait for an acknowledgement; a failure here only costs speed.
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
            .max_buf_size(LARGEST_HEAD)
            .max_headers(MOST_HEADERS)
            .serve_connection(TokioIo::new(CutStalled::new(stream, patience)), answer)
            .with_upgrades();
        let mut connection = pin!(connection);
        // A broken connection is the client's affair; what happened on it is logged per request.
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
    // Whoever is longer than this is left to the connections' own shutdown.
    let _ = time::timeout_at(end, idle).await;
}

/// Listens for the system's wish that the program end, from this moment on; the future resolves when it comes.
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
