//! Benchmark of sign-in codes: their delay while 20,000 other emails wait for a slow mail server.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use ::db::{
    Db, PostgresOptions, SqliteOptions, Tx,
    testing::{Cluster, ClusterOptions},
};
use funray::work;
use kernel::{brand::Brand, language::Language};
use mail::{Letter, Mail};
use platform::{app::App, error::Error, jobs::Worker};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    runtime::Builder,
    sync::{mpsc, watch},
    time::{sleep, timeout},
};

use crate::{
    Failure,
    inside::Inside,
    program::{data_folder, word},
};

const WAITING: usize = 20_000;
/// Number of emails that one transaction queues.
const PIECE: usize = 1000;
/// Time that the mail server takes for each email.
const SLOWNESS: Duration = Duration::from_millis(700);
const CODES: usize = 20;
/// Pause between two sign-ins.
const PAUSE: Duration = Duration::from_millis(500);
const GOAL: Duration = Duration::from_secs(5);

pub fn run() -> Result<bool, Failure> {
    println!(
        "{CODES} sign-in codes while {WAITING} mails wait, a mail server that takes {SLOWNESS:?} for each"
    );
    let folder = data_folder("mails")?;
    std::fs::create_dir_all(&folder)?;
    let sqlite = Db::sqlite(&folder.join("funray.db"), SqliteOptions::default())?;
    let mut is_soon = measure("SQLite", sqlite, &folder)?;
    let cluster = Cluster::new(&ClusterOptions { durable: true, ..ClusterOptions::default() })?;
    let database = cluster.fresh_database(None)?;
    let postgres = Db::postgres(database.url(), PostgresOptions::default())?;
    is_soon &= measure("PostgreSQL", postgres, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(is_soon)
}

fn measure(name: &str, db: Db, folder: &Path) -> Result<bool, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let (slowest, others) = runtime.block_on(async {
        let (server, mut handed) = slow_server().await?;
        let setting = format!("mail = \"smtp://{server}\"");
        let inside = Inside::open_with(db, folder, &setting).await?;
        fill(&inside.app).await?;
        let (stop, stopping) = watch::channel(false);
        let worker = Worker::new(inside.app.clone(), Arc::new(work::handlers()));
        let working = tokio::spawn(worker.run(stopping));
        let (mut slowest, mut others) = (Duration::ZERO, 0);
        for number in 0..CODES {
            sleep(PAUSE).await;
            let to = format!("code{number}@home.test");
            let begun = Instant::now();
            post(&inside.app, vec![code(&to)]).await?;
            let arrival = async {
                while handed.recv().await.is_some_and(|one| !one.contains(&to)) {
                    others += 1;
                }
            };
            timeout(Duration::from_secs(120), arrival).await?;
            slowest = slowest.max(begun.elapsed());
        }
        stop.send(true)?;
        working.abort();
        inside.db.close();
        Ok::<_, Failure>((slowest, others))
    })?;
    let is_soon = slowest <= GOAL && others > 0;
    println!(
        "{name}: the slowest was handed over after {:.2} s, {others} others meanwhile (goal {GOAL:?}): {}",
        slowest.as_secs_f64(),
        word(is_soon)
    );
    Ok(is_soon)
}

async fn fill(app: &App) -> Result<(), Failure> {
    for piece in 0..WAITING / PIECE {
        let mails = (0..PIECE).map(|number| {
            let [to, from, vendor] = ["Bob", "Ann", "Bakery"].map(str::to_owned);
            let letter = cards::letters::Letter::GiftMoved { to, from, vendor };
            mail_to(&format!("bulk{piece}x{number}@home.test"), letter)
        });
        post(app, mails.collect()).await?;
    }
    Ok(())
}

fn mail_to<L: Letter>(to: &str, letter: L) -> Mail<L> {
    Mail { to: to.to_owned(), brand: Brand::DEFAULT, lang: Language::En, letter }
}

fn code(to: &str) -> Mail<accounts::letters::Letter> {
    mail_to(to, accounts::letters::Letter::EmailCode { code: "123456".to_owned() })
}

async fn post<L: Letter>(app: &App, mails: Vec<Mail<L>>) -> Result<(), Failure> {
    let now = app.clock.now();
    let posting = move |tx: &mut Tx<'_>| {
        tx.batched(|tx| mails.iter().try_for_each(|mail| mail::post(tx, now, mail).map(drop)))
    };
    let posted: Result<(), Error> = app.db.write(posting).await;
    posted.map_err(|error| format!("{error:?}").into())
}

/// Starts a mail server that reports the recipient as soon as an email arrives, and only replies
/// later. Returns the server's address and the channel of recipients.
async fn slow_server() -> Result<(String, mpsc::UnboundedReceiver<String>), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let (handed, received) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream, handed.clone()));
        }
    });
    Ok((address, received))
}

async fn converse(stream: TcpStream, handed: mpsc::UnboundedSender<String>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 slow\r\n").await?;
    let (mut line, mut recipient) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match line.split([' ', '\r']).next().unwrap_or_default() {
            "EHLO" => "250 slow",
            "RCPT" => {
                recipient.clone_from(&line);
                "250 ok"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                while line != ".\r\n" {
                    line.clear();
                    if stream.read_line(&mut line).await? == 0 {
                        return Ok(());
                    }
                }
                // The receiver is gone if the measurement has ended.
                let _ = handed.send(recipient.clone());
                sleep(SLOWNESS).await;
                "250 taken"
            }
            "QUIT" => return stream.write_all(b"221 bye\r\n").await,
            _ => "250 ok",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}
