//! Order by distance from a place, and squares around the place that are searched before the whole
//! table.

use db::Value;

use kernel::{postal_areas::Place, sort::Direction};

/// SQL expression of a relative distance from `here`, for sorting. Degrees of longitude are shorter
/// than those of latitude, which `narrowing` corrects.
macro_rules! squared_distance {
    () => {
        "(t.latitude - here.latitude) * (t.latitude - here.latitude) * 1000000
    + (t.longitude - here.longitude) * (t.longitude - here.longitude) * here.narrowing * here.narrowing"
    };
}

/// Place from which distances are measured. The listed table must have the alias `t` and the
/// columns `latitude` and `longitude`.
#[derive(Clone, Copy)]
pub struct Near(Place);

impl Near {
    /// Maximum length of a list of which all rows are sorted by distance. In longer lists, squares
    /// around the place are searched first.
    pub const FEW: u64 = 500;

    /// Search radii in hundredths of a degree of latitude. A hundredth of a degree is about one
    /// kilometre.
    pub const REACHES: [i64; 3] = [10, 40, 160];

    /// Join with a single row `here`, which has the coordinates of the place and its `narrowing`.
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

    /// Returns conditions for rows within reach: a square, for which an index exists, and the
    /// circle inside the square.
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
