//! Day and hour at which a gift is sent, as its giver chooses them.

use std::time::Duration;

use kernel::{
    dates::BusinessDate,
    fields::Fields,
    messages::{self, Message},
    time_zones::Zone,
    timestamp::Timestamp,
};

/// Hour at which a gift is sent if its giver chooses only the day.
const USUAL_HOUR: u8 = 9;
const LAST_HOUR: i64 = 23;
/// Maximum time until a gift is sent.
const MAX_AHEAD: Duration = Duration::from_secs(366 * 24 * 3600);

/// Day and hour that a giver chose, before the time zone of the shop is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendWish {
    pub day: BusinessDate,
    pub hour: u8,
    /// Time zone of the recipient; `None` for that of the shop.
    pub zone: Option<Zone>,
}

impl SendWish {
    /// Reads the three fields of a form. Returns `Some(None)` without a day: the gift is sent at once.
    pub fn check(
        fields: &mut Fields,
        day: &Option<String>,
        hour: Option<i64>,
        zone: &Option<String>,
    ) -> Option<Option<SendWish>> {
        let day = fields.optional::<BusinessDate>("sendOn", "Send On", day);
        let zone = fields.optional::<Zone>("sendZone", "Time Zone", zone);
        let given = hour.map_or(Some(USUAL_HOUR), |hour| u8::try_from(hour).ok());
        let hour = given.filter(|hour| i64::from(*hour) <= LAST_HOUR);
        if hour.is_none() {
            fields.add("sendHour", messages::from_to(0, LAST_HOUR));
        }
        let (day, hour, zone) = (day?, hour?, zone?);
        Some(day.map(|day| SendWish { day, hour, zone }))
    }

    /// Returns the time zone to use if the shop has this one.
    pub fn at(self, zone_of_shop: Zone) -> SendTime {
        let SendWish { day, hour, zone } = self;
        SendTime { day, hour, zone: zone.unwrap_or(zone_of_shop) }
    }
}

/// Local day and hour in a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendTime {
    pub day: BusinessDate,
    pub hour: u8,
    pub zone: Zone,
}

impl SendTime {
    /// Returns the moment. When clocks are set forward over the hour, it is an hour later; when the
    /// hour occurs twice, it is the first one.
    pub fn moment(self) -> Timestamp {
        self.zone.at_hour(self.day, self.hour)
    }

    /// Refuses a time that has passed or is more than a year ahead.
    pub fn refuse_unless_ahead(self, now: Timestamp) -> Result<SendTime, Message> {
        let moment = self.moment();
        if moment <= now {
            return Err(Message::new(
                "This time has passed. Choose a later one, or send the gift now.",
                "Ce moment est passé. Choisissez-en un autre, ou envoyez le cadeau maintenant.",
            ));
        }
        if moment.since(now) > MAX_AHEAD {
            return Err(Message::new(
                "A gift can wait for a year at most.",
                "Un cadeau peut attendre un an au plus.",
            ));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str, hour: u8, zone: Zone) -> SendTime {
        SendTime { day: BusinessDate::parse(day).expect("a day"), hour, zone }
    }

    fn moment(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a moment")
    }

    #[test]
    fn moment_follows_the_clocks_of_the_place() {
        for (day, hour, zone, expected) in [
            ("2026-12-25", 9, Zone::NEWFOUNDLAND, "2026-12-25T12:30:00Z"),
            ("2026-12-25", 9, Zone::ATLANTIC, "2026-12-25T13:00:00Z"),
            ("2026-07-01", 9, Zone::PACIFIC, "2026-07-01T16:00:00Z"),
            ("2026-07-01", 9, Zone::SASKATCHEWAN, "2026-07-01T15:00:00Z"),
            // Clocks are set from 2:00 to 3:00.
            ("2026-03-08", 1, Zone::TORONTO, "2026-03-08T06:00:00Z"),
            ("2026-03-08", 2, Zone::TORONTO, "2026-03-08T07:00:00Z"),
            ("2026-03-08", 3, Zone::TORONTO, "2026-03-08T07:00:00Z"),
            // British Columbia set its clocks forward for the last time in March 2026.
            ("2026-12-25", 9, Zone::PACIFIC, "2026-12-25T16:00:00Z"),
            ("2027-03-14", 2, Zone::PACIFIC, "2027-03-14T09:00:00Z"),
            // Saskatchewan never sets its clocks.
            ("2026-12-25", 9, Zone::SASKATCHEWAN, "2026-12-25T15:00:00Z"),
            ("2026-03-08", 2, Zone::SASKATCHEWAN, "2026-03-08T08:00:00Z"),
            // In Newfoundland, 2:00 is skipped in March, and 1:00 occurs twice in November.
            ("2026-03-08", 2, Zone::NEWFOUNDLAND, "2026-03-08T05:30:00Z"),
            ("2026-11-01", 1, Zone::NEWFOUNDLAND, "2026-11-01T03:30:00Z"),
            ("2026-11-01", 2, Zone::NEWFOUNDLAND, "2026-11-01T05:30:00Z"),
            // Clocks are set from 2:00 to 1:00, so that 1:00 occurs twice.
            ("2026-11-01", 1, Zone::TORONTO, "2026-11-01T05:00:00Z"),
            ("2026-11-01", 2, Zone::TORONTO, "2026-11-01T07:00:00Z"),
        ] {
            assert_eq!(at(day, hour, zone).moment(), moment(expected), "{day} {hour}");
        }
    }

    #[test]
    fn refuse_unless_ahead_allows_the_next_year() {
        let now = moment("2026-11-30T14:00:00Z");
        let is_ahead = |day, hour| at(day, hour, Zone::TORONTO).refuse_unless_ahead(now).is_ok();
        assert!(!is_ahead("2026-11-30", 9), "just now");
        assert!(is_ahead("2026-11-30", 10) && is_ahead("2027-12-01", 9));
        assert!(!is_ahead("2026-11-29", 23) && !is_ahead("2027-12-02", 9));
    }

    #[test]
    fn check_reads_day_hour_and_zone() {
        let read = |day: Option<&str>, hour, zone: Option<&str>| {
            let (mut fields, own) = (Fields::default(), |text: &str| text.to_owned());
            let wish = SendWish::check(&mut fields, &day.map(own), hour, &zone.map(own));
            let wrong: Vec<String> = fields.paths().map(str::to_owned).collect();
            if wrong.is_empty() { Ok(wish.expect("a wish")) } else { Err(wrong.concat()) }
        };
        assert_eq!(read(None, None, None), Ok(None));
        assert_eq!(read(None, Some(7), Some("America/Regina")), Ok(None), "no day, no time");
        let christmas = BusinessDate::parse("2026-12-25").expect("a day");
        let usual = SendWish { day: christmas, hour: 9, zone: None };
        assert_eq!(read(Some("2026-12-25"), None, None), Ok(Some(usual)));
        let zone = Some(Zone::SASKATCHEWAN);
        let early = SendWish { hour: 0, zone, ..usual };
        assert_eq!(read(Some("2026-12-25"), Some(0), Some("America/Regina")), Ok(Some(early)));
        assert_eq!(usual.at(Zone::PACIFIC).zone, Zone::PACIFIC);
        assert_eq!(early.at(Zone::PACIFIC).zone, Zone::SASKATCHEWAN);
        for (day, hour, zone, field) in [
            (Some("soon"), None, None, "sendOn"),
            (Some("2026-12-25"), Some(24), None, "sendHour"),
            (Some("2026-12-25"), Some(-1), None, "sendHour"),
            (Some("2026-12-25"), Some(9), Some("Europe/Paris"), "sendZone"),
        ] {
            assert_eq!(read(day, hour, zone), Err(field.to_owned()));
        }
    }
}
