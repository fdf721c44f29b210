//! Rows, read column by column in SELECT order into tuples or named structs.

use crate::{Column, Error, FromColumn};

/// Cursor over a row's columns. `next` reads them from left to right.
pub struct Row<'a> {
    columns: &'a dyn Columns,
    at: usize,
}

/// Access to the columns of a row, implemented by each engine for its own rows.
pub(crate) trait Columns {
    fn count(&self) -> usize;
    fn name(&self, index: usize) -> &str;
    fn column(&self, index: usize) -> Result<Column<'_>, String>;
}

impl<'a> Row<'a> {
    pub(crate) fn new(columns: &'a dyn Columns) -> Self {
        Row { columns, at: 0 }
    }

    /// Reads the next column as `T`.
    #[expect(clippy::should_implement_trait, reason = "columns differ in type: no iterator can")]
    pub fn next<T: FromColumn>(&mut self) -> Result<T, Error> {
        let index = self.at;
        self.at += 1;
        if index >= self.columns.count() {
            return Err(Error::Column {
                column: format!("#{}", index + 1),
                problem: "the statement selects fewer columns than the row type has".to_owned(),
            });
        }
        self.columns.column(index).and_then(T::from_column).map_err(|problem| Error::Column {
            column: self.columns.name(index).to_owned(),
            problem,
        })
    }

    /// Reads the remaining columns, all as `T`.
    pub fn rest<T: FromColumn>(&mut self) -> Result<Vec<T>, Error> {
        (self.at..self.columns.count()).map(|_| self.next()).collect()
    }
}

/// Type that is built from a whole row.
pub trait FromRow: Sized {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error>;
}

macro_rules! tuples {
    ($($($name:ident)+;)+) => {$(
        impl<$($name: FromColumn),+> FromRow for ($($name,)+) {
            fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
                Ok(($(row.next::<$name>()?,)+))
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

/// Declares a struct that is read from a row, with its fields in column order. `COLUMNS` is the
/// matching SELECT list, so struct and query can't diverge. A last field `..name: Type` is itself read
/// like a row, from the columns that follow; `COLUMNS` leaves these out.
///
/// ```
/// db::row! {
///     /// A region in the list of regions.
///     pub struct RegionRow {
///         pub id: String,
///         pub name: String,
///         pub is_active: bool,
///     }
/// }
/// assert_eq!(RegionRow::COLUMNS, "id, name, is_active");
/// ```
#[macro_export]
macro_rules! row {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(#[$first_meta:meta])*
            $first_vis:vis $first:ident : $first_type:ty
            $(, $(#[$field_meta:meta])* $field_vis:vis $field:ident : $field_type:ty)*
            $(, ..$part_vis:vis $part:ident : $part_type:ty)? $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $(#[$first_meta])*
            $first_vis $first: $first_type,
            $($(#[$field_meta])* $field_vis $field: $field_type,)*
            $($part_vis $part: $part_type,)?
        }

        impl $name {
            /// SELECT list with the names of the fields, in their order.
            pub const COLUMNS: &'static str =
                concat!(stringify!($first) $(, ", ", stringify!($field))*);
        }

        impl $crate::FromRow for $name {
            fn from_row(row: &mut $crate::Row<'_>) -> Result<Self, $crate::Error> {
                Ok($name {
                    $first: row.next()?,
                    $($field: row.next()?,)*
                    $($part: <$part_type as $crate::FromRow>::from_row(row)?,)?
                })
            }
        }
    };
}
