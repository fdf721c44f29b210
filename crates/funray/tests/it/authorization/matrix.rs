//! The authorization matrix: each actor makes each sample call on each target. Also prints the
//! matrix as text.

use std::{collections::BTreeMap, fmt::Write, thread};

use serde_json::Value;

use super::{
    fields::{self, Fields},
    samples::{Body, Sample},
    world::{Actor, Ids, Side, World},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The call has no subject, such as a list.
    None,
    /// The subject belongs to Ann, shop A or cause A.
    A,
    /// The subject belongs to Bob, shop B or cause B.
    B,
    /// The ids are well-formed, but nothing with these ids exists.
    Missing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    /// Error code in the reply, or empty if the call succeeded.
    pub code: String,
    message: String,
    /// Total number of items, if the reply is a list.
    total: Option<u64>,
}

impl Answer {
    fn of(status: u16, reply: &Value) -> Answer {
        let text = |name: &str| reply[name].as_str().unwrap_or_default().to_owned();
        let total = reply["totalItems"].as_u64();
        Answer { status, code: text("errorCode"), message: text("errorMessage"), total }
    }
}

pub struct Row {
    pub call: String,
    pub target: Target,
    pub is_public: bool,
    /// Whether every actor with the permission can reach the subjects of all owners.
    pub is_shared: bool,
    answers: Vec<Answer>,
    pub fields: Fields,
}

impl Row {
    pub fn cells(&self) -> impl Iterator<Item = (Actor, &Answer)> {
        Actor::ALL.into_iter().zip(&self.answers)
    }

    pub fn answer(&self, actor: Actor) -> &Answer {
        self.cells().find(|(other, _)| *other == actor).expect("every actor has a cell").1
    }
}

/// Number of parts of the matrix that are filled in parallel, each with its own program and data.
const WORLDS: usize = 2;

pub fn of(samples: &[Sample]) -> Vec<Row> {
    let share = samples.len().div_ceil(WORLDS);
    thread::scope(|scope| {
        let parts: Vec<_> =
            samples.chunks(share).map(|part| scope.spawn(move || in_one_world(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("the rows are filled")).collect()
    })
}

#[tokio::main]
async fn in_one_world(samples: &[Sample]) -> Vec<Row> {
    let mut world = World::new().await;
    let mut rows = Vec::new();
    for sample in samples {
        let targets: &[Target] = if sample.subject.is_none() {
            &[Target::None]
        } else {
            &[Target::A, Target::B, Target::Missing]
        };
        for target in targets {
            rows.push(row(&mut world, sample, *target).await);
        }
    }
    world.restore_bank_changes().await;
    rows
}

/// Fills a row of the matrix: every actor makes the call. After a successful change, the next actor
/// gets a new subject, and the actor who made the change is replaced.
async fn row(world: &mut World, sample: &Sample, target: Target) -> Row {
    let mut answers = Vec::new();
    let mut thing: Option<Ids> = None;
    let mut fields = Fields::default();
    for actor in Actor::ALL {
        let token = world.token(actor).await;
        let ids = match thing.take() {
            Some(ids) => ids,
            None => ids_of(world, sample, target).await,
        };
        if let Some(path) = &sample.before {
            send(world, "GET", &filled(path, &ids), &Body::None, &ids, token.as_deref()).await;
        }
        let (method, path) = sample.call.split_once(' ').expect("a call");
        let path = filled(path, &sample.constants) + sample.query;
        let path = filled(&path, &ids);
        let (status, reply) =
            send(world, method, &path, &sample.body, &ids, token.as_deref()).await;
        fields.add_missing(sample, &ids, &reply);
        if status < 400 && method != "GET" {
            world.replace(actor);
            if target != Target::B
                && let Body::Json(make) = &sample.body
            {
                let call = (sample.call.as_str(), path.as_str());
                fields::probe(world, call, &make(&ids), &ids, actor, &mut fields).await;
            }
        } else {
            thing = Some(ids);
        }
        answers.push(Answer::of(status, &reply));
    }
    let call = format!("{}{}", sample.call, sample.label);
    let (is_public, is_shared) = (sample.is_public, sample.is_shared);
    Row { call, target, is_public, is_shared, answers, fields }
}

async fn ids_of(world: &mut World, sample: &Sample, target: Target) -> Ids {
    let Some(subject) = sample.subject else {
        return world.directory();
    };
    let side = if target == Target::B { Side::B } else { Side::A };
    let mut ids = world.make(subject, side).await;
    if target == Target::Missing {
        let of_thing = ids.iter_mut().filter(|(name, _)| NAMES_OF_THINGS.contains(name));
        of_thing.for_each(|(_, id)| *id = like_nothing(id));
    }
    ids.into_iter().chain(world.directory()).collect()
}

/// Fields that identify the subject of a call. For the target `Missing`, only these fields get
/// unknown ids, and all other fields keep valid ones.
const NAMES_OF_THINGS: [&str; 10] = [
    "id",
    "userRoleId",
    "email",
    "code",
    "cardNumber",
    "token",
    "transactionId",
    "refreshToken",
    "cart",
    "key",
];

/// Returns an id with the same prefix and form that belongs to no record.
fn like_nothing(id: &str) -> String {
    if id.contains('@') {
        return "nobody@nowhere.test".to_owned();
    }
    let (prefix, rest) = id.split_once('_').map_or(("", id), |(prefix, rest)| (prefix, rest));
    let zeros: String = rest.chars().map(|c| if c.is_alphanumeric() { '0' } else { c }).collect();
    if prefix.is_empty() { zeros } else { format!("{prefix}_{zeros}") }
}

fn filled(path: &str, ids: &Ids) -> String {
    ids.iter().fold(path.to_owned(), |path, (name, id)| path.replace(&format!("{{{name}}}"), id))
}

pub async fn send(
    world: &World,
    method: &str,
    path: &str,
    body: &Body,
    ids: &Ids,
    token: Option<&str>,
) -> (u16, Value) {
    let mut call = world.app().call(method, path).from(&world.next_address());
    if let Some(token) = token {
        call = call.header("authorization", &format!("Bearer {token}"));
    }
    call = match body {
        Body::None => call,
        Body::Json(make) => call.json(make(ids).to_string()),
        Body::Picture => call.file("logo.png", &world.picture),
    };
    let reply = call.send().await;
    let status = reply.status.as_u16();
    assert_ne!(status, 429, "the matrix is no flood: {method} {path}");
    (status, serde_json::from_slice(&reply.body).unwrap_or_default())
}

/// Usual error code of each status. The matrix prints only codes that differ from it.
const PLAIN: [(u16, &str); 4] =
    [(400, "VALIDATION"), (401, "UNAUTHORIZED"), (403, "PERMISSION"), (404, "NOT_FOUND")];

pub fn columns() -> String {
    let mut line = format!("{:<82}", "");
    for actor in Actor::ALL {
        write!(line, "{:<9}", actor.word()).expect("text");
    }
    line.trim_end().to_owned()
}

pub fn table(rows: &[Row]) -> String {
    let mut table = String::from(
        "Who gets which answer. A: what is Ann's, shop A's or cause A's; B: Bob's, shop B's or cause B's; 0: of the same\n\
         form, and no thing's. A mark stands for an error's code at the end of the row; without one, 400 is VALIDATION,\n\
         401 UNAUTHORIZED, 403 PERMISSION and 404 NOT_FOUND. See tests/it/authorization.\n\n",
    );
    table += &columns();
    table.push('\n');
    for row in rows {
        table += &line(row);
        table.push('\n');
    }
    table
}

fn line(row: &Row) -> String {
    let target = match row.target {
        Target::None => "-",
        Target::A => "A",
        Target::B => "B",
        Target::Missing => "0",
    };
    let mut marks: BTreeMap<(u16, &str), char> = BTreeMap::new();
    let mut line = format!("{:<80}{target} ", row.call);
    for (_, answer) in row.cells() {
        let key = (answer.status, answer.code.as_str());
        let is_plain = answer.status < 400 || PLAIN.contains(&key);
        let next = ['*', '+', '^', '~', '!', '?'][marks.len().min(5)];
        let mark = if is_plain { None } else { Some(*marks.entry(key).or_insert(next)) };
        let mark = mark.map(String::from).unwrap_or_default();
        write!(line, "{:<9}", format!("{}{mark}", answer.status)).expect("text");
    }
    let mut legend: Vec<_> = marks.iter().map(|((_, code), mark)| (mark, code)).collect();
    legend.sort();
    for (mark, code) in legend {
        write!(line, "{mark} {code} ").expect("text");
    }
    line.trim_end().to_owned()
}
