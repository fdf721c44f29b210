//! Lists of shops, causes and campaigns at full size. Each list needs at most three statements.

use access::auth::TenantKind;
use db::params;
use kernel::{
    dates::BusinessDate,
    ids::{CategoryId, OrganizationId, RegionId, TenantId},
    postal_areas::Place,
};
use market::{
    campaigns::{self, Days, Draft},
    directory::{
        self, CategoryDraft, CategoryRow, OrganizationDraft, OrganizationRow, RegionDraft,
        RegionRow,
    },
    tenants::{self, CardAmounts, Profile, SortedUnder, TenantState},
};
use platform::error::Error;

use super::plans::{CALLER, faults, statements};
use crate::support::{TestApp, citus, people};

const VENDORS: usize = 2000;
const CHARITIES: usize = 500;
const CAMPAIGNS: usize = 5000;

const FIRST: [&str; 10] =
    ["Maple", "Corner", "River", "Golden", "Little", "Grand", "Old", "Blue", "Happy", "Northern"];
const SECOND: [&str; 10] =
    ["Books", "Bakery", "Garden", "Kitchen", "Toys", "Shoes", "Café", "Crafts", "Market", "Studio"];

struct Catalogue {
    categories: Vec<CategoryId>,
    organizations: Vec<OrganizationId>,
    regions: Vec<RegionId>,
    charities: Vec<TenantId>,
}

/// Returns a name for a tenant or campaign. Its last word is rare, so that a search for it finds
/// few rows.
fn name(number: usize) -> String {
    format!("{} {} n{}", FIRST[number % 10], SECOND[number / 10 % 10], number / 7)
}

async fn filled(app: &TestApp) -> Catalogue {
    let mut catalogue = sorts(app).await;
    for part in 0..(VENDORS + CHARITIES) / 500 {
        let charities = tenants(app, &catalogue, part * 500..(part + 1) * 500).await;
        catalogue.charities.extend(charities);
    }
    for part in 0..CAMPAIGNS / 1000 {
        campaigns(app, &catalogue, part * 1000..(part + 1) * 1000).await;
    }
    app.place.tidy();
    catalogue
}

async fn sorts(app: &TestApp) -> Catalogue {
    let now = app.app.clock.now();
    let make = move |tx: &mut db::Tx<'_>| {
        let mut catalogue = Catalogue {
            categories: Vec::new(),
            organizations: Vec::new(),
            regions: Vec::new(),
            charities: Vec::new(),
        };
        for number in 0..8 {
            let name = format!("Sort {number}");
            let region = RegionDraft {
                name: name.clone(),
                province: "Ontario".to_owned(),
                country: directory::COUNTRY.to_owned(),
                postal_code: "K1P 1J1".to_owned(),
            };
            catalogue.regions.push(directory::add::<RegionRow>(tx, now, &region)?);
            let category = CategoryDraft::named(&name);
            catalogue.categories.push(directory::add::<CategoryRow>(tx, now, &category)?);
            let organization = OrganizationDraft::named(&name);
            catalogue.organizations.push(directory::add::<OrganizationRow>(
                tx,
                now,
                &organization,
            )?);
        }
        Ok::<_, Error>(catalogue)
    };
    app.app.db.write(make).await.expect("a directory")
}

/// Adds tenants with these numbers: every fifth is a charity, and nine of ten are active.
async fn tenants(
    app: &TestApp,
    catalogue: &Catalogue,
    numbers: std::ops::Range<usize>,
) -> Vec<TenantId> {
    let (now, shared) = (app.app.clock.now(), app.app.clone());
    let (categories, organizations) =
        (catalogue.categories.clone(), catalogue.organizations.clone());
    let regions = catalogue.regions.clone();
    let make = move |tx: &mut db::Tx<'_>| {
        let mut charities = Vec::new();
        for number in numbers.clone() {
            let (kind, sorted_under) = if number % 5 == 0 {
                (TenantKind::Charity, SortedUnder::Organization(organizations[number / 5 % 8]))
            } else {
                (TenantKind::Vendor, SortedUnder::Category(categories[number % 8]))
            };
            let registration = people::registration(kind, &name(number), sorted_under);
            let mut profile = Profile {
                region: Some(regions[number / 8 % 8]),
                card_amounts: CardAmounts::all(),
                ..Profile::of(&registration)
            };
            let year = 1900 + number % 100;
            profile.facts.shared.description =
                Some(format!("Since {year} for the neighbours of n{number}."));
            let id = tenants::add(tx, &shared.secrets, now, kind, &profile)?;
            if number % 10 != 9 {
                tenants::set_state(tx, id, now, TenantState::Active)?;
            }
            if kind == TenantKind::Charity {
                charities.push(id);
            }
        }
        Ok::<_, Error>(charities)
    };
    app.app.db.write(make).await.expect("tenants")
}

/// Adds campaigns with these numbers: one third have ended, one third are running, and one third
/// have not begun.
async fn campaigns(app: &TestApp, catalogue: &Catalogue, numbers: std::ops::Range<usize>) {
    let now = app.app.clock.now();
    let charities = catalogue.charities.clone();
    let make = move |tx: &mut db::Tx<'_>| {
        for number in numbers.clone() {
            let (start, end) = match number % 3 {
                0 => ((2025, 1), (2025, 2 + number % 11)),
                1 => ((2026, 1), (2026, 4 + number % 8)),
                _ => ((2026, 4), (2026, 5 + number % 7)),
            };
            let day = |(year, month): (i16, usize)| {
                BusinessDate::new(year, i8::try_from(month).expect("a month"), 1).expect("a day")
            };
            let draft = Draft {
                name: name(number),
                description: None,
                days: Days { start: day(start), end: day(end) },
                url: None,
                logo: None,
                goal: None,
                thanks: None,
            };
            campaigns::add(tx, now, charities[number % charities.len()], &draft)?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(make).await.expect("campaigns");
}

#[tokio::test(flavor = "multi_thread")]
async fn catalogue_lists_take_three_statements_without_a_table_scan() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let app = TestApp::new().await;
    let catalogue = filled(&app).await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let (category, region) = (catalogue.categories[3], catalogue.regions[5]);
    let (organization, charity) = (catalogue.organizations[2], catalogue.charities[7]);
    // For each case: the path, whether an administrator or a visitor reads the list, and whether an
    // index has the list's order.
    let mut cases: Vec<(String, bool, bool)> = Vec::new();
    for (list, pages, is_kept) in [
        ("Vendors", VENDORS / 10, true),
        ("Charities", CHARITIES / 10, true),
        ("Charities/campaigns", CAMPAIGNS / 10, true),
        ("Public/Vendors", VENDORS * 7 / 80, false),
        ("Public/vendors/all", VENDORS * 7 / 80, false),
        ("Public/Charities", CHARITIES / 10, false),
        ("Public/charities/campaigns", 150, false),
    ] {
        // `Public/vendors/all` is sorted by category name, which is in another table, so no index
        // has this order. Its pages are cached.
        let has_order = list != "Public/vendors/all";
        cases.push((list.to_owned(), is_kept, has_order));
        cases.push((format!("{list}?pageIndex={pages}"), is_kept, has_order));
        cases.push((format!("{list}?searchText=n42"), is_kept, false));
        cases.push((format!("{list}?searchText=n42+st"), is_kept, false));
    }
    for (path, is_kept) in [
        ("Vendors?orderBy=displayName".to_owned(), true),
        ("Vendors?orderBy=businessNumber&direction=Desc".to_owned(), true),
        ("Vendors?orderBy=createdAt&pageIndex=200".to_owned(), true),
        (format!("Vendors?categoryId={category}"), true),
        (format!("Vendors?regionId={region}"), true),
        ("Vendors?state=PENDING&pageIndex=20".to_owned(), true),
        ("Vendors?state=ACTIVE&orderBy=createdAt&direction=Desc".to_owned(), true),
        (format!("Vendors?categoryId={category}&orderBy=createdAt&direction=Desc"), true),
        (format!("Vendors?regionId={region}&orderBy=createdAt&direction=Desc"), true),
        ("Vendors?sharePercentage=5&orderBy=createdAt&direction=Desc".to_owned(), true),
        ("Vendors?charityRate=10&orderBy=createdAt&direction=Desc".to_owned(), true),
        ("Vendors?startDate=2026-03-01&orderBy=createdAt&direction=Desc".to_owned(), true),
        (format!("Charities?organizationId={organization}&orderBy=createdAt&direction=Desc"), true),
        (format!("Charities?organizationId={organization}&pageIndex=2"), true),
        ("Charities/campaigns?orderBy=name".to_owned(), true),
        ("Charities/campaigns?orderBy=startDate&pageIndex=500".to_owned(), true),
        ("Charities/campaigns?orderBy=endDate".to_owned(), true),
        ("Charities/campaigns?isActive=true&pageIndex=500".to_owned(), true),
        (format!("Charities/campaigns?charityId={charity}"), true),
        (format!("Public/Vendors?categoryId={category}&pageIndex=20"), false),
        (format!("Public/Vendors?regionId={region}"), false),
        (format!("Public/Charities?organizationId={organization}&pageIndex=6"), false),
        (format!("Public/charities/campaigns?charityId={charity}"), false),
    ] {
        cases.push((path, is_kept, true));
    }
    cases.push((format!("Public/Vendors?categoryId={category}&regionId={region}"), false, false));

    let mut wrong = Vec::new();
    for (path, is_kept, has_order) in cases {
        let who = is_kept.then_some(&adam);
        let first = statements(&app, who, &path).await;
        let again = statements(&app, who, &path).await;
        let asked_before = who.map_or(0, |_| CALLER);
        let (first_asked, asked_again) = (first.len() - asked_before, again.len() - asked_before);
        // Administrators' lists take at most three statements, and two if their total is cached.
        // Public pages take one more for the version of the cache, and none once the page is
        // cached.
        let (most, most_again) = if is_kept { (3, 2) } else { (4, 0) };
        if first_asked > most || asked_again > most_again {
            wrong.push(format!("{path} takes {first_asked} statements, then {asked_again}"));
        }
        // The list of all shops by category name may read most of the table and sort it.
        let is_read_whole = path.starts_with("Public/vendors/all") && !path.contains("searchText");
        let large: &[&str] = if is_read_whole {
            &["campaign", "search_word"]
        } else {
            &["tenant", "campaign", "search_word"]
        };
        wrong.extend(faults(&app, &path, &first, large, has_order).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns the position of a shop. The higher its number, the farther it is from `place`. Shops
/// with even numbers lie to the north, those with odd numbers to the north-east. The corners of a
/// square around `place` therefore contain shops that are farther away than some shops outside the
/// square.
fn lies(number: i64, place: Place) -> (i64, i64) {
    let east = if number % 2 == 0 { 0 } else { number * 1000 / place.narrowing() };
    (place.latitude + number, place.longitude + east)
}

#[tokio::test(flavor = "multi_thread")]
async fn catalogue_near_shows_the_pages_of_the_whole_order() {
    if citus::is_left_out(citus::PLANS_DIFFER) {
        return;
    }
    let app = TestApp::new().await;
    let sorts = sorts(&app).await;
    tenants(&app, &sorts, 0..1000).await;
    let place = Place::of("K1P").expect("an area");
    let spread = move |tx: &mut db::Tx<'_>| {
        let shops =
            "SELECT id FROM tenant WHERE kind = 'VENDOR' AND state = 'ACTIVE' ORDER BY id DESC";
        let shops: Vec<(String,)> = tx.rows(shops, &[])?;
        for (number, (id,)) in (0..).zip(&shops) {
            let (latitude, longitude) = lies(number, place);
            let known = (number < 690).then_some((latitude, longitude));
            tx.later(
                "UPDATE tenant SET latitude = $1, longitude = $2 WHERE id = $3",
                params![known.map(|it| it.0), known.map(|it| it.1), *id],
            )?;
        }
        let mut order: Vec<(i64, i64, String)> = (0..)
            .zip(shops)
            .map(|(number, (id,))| {
                let (latitude, longitude) = lies(number, place);
                let across = (longitude - place.longitude) * place.narrowing();
                let away = (latitude - place.latitude).pow(2) * 1_000_000 + across.pow(2);
                if number < 690 { (0, away, id) } else { (1, 0, id) }
            })
            .collect();
        order.sort();
        Ok::<_, Error>(order.into_iter().map(|(_, _, id)| id).collect::<Vec<_>>())
    };
    let order = app.app.db.write(spread).await.expect("places");
    assert!(order.len() > 690, "more than are sorted at once: {}", order.len());
    for (size, index) in [(11, 1), (11, 2), (20, 1), (50, 4), (100, 5), (11, 50), (690, 1)] {
        let path = format!("/api/v1/Public/Vendors?near=K1P&pageSize={size}&pageIndex={index}");
        let page = app.get(&path).send().await.json();
        let items = page["items"].as_array().expect("a list");
        let found: Vec<&str> = items.iter().filter_map(|item| item["id"].as_str()).collect();
        let wanted: Vec<&str> =
            order.iter().skip((index - 1) * size).take(size).map(String::as_str).collect();
        assert_eq!(found, wanted, "page {index} of {size}");
    }
}
