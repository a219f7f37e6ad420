//! A bounded number of connections, each of which must say something soon.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// Accepts as long as there are fewer connections than allowed; others wait in the system's queue.
#[derive(Debug)]
pub struct Connections {
    listener: TcpListener,
    free: Arc<Semaphore>,
    silence: Duration,
}

impl Connections {
    /// At most `most` connections at once; one that says nothing within `silence` is closed.
    pub fn new(listener: TcpListener, most: usize, silence: Duration) -> Self {
        Self { listener, free: Arc::new(Semaphore::new(most)), silence }
    }
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let permit = Arc::clone(&self.free).acquire_owned().await;
        let permit = permit.expect("invariant: the semaphore is never closed");
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let silence = Some(Box::pin(sleep(self.silence)));
        (Connection { stream, silence, _permit: permit }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that counts until it is dropped.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    /// Runs until the first bytes arrive.
    silence: Option<Pin<Box<Sleep>>>,
    _permit: OwnedSemaphorePermit,
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.silence = None;
        } else if let Some(silence) = &mut self.silence
            && silence.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream as Client;

    /// A server with one connection at a time; its answer to a request, or nothing if it closed before one.
    fn answers(silence: Duration, talk: impl FnOnce(SocketAddr) + Send + 'static) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let app = axum::Router::new().fallback(|| async { "here" });
            tokio::spawn(axum::serve(Connections::new(listener, 1, silence), app).into_future());
            tokio::task::spawn_blocking(move || talk(address)).await.unwrap();
        });
    }

    fn connect(address: SocketAddr) -> Client {
        let client = Client::connect(address).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        client
    }

    #[test]
    fn who_says_nothing_is_closed_and_makes_room() {
        answers(Duration::from_millis(100), |address| {
            let mut silent = connect(address);
            let mut second = connect(address);
            second.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
            let mut answer = String::new();
            second.read_to_string(&mut answer).unwrap();
            assert!(answer.ends_with("here"), "{answer}");
            assert_eq!(silent.read(&mut [0; 8]).unwrap_or(0), 0, "it was closed");
        });
    }

    #[test]
    fn one_above_the_limit_waits() {
        answers(Duration::from_secs(60), |address| {
            let first = connect(address);
            let mut second = connect(address);
            second.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
            second.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
            assert!(second.read(&mut [0; 8]).is_err(), "no answer yet");
            drop(first);
            second.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            let mut answer = String::new();
            second.read_to_string(&mut answer).unwrap();
            assert!(answer.ends_with("here"), "{answer}");
        });
    }
}
