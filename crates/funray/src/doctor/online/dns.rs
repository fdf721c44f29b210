//! Looks up TXT records, where the owner of a domain says who may send email for it.

use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use simple_dns::{
    CLASS, Name, Packet, PacketFlag, QCLASS, QTYPE, Question, RCODE, TYPE, rdata::RData,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, UdpSocket},
    time::timeout,
};

use kernel::random::random_bytes;

const PORT: u16 = 53;
/// Maximum wait for one reply of a name server.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Number of times that each name server is asked, because a datagram can get lost.
const TRIES: usize = 2;
/// Maximum size of a datagram in bytes. Without extensions, servers send at most 512.
const MAX_DATAGRAM: usize = 4096;

#[derive(Clone)]
pub struct Resolver {
    servers: Vec<SocketAddr>,
}

/// Reply of a name server.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    Texts(Vec<String>),
    /// The records don't fit into a datagram.
    Truncated,
}

impl Resolver {
    /// Returns a resolver that asks the name servers of the machine.
    pub fn of_the_system() -> Resolver {
        let text = fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
        Resolver { servers: servers_in(&text) }
    }

    pub fn asking(server: SocketAddr) -> Resolver {
        Resolver { servers: vec![server] }
    }

    /// Returns the TXT records of a name. A name without records has none.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let mut last = "no name server in /etc/resolv.conf".to_owned();
        for server in self.servers.iter().cycle().take(self.servers.len() * TRIES) {
            match timeout(MAX_WAIT, ask(*server, name)).await {
                Ok(Ok(texts)) => return Ok(texts),
                Ok(Err(why)) => last = format!("the name server {server}: {why}"),
                Err(_) => last = format!("the name server {server} doesn't answer"),
            }
        }
        Err(last)
    }
}

fn servers_in(text: &str) -> Vec<SocketAddr> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("nameserver"));
    let addresses = lines.filter_map(|rest| rest.trim().parse::<IpAddr>().ok());
    addresses.map(|address| SocketAddr::new(address, PORT)).collect()
}

async fn ask(server: SocketAddr, name: &str) -> Result<Vec<String>, String> {
    let id = u16::from_be_bytes(random_bytes());
    let question = question(id, name)?;
    let sentence = |error: io::Error| error.to_string();
    match by_datagram(server, id, &question).await.map_err(sentence)? {
        Ok(Reply::Texts(texts)) => return Ok(texts),
        Ok(Reply::Truncated) => {}
        Err(why) => return Err(why),
    }
    match read(id, &by_stream(server, &question).await.map_err(sentence)?)? {
        Reply::Texts(texts) => Ok(texts),
        Reply::Truncated => Err("the reply is cut off".to_owned()),
    }
}

fn question(id: u16, name: &str) -> Result<Vec<u8>, String> {
    let wrong = |error: simple_dns::SimpleDnsError| format!("{name:?} can't be asked for: {error}");
    let mut packet = Packet::new_query(id);
    packet.set_flags(PacketFlag::RECURSION_DESIRED);
    let name = Name::new(name).map_err(wrong)?;
    packet.questions.push(Question::new(
        name,
        QTYPE::TYPE(TYPE::TXT),
        QCLASS::CLASS(CLASS::IN),
        false,
    ));
    packet.build_bytes_vec().map_err(wrong)
}

async fn by_datagram(
    server: SocketAddr,
    id: u16,
    question: &[u8],
) -> io::Result<Result<Reply, String>> {
    let own: IpAddr = match server {
        SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((own, 0)).await?;
    socket.connect(server).await?;
    socket.send(question).await?;
    let mut reply = vec![0; MAX_DATAGRAM];
    loop {
        let size = socket.recv(&mut reply).await?;
        // A datagram with another id answers an earlier question, or was forged.
        if reply.get(..2) == Some(&id.to_be_bytes()[..]) {
            return Ok(read(id, &reply[..size]));
        }
    }
}

async fn by_stream(server: SocketAddr, question: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server).await?;
    let size = u16::try_from(question.len()).map_err(io::Error::other)?;
    stream.write_all(&[&size.to_be_bytes()[..], question].concat()).await?;
    let size = stream.read_u16().await?;
    let mut reply = vec![0; usize::from(size)];
    stream.read_exact(&mut reply).await?;
    Ok(reply)
}

/// Parses the reply to a question with this id.
fn read(id: u16, bytes: &[u8]) -> Result<Reply, String> {
    let packet = Packet::parse(bytes).map_err(|error| format!("an unreadable reply ({error})"))?;
    if packet.id() != id || !packet.has_flags(PacketFlag::RESPONSE) {
        return Err("a reply to another question".to_owned());
    }
    if packet.has_flags(PacketFlag::TRUNCATION) {
        return Ok(Reply::Truncated);
    }
    match packet.rcode() {
        RCODE::NoError => {}
        RCODE::NameError => return Ok(Reply::Texts(Vec::new())),
        other => return Err(format!("it answers {other:?}")),
    }
    let texts = packet.answers.into_iter().filter_map(|answer| match answer.rdata {
        RData::TXT(text) => String::try_from(text).ok(),
        _ => None,
    });
    Ok(Reply::Texts(texts.collect()))
}

#[cfg(test)]
pub mod tests {
    use std::sync::{Arc, Mutex};

    use simple_dns::{ResourceRecord, rdata::TXT};
    use tokio::net::TcpListener;

    use super::*;

    /// Records of a name server for tests, by name.
    pub type Records = Vec<(&'static str, String)>;

    /// A name server for tests, which answers in datagrams and, for long records, in streams.
    pub struct NameServer {
        pub address: SocketAddr,
        records: Arc<Mutex<Records>>,
    }

    impl NameServer {
        pub async fn start() -> NameServer {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let socket = UdpSocket::bind(address).await.expect("the same port");
            let records = Arc::new(Mutex::new(Records::new()));
            let (in_datagrams, in_streams) = (records.clone(), records.clone());
            tokio::spawn(async move {
                let mut question = [0; 512];
                while let Ok((size, from)) = socket.recv_from(&mut question).await {
                    let whole = answer(&question[..size], &in_datagrams);
                    let reply = if whole.len() > 512 { cut(&question[..size]) } else { whole };
                    let forged = [&[!reply[0]], &reply[1..]].concat();
                    socket.send_to(&forged, from).await.expect("sent");
                    socket.send_to(&reply, from).await.expect("sent");
                }
            });
            tokio::spawn(async move {
                while let Ok((mut stream, _)) = listener.accept().await {
                    let size = stream.read_u16().await.expect("a size");
                    let mut question = vec![0; usize::from(size)];
                    stream.read_exact(&mut question).await.expect("a question");
                    let reply = answer(&question, &in_streams);
                    stream.write_u16(reply.len() as u16).await.expect("sent");
                    stream.write_all(&reply).await.expect("sent");
                }
            });
            NameServer { address, records }
        }

        pub fn holds(&self, records: Records) {
            *self.records.lock().expect("no panic") = records;
        }
    }

    fn answer(question: &[u8], records: &Mutex<Records>) -> Vec<u8> {
        let asked = Packet::parse(question).expect("a question");
        let name = asked.questions[0].qname.clone();
        let mut reply = Packet::new_reply(asked.id());
        let records = records.lock().expect("no panic");
        let found: Vec<_> = records.iter().filter(|(own, _)| *own == name.to_string()).collect();
        if found.is_empty() {
            *reply.rcode_mut() = RCODE::NameError;
        }
        if found.iter().any(|(_, text)| text == "SERVFAIL") {
            *reply.rcode_mut() = RCODE::ServerFailure;
        }
        for (_, text) in found {
            let text = TXT::try_from(text.as_str()).expect("a text").into_owned();
            reply.answers.push(ResourceRecord::new(name.clone(), CLASS::IN, 60, RData::TXT(text)));
        }
        reply.build_bytes_vec().expect("a reply")
    }

    fn cut(question: &[u8]) -> Vec<u8> {
        let mut reply = Packet::new_reply(Packet::parse(question).expect("a question").id());
        reply.set_flags(PacketFlag::TRUNCATION);
        reply.build_bytes_vec().expect("a reply")
    }

    #[tokio::test]
    async fn texts_returns_short_and_long_records_and_none() {
        let server = NameServer::start().await;
        let long = "v=DKIM1; p=".to_owned() + &"A".repeat(900);
        server.holds(vec![
            ("shop.ca", "v=spf1 -all".to_owned()),
            ("shop.ca", "other".to_owned()),
            ("long.shop.ca", long.clone()),
            ("broken.shop.ca", "SERVFAIL".to_owned()),
        ]);
        let resolver = Resolver::asking(server.address);
        assert_eq!(resolver.texts("shop.ca").await.expect("texts"), ["v=spf1 -all", "other"]);
        assert_eq!(resolver.texts("long.shop.ca").await.expect("texts"), [long]);
        assert_eq!(resolver.texts("none.shop.ca").await.expect("texts"), [""; 0]);
        let why = resolver.texts("broken.shop.ca").await.expect_err("broken");
        assert!(why.contains("ServerFailure"), "{why}");
        let nobody = Resolver { servers: Vec::new() };
        assert!(nobody.texts("shop.ca").await.expect_err("no server").contains("resolv.conf"));
    }

    #[test]
    fn servers_in_reads_the_addresses_of_resolv_conf() {
        let text =
            "# made by hand\nsearch shop.ca\nnameserver 192.0.2.1\n nameserver ::1\nnameserver x\n";
        let servers = servers_in(text).into_iter().map(|server| server.to_string());
        assert_eq!(servers.collect::<Vec<_>>(), ["192.0.2.1:53", "[::1]:53"]);
    }

    #[test]
    fn read_survives_any_reply() {
        let mut reply = Packet::new_reply(7);
        let name = Name::new_unchecked("shop.ca");
        let text = TXT::try_from("v=spf1 -all").expect("a text");
        reply.answers.push(ResourceRecord::new(name, CLASS::IN, 60, RData::TXT(text)));
        let reply = reply.build_bytes_vec().expect("a reply");
        assert_eq!(read(7, &reply), Ok(Reply::Texts(vec!["v=spf1 -all".to_owned()])));
        assert!(read(8, &reply).is_err(), "a reply to another question");
        fuzzing::run(&fuzzing::mutated(&[&reply]), |bytes| {
            let _ = read(7, &bytes);
        });
    }
}
