//! Independent queries that are collected first and then run together, on PostgreSQL in one round
//! trip.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::tx::Question;
use crate::{Error, FromRow, Result, Row, Value};

/// One or several queries and the conversion of their rows into an answer. Tuples and vectors of
/// such values implement this trait as well.
///
/// ```no_run
/// # use db::{Ask, Result, Tx, params, rows};
/// fn count_of(name: &str) -> impl Ask<Answer = i64> + use<> {
///     rows("SELECT COUNT(*) FROM tag WHERE name = $1", params![name]).one().map(|(count,)| count)
/// }
///
/// fn compare(tx: &mut Tx<'_>) -> Result<bool> {
///     let (red, blue) = tx.ask((count_of("red"), count_of("blue")))?;
///     Ok(red > blue)
/// }
/// ```
pub trait Ask: Sized {
    type Answer;

    /// Appends the queries of this value to `all`.
    #[doc(hidden)]
    fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>);

    /// Builds the answer from the rows that were read.
    #[doc(hidden)]
    fn answer(self) -> Result<Self::Answer>;

    /// Converts the answer with the function `make`.
    fn map<B, F: FnOnce(Self::Answer) -> B>(self, make: F) -> Mapped<Self, F> {
        Mapped { ask: self, make }
    }
}

/// Creates a query whose answer is all rows of a statement.
pub fn rows<R: FromRow>(sql: impl Into<Cow<'static, str>>, params: &[Value<'_>]) -> Rows<R> {
    let params = params.iter().map(Value::owned).collect();
    Rows { sql: sql.into(), params, found: Ok(Vec::new()) }
}

pub struct Rows<R> {
    sql: Cow<'static, str>,
    params: Vec<Value<'static>>,
    found: Result<Vec<R>>,
}

impl<R: FromRow> Rows<R> {
    /// Changes the query so that its answer is the first row, or `None` if there are no rows.
    pub fn first(self) -> First<R> {
        First(self)
    }

    /// Changes the query so that its answer is the first row, or [`Error::NoRow`] if there are no
    /// rows.
    pub fn one(self) -> One<R> {
        One(self)
    }
}

impl<R: FromRow> Ask for Rows<R> {
    type Answer = Vec<R>;

    fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>) {
        let found = &mut self.found;
        let each = Box::new(move |row: &mut Row<'_>| keep(found, row));
        all.push(Question { sql: &self.sql, params: &self.params, each });
    }

    fn answer(self) -> Result<Vec<R>> {
        self.found
    }
}

/// Converts a row and adds it to `rows`. If the row can't be converted, stores the error and stops
/// the query.
fn keep<R: FromRow>(rows: &mut Result<Vec<R>>, row: &mut Row<'_>) -> ControlFlow<()> {
    match (R::from_row(row), rows.as_mut()) {
        (Ok(row), Ok(all)) => {
            all.push(row);
            ControlFlow::Continue(())
        }
        (Err(error), _) => {
            *rows = Err(error);
            ControlFlow::Break(())
        }
        (Ok(_), Err(_)) => ControlFlow::Break(()),
    }
}

pub struct First<R>(Rows<R>);

impl<R: FromRow> Ask for First<R> {
    type Answer = Option<R>;

    fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>) {
        self.0.questions(all);
    }

    fn answer(self) -> Result<Option<R>> {
        Ok(self.0.answer()?.into_iter().next())
    }
}

pub struct One<R>(Rows<R>);

impl<R: FromRow> Ask for One<R> {
    type Answer = R;

    fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>) {
        self.0.questions(all);
    }

    fn answer(self) -> Result<R> {
        self.0.answer()?.into_iter().next().ok_or(Error::NoRow)
    }
}

pub struct Mapped<A, F> {
    ask: A,
    make: F,
}

impl<A: Ask, B, F: FnOnce(A::Answer) -> B> Ask for Mapped<A, F> {
    type Answer = B;

    fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>) {
        self.ask.questions(all);
    }

    fn answer(self) -> Result<B> {
        self.ask.answer().map(self.make)
    }
}

impl<A: Ask> Ask for Vec<A> {
    type Answer = Vec<A::Answer>;

    fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>) {
        self.iter_mut().for_each(|one| one.questions(all));
    }

    fn answer(self) -> Result<Self::Answer> {
        self.into_iter().map(Ask::answer).collect()
    }
}

macro_rules! tuples {
    ($($($name:ident)+;)+) => {$(
        #[allow(non_snake_case, reason = "a type and its value have one name")]
        impl<$($name: Ask),+> Ask for ($($name,)+) {
            type Answer = ($($name::Answer,)+);

            fn questions<'q>(&'q mut self, all: &mut Vec<Question<'q>>) {
                let ($($name,)+) = self;
                $($name.questions(all);)+
            }

            fn answer(self) -> Result<Self::Answer> {
                let ($($name,)+) = self;
                Ok(($($name.answer()?,)+))
            }
        }
    )+};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
