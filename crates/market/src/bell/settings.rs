//! A person's notification settings for one source: a tenant or the platform. By default, all kinds
//! of notice are on.

use super::{Feed, Feeds, Kind, LARGE, SettingRow, store};
use access::auth;
use kernel::{ids::PersonId, money::Cents};
use platform::{app::App, error::Result};

/// Notification settings for one source. `None` means that the source never sends this kind of
/// notice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    pub daily_sales: Option<bool>,
    pub large_redemption: Option<bool>,
    pub large_amount: Option<Cents>,
    pub freeze: Option<bool>,
    pub bank_changed: Option<bool>,
    pub payout: Option<bool>,
}

impl Settings {
    fn of(kinds: &[Kind], rows: &[SettingRow]) -> Settings {
        let row = |kind: Kind| rows.iter().find(|row| row.kind == kind);
        let is_on =
            |kind: Kind| kinds.contains(&kind).then(|| row(kind).is_none_or(|row| row.is_on));
        let large = Kind::LargeRedemption;
        let amount = || row(large).and_then(|row| row.amount).unwrap_or(LARGE);
        Settings {
            daily_sales: is_on(Kind::DailySales),
            large_redemption: is_on(large),
            large_amount: kinds.contains(&large).then(amount),
            freeze: is_on(Kind::Freeze),
            bank_changed: is_on(Kind::BankChanged),
            payout: is_on(Kind::Payout),
        }
    }

    fn is_on(&self, kind: Kind) -> Option<bool> {
        match kind {
            Kind::DailySales => self.daily_sales,
            Kind::LargeRedemption => self.large_redemption,
            Kind::Freeze => self.freeze,
            Kind::BankChanged => self.bank_changed,
            Kind::Payout => self.payout,
            Kind::PayoutsPaused
            | Kind::PayoutsResumed
            | Kind::Burst
            | Kind::CounterLoosened
            | Kind::RefundWaits
            | Kind::LimitWaits
            | Kind::RateChanged
            | Kind::ClosingWaits
            | Kind::RegistrationAnswered
            | Kind::CampaignMilestone => None,
        }
    }

    fn amount(&self, kind: Kind) -> Option<Cents> {
        self.large_amount.filter(|_| kind == Kind::LargeRedemption)
    }
}

pub async fn find(app: &App, person: PersonId, feeds: Feeds, feed: Feed) -> Result<Settings> {
    let kinds = feeds.kinds_of(feed)?.to_vec();
    let rows = app.db.read(move |tx| store::settings_of(tx, person, feed)).await?;
    Ok(Settings::of(&kinds, &rows))
}

pub async fn change(
    app: &App,
    person: PersonId,
    feeds: Feeds,
    feed: Feed,
    wanted: Settings,
) -> Result<Settings> {
    let kinds = feeds.kinds_of(feed)?.to_vec();
    app.db
        .write(move |tx| {
            auth::refuse_closed(tx, person)?;
            for kind in &kinds {
                if let Some(is_on) = wanted.is_on(*kind) {
                    let setting =
                        SettingRow { feed, kind: *kind, is_on, amount: wanted.amount(*kind) };
                    store::set(tx, person, &setting)?;
                }
            }
            Ok(Settings::of(&kinds, &store::settings_of(tx, person, feed)?))
        })
        .await
}
