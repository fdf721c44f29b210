//! The order from near to far, and squares around a place that are looked through before everything is.

use db::Value;

use kernel::{postal_areas::Place, sort::Direction};

/// How far a row is from `here`, of which only the order counts: a degree of longitude is shorter than one of latitude.
macro_rules! squared_distance {
    () => {
        "(t.latitude - here.latitude) * (t.latitude - here.latitude) * 1000000
    + (t.longitude - here.longitude) * (t.longitude - here.longitude) * here.narrowing * here.narrowing"
    };
}

/// Where somebody looks from. The table is called `t` and has the columns `latitude` and `longitude`.
#[derive(Clone, Copy)]
pub struct Near(Place);

impl Near {
    /// So few are sorted at once.
    pub const FEW: u64 = 500;

    /// How far is looked, in hundredths of a degree of latitude, each about a kilometre.
    pub const REACHES: [i64; 3] = [10, 40, 160];

    /// One row of the numbers that the order is made of.
    pub const JOIN: &str =
        "CROSS JOIN (SELECT CAST(? AS BIGINT) AS latitude, CAST(? AS BIGINT) AS longitude,
        CAST(? AS BIGINT) AS narrowing) here";

    pub const ORDER: &[(&str, Direction)] = &[
        ("CASE WHEN t.latitude IS NULL THEN 1 ELSE 0 END", Direction::Asc),
        (squared_distance!(), Direction::Asc),
    ];

    pub fn new(place: Place) -> Near {
        Near(place)
    }

    pub fn values(self) -> [Value<'static>; 3] {
        [self.0.latitude, self.0.longitude, self.0.narrowing()].map(Value::Int)
    }

    /// Conditions of all that is no farther away: the square around the place, for the index, and the circle in it.
    pub fn within(self, reach: i64) -> [(&'static str, i64); 5] {
        let Place { latitude, longitude } = self.0;
        let across = reach * 1000 / self.0.narrowing().max(1) + 1;
        [
            ("t.latitude >=", latitude - reach),
            ("t.latitude <=", latitude + reach),
            ("t.longitude >=", longitude - across),
            ("t.longitude <=", longitude + across),
            (concat!(squared_distance!(), " <="), reach * reach * 1_000_000),
        ]
    }
}
