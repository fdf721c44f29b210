//! The catalogue at its full size, and many cards: every list is read with three statements at most, and none of them
//! reads a whole table to show a page.

use db::{Engine, Statement};
use funray::{
    auth::{TenantId, TenantKind},
    campaigns::{self, Days, Draft},
    directory::{
        self, CategoryDraft, CategoryId, OrganizationDraft, OrganizationId, RegionDraft, RegionId,
    },
    error::Error,
    kernel::dates::BusinessDate,
    tenants::{self, CardAmounts, Profile, SortedUnder, TenantState},
};

use crate::support::{TestApp, Visitor, cards::Purchase, people};

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

/// Each name has a word that only few others have.
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
            catalogue.regions.push(directory::add_region(tx, now, &region)?);
            let category = CategoryDraft::named(&name);
            catalogue.categories.push(directory::add_category(tx, now, &category)?);
            let organization = OrganizationDraft::named(&name);
            catalogue.organizations.push(directory::add_organization(tx, now, &organization)?);
        }
        Ok::<_, Error>(catalogue)
    };
    app.app.db.write(make).await.expect("a directory")
}

/// Every fifth is a charity; nine of ten are active.
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
            let profile = Profile {
                region: Some(regions[number / 8 % 8]),
                description: Some(format!(
                    "Since {} for the neighbours of n{number}.",
                    1900 + number % 100
                )),
                card_amounts: CardAmounts::all(),
                ..Profile::of(&registration)
            };
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

/// A third is over, a third runs, a third is to come.
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
            };
            campaigns::add(tx, now, charities[number % charities.len()], &draft)?;
        }
        Ok::<_, Error>(())
    };
    app.app.db.write(make).await.expect("campaigns");
}

/// What a call did to the lists. Who is calling was asked before.
async fn statements(app: &TestApp, who: Option<&Visitor<'_>>, path: &str) -> Vec<Statement> {
    let path = format!("/api/v1/{path}");
    let call = match who {
        Some(who) => who.get(&path),
        None => app.get(&path),
    };
    app.app.db.record();
    let reply = call.send().await;
    let statements = app.app.db.recorded();
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    let body = reply.json();
    let total = ["totalItems", "orderCount"].iter().find_map(|name| body[name].as_u64());
    assert!(total > Some(0), "{path} shows something");
    let is_of_session =
        |sql: &str| ["FROM session", "FROM person_role"].iter().any(|part| sql.contains(part));
    statements.into_iter().filter(|statement| !is_of_session(&statement.sql)).collect()
}

/// How the engine goes about a statement, line by line.
async fn plan(app: &TestApp, statement: &Statement) -> Vec<String> {
    let statement = statement.clone();
    let explained = move |tx: &mut db::Tx<'_>| match tx.engine() {
        Engine::Sqlite => {
            let sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
            let rows: Vec<(i64, i64, i64, String)> = tx.rows(&sql, &statement.params)?;
            Ok::<_, Error>(rows.into_iter().map(|(_, _, _, detail)| detail).collect())
        }
        Engine::Postgres => {
            // As on the disks of today: reading here and there costs hardly more than reading on.
            tx.execute("SET LOCAL random_page_cost = 1.1", &[])?;
            let rows: Vec<(String,)> =
                tx.rows(&format!("EXPLAIN {}", statement.sql), &statement.params)?;
            Ok(rows.into_iter().map(|(line,)| line).collect())
        }
    };
    app.app.db.read(explained).await.expect("a plan")
}

/// Whether a line of a plan reads a whole table that is large: on SQLite a scan, on PostgreSQL a sequential one.
/// The lists of all campaigns, cards and orders have no condition: there an index with their order is read as far as the
/// page needs.
fn is_whole_table(line: &str, large: &[&str]) -> bool {
    let on_sqlite = match line.strip_prefix("SCAN ").and_then(|what| what.split(' ').next()) {
        Some("t" | "search_word") => true,
        Some("c" | "k" | "o") => !line.contains("INDEX"),
        _ => false,
    };
    let on_postgres = line.contains("Seq Scan on")
        && large.iter().any(|table| line.contains(&format!("on {table} ")));
    on_sqlite || on_postgres
}

/// Whether a line sorts more than a handful: then everything that fits the filter was read for one page.
fn is_sort(line: &str) -> bool {
    let step = line.trim_start().trim_start_matches("-> ").trim_start();
    let estimated = line.split("rows=").nth(1).and_then(|rest| rest.split(' ').next());
    let is_long = estimated.and_then(|rows| rows.parse().ok()).is_none_or(|rows: u32| rows > 100);
    line.contains("FOR ORDER BY") || (step.starts_with("Sort ") && line.contains("cost") && is_long)
}

/// What is wrong with how a statement is run. A total may be of most of a table, and PostgreSQL reads the table then:
/// it does so once for each version of the catalogue.
async fn faults(
    app: &TestApp,
    statement: &Statement,
    large: &[&str],
    has_order: bool,
) -> Option<String> {
    let plan = plan(app, statement).await;
    let is_page = statement.sql.contains("LIMIT");
    let is_checked = is_page || app.app.db.engine() == Engine::Sqlite;
    let is_bad = |line: &String| {
        is_checked && is_whole_table(line, large) || is_page && has_order && is_sort(line)
    };
    plan.iter().any(is_bad).then(|| format!("{}\n{}", statement.sql, plan.join("\n")))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_list_takes_three_statements_and_reads_no_whole_table() {
    let app = TestApp::new().await;
    let catalogue = filled(&app).await;
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let (category, region) = (catalogue.categories[3], catalogue.regions[5]);
    let (organization, charity) = (catalogue.organizations[2], catalogue.charities[7]);
    // The path, who asks, and whether an index has the order.
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
        cases.push((list.to_owned(), is_kept, true));
        cases.push((format!("{list}?pageIndex={pages}"), is_kept, true));
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
        if first.len() > 3 || again.len() > 2 {
            wrong.push(format!("{path} takes {} statements, then {}", first.len(), again.len()));
        }
        for statement in &first {
            let fault =
                faults(&app, statement, &["tenant", "campaign", "search_word"], has_order).await;
            wrong.extend(fault.map(|fault| format!("{path}\n{fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

const CARDS: usize = 1000;

#[tokio::test(flavor = "multi_thread")]
async fn cards_and_orders_are_listed_in_the_order_of_an_index() {
    let app = TestApp::new().await;
    let shops = [app.shop("Maple Leaf Books").await, app.shop("River Bakery").await];
    let ann = app.consumer("ann").await;
    let purchases = (0..CARDS).map(|number| {
        Purchase::of(shops[number % 2], u32::try_from(5 + number % 100).expect("a price"))
    });
    app.sell_all(&ann, purchases.collect()).await;
    app.app.db.write(funray::jobs::clear).await.expect("nobody is mailed");
    app.place.tidy();
    let adam = app.administrator("adam").await;
    let adam = app.sign_in(&adam).await;
    let mary = app.manager_of(shops[0], "mary").await;
    let mary = app.sign_in(&mary).await;

    let mut wrong = Vec::new();
    for who in [&adam, &mary] {
        for order in ["recentTransaction", "createdAt", "cardBalance"] {
            for direction in ["Asc&pageIndex=2", "Desc"] {
                let path = format!("Cards?orderBy={order}&direction={direction}");
                for statement in statements(&app, Some(who), &path).await {
                    let fault = faults(&app, &statement, &["card", "orders"], true).await;
                    wrong.extend(fault.map(|fault| format!("{path}\n{fault}")));
                }
            }
        }
    }
    for statement in statements(&app, Some(&adam), "Helpdesk/search").await {
        wrong.extend(faults(&app, &statement, &["card", "orders"], true).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));

    let all = statements(&app, Some(&mary), "Cards?pageSize=1000").await;
    assert!(!all.iter().any(|statement| statement.sql.contains("count(*)")), "{all:?}");
    assert_eq!(all.len(), 1, "a page that holds all needs no total");
}
