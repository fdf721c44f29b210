//! Sums that fail instead of wrapping: the error of all arithmetic with amounts, and addition of
//! structs of amounts and counts, field by field.

use std::fmt;

use crate::money::Cents;

/// The result of a calculation exceeds the largest number that can be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sum too large")
    }
}

impl std::error::Error for Overflow {}

/// Field that [`adds_up!`](crate::adds_up) can add.
pub trait Part: Sized {
    fn plus(self, other: Self) -> Result<Self, Overflow>;
}

impl Part for i64 {
    fn plus(self, other: i64) -> Result<i64, Overflow> {
        self.checked_add(other).ok_or(Overflow)
    }
}

impl Part for Cents {
    fn plus(self, other: Cents) -> Result<Cents, Overflow> {
        self.checked_add(other)
    }
}

/// Gives a struct a `checked_add`, which adds the listed fields. Fields behind `keeping` come from
/// the first summand.
#[macro_export]
macro_rules! adds_up {
    ($name:ident { $($field:ident),+ $(,)? } $(keeping $($kept:ident),+)?) => {
        impl $name {
            pub fn checked_add(self, other: $name) -> Result<$name, $crate::sums::Overflow> {
                Ok($name {
                    $($field: $crate::sums::Part::plus(self.$field, other.$field)?,)+
                    $($($kept: self.$kept,)+)?
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Day {
        day: u8,
        cards: i64,
        sold: Cents,
    }

    crate::adds_up!(Day { cards, sold } keeping day);

    #[test]
    fn adds_up_adds_each_field_and_fails_on_overflow() {
        let day = Day { day: 1, cards: 2, sold: Cents::new(300) };
        let sum = day.checked_add(Day { day: 2, cards: 5, sold: Cents::new(50) });
        assert_eq!(sum, Ok(Day { day: 1, cards: 7, sold: Cents::new(350) }));
        for most in [Day { cards: i64::MAX, ..day }, Day { sold: Cents::new(i64::MAX), ..day }] {
            assert_eq!(day.checked_add(most), Err(Overflow));
        }
    }
}
