//! Time zones of Canada. A shop's business day at the counter follows the shop's own time zone; the
//! books follow Toronto's.

use db::{Column, FromColumn, ToValue, Value};
use jiff::tz::TimeZone;

use super::{
    canada::province_code, dates::BusinessDate, fields::Checked, fold::search_key,
    messages::Message, timestamp::Timestamp,
};

/// Time zone of a shop. The rules of all zones are compiled in, so the server needs no time zone
/// files.
#[derive(Clone, Copy, Debug)]
pub struct Zone(usize);

struct Known {
    /// Name of the time zone in the IANA database.
    name: &'static str,
    rules: TimeZone,
}

macro_rules! zones {
    ($($constant:ident = $name:literal,)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($constant,)+ }

        impl Zone {
            $(pub const $constant: Zone = Zone(Place::$constant as usize);)+
        }

        static KNOWN: &[Known] = &[$(Known { name: $name, rules: jiff::tz::get!($name) },)+];
    };
}

zones! {
    NEWFOUNDLAND = "America/St_Johns",
    LABRADOR = "America/Goose_Bay",
    ATLANTIC = "America/Halifax",
    NEW_BRUNSWICK = "America/Moncton",
    // Atlantic time all year: the Lower North Shore of Quebec.
    ATLANTIC_ALL_YEAR = "America/Puerto_Rico",
    TORONTO = "America/Toronto",
    NUNAVUT = "America/Iqaluit",
    // Eastern time all year: Atikokan and Coral Harbour.
    EASTERN_ALL_YEAR = "America/Panama",
    CENTRAL = "America/Winnipeg",
    SASKATCHEWAN = "America/Regina",
    MOUNTAIN = "America/Edmonton",
    // Mountain time all year: Dawson Creek, Fort St. John and Creston.
    MOUNTAIN_ALL_YEAR = "America/Phoenix",
    YUKON = "America/Whitehorse",
    PACIFIC = "America/Vancouver",
}

/// Time zone of most places in each province, by province code.
const PROVINCES: [(&str, Zone); 13] = [
    ("ab", Zone::MOUNTAIN),
    ("bc", Zone::PACIFIC),
    ("mb", Zone::CENTRAL),
    ("nb", Zone::NEW_BRUNSWICK),
    ("nl", Zone::NEWFOUNDLAND),
    ("ns", Zone::ATLANTIC),
    ("nt", Zone::MOUNTAIN),
    ("nu", Zone::NUNAVUT),
    ("on", Zone::TORONTO),
    ("pe", Zone::ATLANTIC),
    ("qc", Zone::TORONTO),
    ("sk", Zone::SASKATCHEWAN),
    ("yt", Zone::YUKON),
];

/// Time zones of regions that differ from the rest of their province, by postal code prefix.
const POSTAL_CODES: [(&str, &str, Zone); 21] = [
    // British Columbia: Peace River and Northern Rockies.
    ("bc", "V1G", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "V1J", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "V0C", Zone::MOUNTAIN_ALL_YEAR),
    // British Columbia: East Kootenay.
    ("bc", "V1A", Zone::MOUNTAIN),
    ("bc", "V1C", Zone::MOUNTAIN),
    // Labrador, without its southern coast.
    ("nl", "A0P", Zone::LABRADOR),
    ("nl", "A0R", Zone::LABRADOR),
    ("nl", "A2V", Zone::LABRADOR),
    // Nunavut: Kivalliq and Kitikmeot.
    ("nu", "X0C", Zone::CENTRAL),
    ("nu", "X0B", Zone::MOUNTAIN),
    // Ontario west of 90 degrees longitude.
    ("on", "P8N", Zone::CENTRAL),
    ("on", "P8T", Zone::CENTRAL),
    ("on", "P9A", Zone::CENTRAL),
    ("on", "P9N", Zone::CENTRAL),
    ("on", "P0V", Zone::CENTRAL),
    ("on", "P0W", Zone::CENTRAL),
    ("on", "P0X", Zone::CENTRAL),
    // Quebec: Magdalen Islands.
    ("qc", "G4T", Zone::ATLANTIC),
    // Saskatchewan: Lloydminster keeps the time of Alberta.
    ("sk", "S9V", Zone::MOUNTAIN),
    ("sk", "S0P", Zone::SASKATCHEWAN),
    ("nt", "X0E", Zone::MOUNTAIN),
];

/// Time zones of places that differ from other places with the same postal code prefix.
const PLACES: [(&str, &str, Zone); 33] = [
    ("bc", "creston", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "dawson creek", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "fort st john", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "fort nelson", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "chetwynd", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "tumbler ridge", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "taylor", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "hudson s hope", Zone::MOUNTAIN_ALL_YEAR),
    ("bc", "cranbrook", Zone::MOUNTAIN),
    ("bc", "kimberley", Zone::MOUNTAIN),
    ("bc", "fernie", Zone::MOUNTAIN),
    ("bc", "sparwood", Zone::MOUNTAIN),
    ("bc", "elkford", Zone::MOUNTAIN),
    ("bc", "invermere", Zone::MOUNTAIN),
    ("bc", "radium hot springs", Zone::MOUNTAIN),
    ("bc", "canal flats", Zone::MOUNTAIN),
    ("bc", "golden", Zone::MOUNTAIN),
    ("bc", "field", Zone::MOUNTAIN),
    ("nu", "coral harbour", Zone::EASTERN_ALL_YEAR),
    ("nu", "resolute", Zone::CENTRAL),
    ("nu", "resolute bay", Zone::CENTRAL),
    ("on", "atikokan", Zone::EASTERN_ALL_YEAR),
    ("on", "pickle lake", Zone::EASTERN_ALL_YEAR),
    ("on", "ignace", Zone::CENTRAL),
    ("qc", "blanc sablon", Zone::ATLANTIC_ALL_YEAR),
    ("qc", "lourdes de blanc sablon", Zone::ATLANTIC_ALL_YEAR),
    ("qc", "bonne esperance", Zone::ATLANTIC_ALL_YEAR),
    ("qc", "saint augustin", Zone::ATLANTIC_ALL_YEAR),
    ("qc", "gros mecatina", Zone::ATLANTIC_ALL_YEAR),
    ("qc", "chevery", Zone::ATLANTIC_ALL_YEAR),
    ("sk", "lloydminster", Zone::MOUNTAIN),
    ("sk", "creighton", Zone::CENTRAL),
    ("sk", "denare beach", Zone::CENTRAL),
];

impl Zone {
    /// Returns the time zone of an address, or Toronto's if the province is unknown.
    pub fn of_place(province: &str, city: &str, postal_code: &str) -> Zone {
        let Some(code) = province_code(province) else { return Zone::TORONTO };
        let (city, postal_code) = (search_key(city), postal_code.to_ascii_uppercase());
        let by_place = PLACES.iter().find(|(of, place, _)| *of == code && *place == city);
        let by_code = || {
            POSTAL_CODES.iter().find(|(of, start, _)| *of == code && postal_code.starts_with(start))
        };
        let special = by_place.or_else(by_code).map(|(_, _, zone)| *zone);
        let usual = || PROVINCES.iter().find(|(of, _)| *of == code).map(|(_, zone)| *zone);
        special.or_else(usual).unwrap_or(Zone::TORONTO)
    }

    pub fn parse(name: &str) -> Option<Zone> {
        KNOWN.iter().position(|known| known.name == name).map(Zone)
    }

    /// Returns the zone's name in the IANA database.
    pub fn name(self) -> &'static str {
        KNOWN[self.0].name
    }

    fn rules(self) -> &'static TimeZone {
        &KNOWN[self.0].rules
    }

    /// Returns the local date at this time.
    pub fn day_of(self, moment: Timestamp) -> BusinessDate {
        BusinessDate::of_in(moment, self.rules())
    }

    /// Returns the hour, 0 to 23, that local clocks show at this time.
    pub fn hour_of(self, moment: Timestamp) -> u8 {
        self.rules().to_datetime(moment.as_jiff()).hour().unsigned_abs()
    }

    /// Formats a time as local date and time: `2026-03-10 11:00`.
    pub fn clock(self, moment: Timestamp) -> String {
        self.rules().to_datetime(moment.as_jiff()).strftime("%Y-%m-%d %H:%M").to_string()
    }

    /// Returns the first moment of a day in this time zone.
    pub fn start_of(self, day: BusinessDate) -> Timestamp {
        day.start_in(self.rules())
    }

    /// Returns the moment of a full hour on a day. When clocks are set forward over this hour, it is an
    /// hour later; when the hour occurs twice, it is the first one.
    pub fn at_hour(self, day: BusinessDate, hour: u8) -> Timestamp {
        day.at_hour_in(hour, self.rules())
    }

    /// Returns the first moment after the end of a day in this time zone.
    pub fn end_of(self, day: BusinessDate) -> Timestamp {
        day.end_in(self.rules())
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        self.0 == other.0
    }
}

impl Eq for Zone {}

impl Checked for Zone {
    fn check(_label: &str, text: &str) -> Result<Self, Message> {
        Zone::parse(text).ok_or(Message::new(
            "Choose a time zone of the list.",
            "Choisissez un fuseau horaire de la liste.",
        ))
    }
}

impl ToValue for Zone {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self.name().into())
    }
}

impl FromColumn for Zone {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = String::from_column(column)?;
        Zone::parse(&text).ok_or_else(|| format!("{text:?} is no zone of Canada"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a moment")
    }

    fn day(text: &str) -> BusinessDate {
        BusinessDate::parse(text).expect("a day")
    }

    #[test]
    fn of_place_knows_provinces_and_their_exceptions() {
        for (province, city, code, zone) in [
            ("Ontario", "Toronto", "M5V 3L9", Zone::TORONTO),
            ("ON", "Kenora", "P9N 1S1", Zone::CENTRAL),
            ("Ontario", "Atikokan", "P0T 1C0", Zone::EASTERN_ALL_YEAR),
            ("Ontario", "Thunder Bay", "P7A 1A1", Zone::TORONTO),
            ("B.C.", "Vancouver", "V5K 0A1", Zone::PACIFIC),
            ("British Columbia", "Fort St. John", "V1J 1A1", Zone::MOUNTAIN_ALL_YEAR),
            ("British Columbia", "Cranbrook", "V1C 1A1", Zone::MOUNTAIN),
            ("Alberta", "Calgary", "T2P 1J9", Zone::MOUNTAIN),
            ("SK", "Regina", "S4P 3Y2", Zone::SASKATCHEWAN),
            ("Saskatchewan", "Lloydminster", "S9V 0A1", Zone::MOUNTAIN),
            ("Manitoba", "Winnipeg", "R3C 1A1", Zone::CENTRAL),
            ("Québec", "Montréal", "H2Y 1C6", Zone::TORONTO),
            ("Québec", "Les Îles-de-la-Madeleine", "G4T 1A1", Zone::ATLANTIC),
            ("QC", "Blanc-Sablon", "G0G 1C0", Zone::ATLANTIC_ALL_YEAR),
            ("New Brunswick", "Moncton", "E1C 1A1", Zone::NEW_BRUNSWICK),
            ("Nova Scotia", "Halifax", "B3H 1A1", Zone::ATLANTIC),
            ("PEI", "Charlottetown", "C1A 4P3", Zone::ATLANTIC),
            ("NL", "St. John’s", "A1C 5S7", Zone::NEWFOUNDLAND),
            ("Newfoundland and Labrador", "Happy Valley-Goose Bay", "A0P 1E0", Zone::LABRADOR),
            ("Nunavut", "Iqaluit", "X0A 0H0", Zone::NUNAVUT),
            ("Nunavut", "Rankin Inlet", "X0C 0G0", Zone::CENTRAL),
            ("Nunavut", "Cambridge Bay", "X0B 0C0", Zone::MOUNTAIN),
            ("Northwest Territories", "Yellowknife", "X1A 2P8", Zone::MOUNTAIN),
            ("Yukon", "Whitehorse", "Y1A 2C6", Zone::YUKON),
            ("Vermont", "Burlington", "05401", Zone::TORONTO),
        ] {
            assert_eq!(Zone::of_place(province, city, code), zone, "{city}");
        }
    }

    #[test]
    fn day_of_changes_at_midnight_of_the_place() {
        for (zone, text, expected) in [
            (Zone::PACIFIC, "2026-01-11T07:59:59Z", "2026-01-10"),
            (Zone::PACIFIC, "2026-01-11T08:00:00Z", "2026-01-11"),
            (Zone::NEWFOUNDLAND, "2026-01-11T03:29:59Z", "2026-01-10"),
            (Zone::NEWFOUNDLAND, "2026-01-11T03:30:00Z", "2026-01-11"),
            (Zone::SASKATCHEWAN, "2026-07-11T05:59:59Z", "2026-07-10"),
        ] {
            assert_eq!(zone.day_of(moment(text)), day(expected), "{} {text}", zone.name());
        }
    }

    #[test]
    fn hour_of_follows_the_clocks_of_the_place() {
        for (zone, text, expected) in [
            (Zone::NEWFOUNDLAND, "2026-12-25T12:30:00Z", 9),
            (Zone::SASKATCHEWAN, "2026-07-01T15:00:00Z", 9),
            (Zone::PACIFIC, "2026-07-01T16:00:00Z", 9),
            (Zone::PACIFIC, "2026-12-25T16:00:00Z", 9),
            (Zone::TORONTO, "2026-03-08T07:00:00Z", 3),
            (Zone::TORONTO, "2026-11-01T06:00:00Z", 1),
        ] {
            assert_eq!(zone.hour_of(moment(text)), expected, "{} {text}", zone.name());
        }
    }

    #[test]
    fn start_and_end_span_23_and_25_hours_when_clocks_change() {
        let hours = |zone: Zone, text: &str| {
            zone.end_of(day(text)).since(zone.start_of(day(text))).as_secs() / 3600
        };
        assert_eq!(hours(Zone::NEWFOUNDLAND, "2026-03-08"), 23);
        assert_eq!(hours(Zone::ATLANTIC, "2026-11-01"), 25);
        assert_eq!(hours(Zone::SASKATCHEWAN, "2026-03-08"), 24, "no clock is changed there");
    }

    #[test]
    fn every_zone_has_a_name_of_its_own() {
        for known in KNOWN {
            assert_eq!(Zone::parse(known.name).map(Zone::name), Some(known.name));
        }
        assert_eq!(Zone::parse("Europe/Paris"), None);
    }
}
