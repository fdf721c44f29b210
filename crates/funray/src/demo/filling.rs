//! Adds the demo's shops, causes and campaigns to an empty database.

use std::{collections::HashMap, ops::RangeInclusive, time::Duration};

use db::Tx;

use super::{
    Pictures,
    catalogue::{Campaign, Catalogue, Cause, Region, Shop},
    people,
};
use access::auth::TenantKind;
use kernel::{
    dates::BusinessDate,
    fold,
    ids::{CampaignId, CategoryId, FileKey, OrganizationId, RegionId, TenantId},
    money::Cents,
    payment_card,
    rates::CharityRate,
    timestamp::Timestamp,
};
use market::{
    campaigns::{self, Days},
    directory::{self, CategoryDraft, CategoryRow, OrganizationRow, RegionRow},
    files::{self, FileKind, StoredFile},
    tenants::{
        self, Address, BankNumbers, CardAmounts, CustomAmounts, Facts, Logo, Profile, Registration,
        SharedFacts, SortedUnder, TenantState, VendorFacts,
    },
};
use platform::{
    error::{Error, Result},
    secrets::Secrets,
};

/// Institution numbers of the banks where shops and causes have their accounts.
const INSTITUTIONS: [&str; 7] = ["001", "002", "003", "004", "006", "010", "815"];
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Data needed to fill the database: the program's keys, the current time, and the stored pictures.
pub struct Filling<'a> {
    pub secrets: &'a Secrets,
    pub now: Timestamp,
    pub pictures: &'a Pictures,
}

/// The demo's tenants (shops, then causes, in the order of the files) and the causes' campaigns.
#[derive(Default)]
pub struct Tenants {
    pub ids: Vec<TenantId>,
    pub campaigns: Vec<Running>,
}

/// A campaign with its first and last day, counted in days from today.
pub struct Running {
    pub id: CampaignId,
    pub days: RangeInclusive<i64>,
}

/// Regions, categories and kinds of organizations that the demo added, each by its name.
#[derive(Default)]
struct Directory<'a> {
    regions: HashMap<&'a str, (RegionId, &'a Region)>,
    categories: HashMap<&'a str, CategoryId>,
    organizations: HashMap<&'a str, OrganizationId>,
}

impl Filling<'_> {
    pub fn add(&self, tx: &mut Tx<'_>, demo: &Catalogue) -> Result<Tenants> {
        let directory = self.add_directory(tx, demo)?;
        let mut tenants = Tenants::default();
        for shop in &demo.shop {
            let logo = Some(self.logo(tx, FileKind::Vendor, &shop.name)?);
            let number = tenants.ids.len();
            let profile = Profile { logo, ..shop.profile(&directory, number)? };
            tenants.ids.push(self.add_tenant(tx, TenantKind::Vendor, number, &profile)?);
        }
        for cause in &demo.cause {
            let logo = Some(self.logo(tx, FileKind::Charity, &cause.name)?);
            let number = tenants.ids.len();
            let profile = Profile { logo, ..cause.profile(&directory, number)? };
            let charity = self.add_tenant(tx, TenantKind::Charity, number, &profile)?;
            for campaign in &cause.campaign {
                let id = self.add_campaign(tx, charity, campaign)?;
                tenants.campaigns.push(Running { id, days: campaign.starts..=campaign.ends });
            }
            tenants.ids.push(charity);
        }
        Ok(tenants)
    }

    fn add_directory<'a>(&self, tx: &mut Tx<'_>, demo: &'a Catalogue) -> Result<Directory<'a>> {
        let mut directory = Directory::default();
        for region in &demo.region {
            let id = directory::add::<RegionRow>(tx, self.now, &region.draft())?;
            directory.regions.insert(&region.name, (id, region));
        }
        for organization in &demo.organization {
            let id = directory::add::<OrganizationRow>(tx, self.now, &organization.draft())?;
            directory.organizations.insert(&organization.name, id);
        }
        for category in &demo.category {
            let logo = Some(self.picture(tx, FileKind::Category, &category.name)?.0);
            let draft = CategoryDraft { logo, ..category.draft() };
            let id = directory::add::<CategoryRow>(tx, self.now, &draft)?;
            directory.categories.insert(&category.name, id);
        }
        Ok(directory)
    }

    /// Adds the database row for the stored picture of a shop, cause, campaign or category. Returns
    /// the picture's key and file.
    fn picture(
        &self,
        tx: &mut Tx<'_>,
        kind: FileKind,
        name: &str,
    ) -> Result<(FileKey, &StoredFile)> {
        let picture = self.pictures.get(&(kind, name.to_owned())).ok_or_else(|| unknown(name))?;
        Ok((files::record(tx, self.now, None, picture)?, picture))
    }

    fn logo(&self, tx: &mut Tx<'_>, kind: FileKind, name: &str) -> Result<Logo> {
        let (key, picture) = self.picture(tx, kind, name)?;
        Ok(Logo { key, hue: files::attach(tx, picture.kind(), key)? })
    }

    /// Adds an active tenant that joined in the past: the first tenant of the list 200 days ago,
    /// each next one three days later.
    fn add_tenant(
        &self,
        tx: &mut Tx<'_>,
        kind: TenantKind,
        number: usize,
        profile: &Profile,
    ) -> Result<TenantId> {
        let days = u32::try_from(200_usize.saturating_sub(3 * number)).unwrap_or_default();
        let joined = self.now.minus(DAY * days);
        let id = tenants::add(tx, self.secrets, joined, kind, profile)?;
        tenants::set_state(tx, id, joined, TenantState::Active)?;
        Ok(id)
    }

    fn add_campaign(
        &self,
        tx: &mut Tx<'_>,
        charity: TenantId,
        campaign: &Campaign,
    ) -> Result<CampaignId> {
        let draft = campaigns::Draft {
            name: campaign.name.clone(),
            description: Some(campaign.about.clone()),
            days: Days { start: self.day(campaign.starts), end: self.day(campaign.ends) },
            url: None,
            logo: Some(self.picture(tx, FileKind::Campaign, &campaign.name)?.0),
            goal: campaign.goal.map(Cents::from_dollars),
            thanks: campaign.thanks.clone(),
        };
        campaigns::add(tx, self.now, charity, &draft)
    }

    /// Returns the day that is `days` days after today. Negative numbers lead to the past.
    fn day(&self, days: i64) -> BusinessDate {
        let distance = DAY * u32::try_from(days.unsigned_abs()).unwrap_or_default();
        BusinessDate::of(if days < 0 { self.now.minus(distance) } else { self.now.plus(distance) })
    }
}

/// Returns the error for a name in the demo's files to which no entry belongs.
fn unknown(name: &str) -> Error {
    Error::Internal(format!("the demo's files: nothing is called {name:?}"))
}

impl Shop {
    fn profile(&self, directory: &Directory<'_>, number: usize) -> Result<Profile> {
        let category = directory.categories.get(self.category.as_str());
        let category = category.ok_or_else(|| unknown(&self.category))?;
        let amounts: Vec<String> = self.amounts.iter().map(u32::to_string).collect();
        let place = (self.region.as_str(), self.street.as_str(), self.postal_code.as_str());
        let sorted_under = SortedUnder::Category(*category);
        let profile = profile(&self.name, place, sorted_under, directory, number)?;
        Ok(Profile {
            facts: Facts {
                shared: SharedFacts {
                    description: Some(self.about.clone()),
                    public_phone: Some(profile.contact.work_phone.clone()),
                    opening_hours: Some(self.hours.clone()),
                    french_opening_hours: Some(self.french_hours.clone()),
                    ..profile.facts.shared
                },
                vendor: VendorFacts { products: Some(self.products.clone()) },
                ..profile.facts
            },
            charity_rate: CharityRate::new(self.charity_rate).ok_or_else(|| unknown("the rate"))?,
            card_amounts: CardAmounts::parse(&amounts.join(","))
                .ok_or_else(|| unknown("the amounts"))?
                .with_custom(self.custom_amounts.as_deref().and_then(CustomAmounts::parse)),
            ..profile
        })
    }
}

impl Cause {
    fn profile(&self, directory: &Directory<'_>, number: usize) -> Result<Profile> {
        let organization = directory.organizations.get(self.organization.as_str());
        let organization = organization.ok_or_else(|| unknown(&self.organization))?;
        let place = (self.region.as_str(), self.street.as_str(), self.postal_code.as_str());
        let sorted_under = SortedUnder::Organization(*organization);
        let mut profile = profile(&self.name, place, sorted_under, directory, number)?;
        profile.facts.charity.introduction = Some(self.introduction.clone());
        profile.facts.shared.description = Some(self.about.clone());
        Ok(profile)
    }
}

/// Returns a business number with a valid check digit. The number of a cause ends with the suffix
/// of a charity account.
fn business_number(number: usize, sorted_under: SortedUnder) -> String {
    let digits = format!("8{:07}", 10_007 * (number + 1));
    let values: Vec<u8> = digits.bytes().map(|byte| byte - b'0').collect();
    let check_digit = payment_card::check_digit(&values);
    match sorted_under {
        SortedUnder::Category(_) => format!("{digits}{check_digit}"),
        SortedUnder::Organization(_) => format!("{digits}{check_digit} RR0001"),
    }
}

/// Returns the profile fields that shops and causes have in common. The business, phone and bank
/// numbers are derived from `number`, the index among all tenants.
fn profile(
    name: &str,
    (region, street, postal_code): (&str, &str, &str),
    sorted_under: SortedUnder,
    directory: &Directory<'_>,
    number: usize,
) -> Result<Profile> {
    let (region_id, region) = directory.regions.get(region).ok_or_else(|| unknown(region))?;
    let site = fold::words(name).concat();
    let registration = Registration {
        kind: match sorted_under {
            SortedUnder::Category(_) => TenantKind::Vendor,
            SortedUnder::Organization(_) => TenantKind::Charity,
        },
        legal_name: name.to_owned(),
        business_number: business_number(number, sorted_under),
        sorted_under,
        address: Address {
            line1: street.to_owned(),
            line2: None,
            city: region.name.clone(),
            province: region.province.clone(),
            postal_code: postal_code.to_owned(),
        },
        contact: people::contact_of(number, &site, &region.area_code)?,
        card_amounts: CardAmounts::default(),
        charity_rate: CharityRate::default(),
    };
    // Some tenants have no website.
    let website = (number % 9 != 5).then(|| format!("https://{site}.example"));
    Ok(Profile {
        region: Some(*region_id),
        facts: Facts {
            shared: SharedFacts { website, ..Default::default() },
            ..Default::default()
        },
        bank: Some(BankNumbers {
            institution: INSTITUTIONS[number % INSTITUTIONS.len()].to_owned(),
            transit: format!("{:05}", 10_133 + 611 * number),
            account: format!("{:07}", 1_000_003 + 7_919 * number),
        }),
        ..Profile::of(&registration)
    })
}
