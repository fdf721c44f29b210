//! Authors of entries in the audit log: signed-in people, strangers, and the program itself.

use kernel::ids::{PersonId, SessionId};

use crate::auth::{Actor, Client, Role};

/// Author of an action, with their role and client.
#[derive(Clone, Debug)]
pub struct Author {
    who: Who,
    role: Option<Role>,
    client: Option<Client>,
}

#[derive(Clone, Debug)]
enum Who {
    Person(PersonId, Option<SessionId>),
    /// Unknown person who did not sign in.
    Stranger,
    /// The program itself, with the name of the job, task or command that acted.
    Program(&'static str),
}

impl Author {
    /// Returns the signed-in person as the author.
    pub fn of(actor: &Actor) -> Author {
        Author {
            who: Who::Person(actor.person, Some(actor.session)),
            role: Some(actor.highest_role()),
            client: Some(actor.client.clone()),
        }
    }

    /// Returns the author for a person who proved their identity without a session: by an emailed
    /// code, or while signing in.
    pub fn proven(person: PersonId, client: &Client) -> Author {
        Author { who: Who::Person(person, None), role: None, client: Some(client.clone()) }
    }

    /// Returns the author for a person whose decision a job carries out later.
    pub fn decided(person: PersonId) -> Author {
        Author { who: Who::Person(person, None), role: None, client: None }
    }

    /// Returns the author for a person in one of their sessions. Used for entries that are written
    /// after the request has ended.
    pub fn in_session(person: PersonId, session: SessionId, role: Role) -> Author {
        Author { who: Who::Person(person, Some(session)), role: Some(role), client: None }
    }

    pub fn stranger(client: &Client) -> Author {
        Author { who: Who::Stranger, role: None, client: Some(client.clone()) }
    }

    /// Returns a job, a scheduled task or a command as the author.
    pub fn system(reason: &'static str) -> Author {
        Author { who: Who::Program(reason), role: None, client: None }
    }

    /// Returns the author's name as stored in the audit log: a person's id, `stranger`, or
    /// `program:` and the name of the job, task or command.
    pub fn name(&self) -> String {
        match self.who {
            Who::Person(person, _) => person.to_string(),
            Who::Stranger => "stranger".to_owned(),
            Who::Program(reason) => format!("program:{reason}"),
        }
    }

    pub fn person(&self) -> Option<PersonId> {
        match self.who {
            Who::Person(person, _) => Some(person),
            Who::Stranger | Who::Program(_) => None,
        }
    }

    pub fn session(&self) -> Option<SessionId> {
        match self.who {
            Who::Person(_, session) => session,
            Who::Stranger | Who::Program(_) => None,
        }
    }

    /// Returns the author's highest role at the time of the action, if known.
    pub fn role(&self) -> Option<Role> {
        self.role
    }

    pub fn client(&self) -> Option<&Client> {
        self.client.as_ref()
    }
}

impl From<&Actor> for Author {
    fn from(actor: &Actor) -> Author {
        Author::of(actor)
    }
}
