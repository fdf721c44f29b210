//! Tests of public lists and pages: they show only active tenants, can be searched, and contain no
//! private fields.

use std::time::Duration;

use market::{
    directory::{self, CategoryDraft, CategoryRow},
    files::FileKind,
};
use serde_json::{Value, json};

use super::{Directory, add, get, logo, open, set};
use crate::support::{TestApp, Visitor};

const ADDRESS: [&str; 5] = ["addressLine1", "addressLine2", "city", "postalCode", "province"];
const VENDOR: [&str; 20] = [
    "address",
    "amount",
    "charityRate",
    "customAmount",
    "description",
    "displayName",
    "distance",
    "frenchOpeningHours",
    "frenchValue",
    "hue",
    "id",
    "key",
    "legalName",
    "logoPath",
    "openingHours",
    "phone",
    "photoPath",
    "products",
    "value",
    "website",
];
const CHARITY: [&str; 16] = [
    "address",
    "description",
    "displayName",
    "frenchOpeningHours",
    "frenchValue",
    "hue",
    "id",
    "introduction",
    "key",
    "legalName",
    "logoPath",
    "openingHours",
    "phone",
    "registrationNumber",
    "value",
    "website",
];

fn keys(value: &Value) -> Vec<String> {
    let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
    keys.sort();
    keys
}

async fn page(app: &TestApp, path: &str) -> Value {
    let reply = app.get(&format!("/api/v1/Public/{path}")).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

/// Returns the first word of each name in a public list, separated by spaces.
async fn names(app: &TestApp, path: &str) -> String {
    let and = if path.contains('?') { '&' } else { '?' };
    let size = if path.contains("pageSize") { String::new() } else { format!("{and}pageSize=10") };
    let page = page(app, &format!("{path}{size}")).await;
    let items = page["items"].as_array().expect("items");
    let names: Vec<&str> = items
        .iter()
        .filter_map(|item| item["displayName"].as_str()?.split_whitespace().next())
        .collect();
    assert_eq!(page["totalItems"], names.len(), "{path}");
    names.join(" ")
}

#[tokio::test]
async fn public_replies_carry_only_the_listed_fields() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut form = directory.vendor("Maple Leaf Books");
    form["customAmount"] = json!("10-200");
    let vendor = open(&app, &adam, "Vendors", &form).await;
    let charity = open(&app, &adam, "Charities", &directory.charity("Food Bank")).await;
    for (path, expected) in [
        ("Vendors".to_owned(), &VENDOR[..]),
        ("vendors/all".to_owned(), &VENDOR),
        (format!("vendor/{vendor}"), &VENDOR),
        (format!("charities/{charity}/vendors"), &VENDOR),
        ("Charities".to_owned(), &CHARITY),
        (format!("charities/{charity}"), &CHARITY),
    ] {
        let reply = page(&app, &path).await;
        let item = if reply["items"].is_array() { &reply["items"][0] } else { &reply };
        assert_eq!(keys(item), expected, "{path}");
        assert_eq!(keys(&item["address"]), ADDRESS);
        let text = reply.to_string();
        for secret in ["7654321", "12345", "003", "800000001", "cora@", "Ner", "0100"] {
            assert!(!text.contains(secret), "{path} shows {secret}: {text}");
        }
    }
    let shown = page(&app, &format!("vendor/{vendor}")).await;
    assert_eq!((&shown["amount"], &shown["charityRate"]), (&json!("Amount25,Amount50"), &json!(8)));
    assert_eq!(shown["customAmount"], "10-200");
    assert_eq!((&shown["key"], &shown["value"]), (&json!(directory.category), &json!("Books")));
}

#[tokio::test]
async fn public_lists_show_active_tenants_only() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let vendor = add(&adam, "Vendors", &directory.vendor("Shop")).await;
    let charity = add(&adam, "Charities", &directory.charity("Cause")).await;
    let check = async |is_shown: bool| {
        for path in [
            format!("vendor/{vendor}"),
            format!("charities/{charity}"),
            format!("charities/{charity}/vendors"),
        ] {
            let reply = app.get(&format!("/api/v1/Public/{path}")).send().await;
            if is_shown {
                assert_eq!(reply.status, 200, "{path}");
            } else {
                reply.error(404, "NOT_FOUND");
            }
        }
        for list in ["Vendors", "vendors/all", "Charities"] {
            assert_eq!(page(&app, list).await["totalItems"], u64::from(is_shown), "{list}");
        }
    };
    check(true).await;
    for status in ["deactivate", "activate"] {
        set(&adam, "Vendors", &vendor, status).await;
        set(&adam, "Charities", &charity, status).await;
        check(status == "activate").await;
    }
    app.run_jobs().await;
    for wrong in [format!("vendor/{charity}"), format!("charities/{vendor}"), "vendor/x".to_owned()]
    {
        app.get(&format!("/api/v1/Public/{wrong}")).send().await.error(404, "NOT_FOUND");
    }
}

async fn shop(
    app: &TestApp,
    adam: &Visitor<'_>,
    directory: &Directory,
    name: &str,
    text: &str,
) -> String {
    let mut form = directory.vendor(name);
    form["description"] = json!(text);
    open(app, adam, "Vendors", &form).await
}

#[tokio::test]
async fn public_search_ignores_case_accents_and_word_order() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    shop(&app, &adam, &directory, "Boulangerie Émile-Zola", "Croissants et café.").await;
    shop(&app, &adam, &directory, "Café Olé", "Coffee, and the Croissant of the week.").await;
    shop(&app, &adam, &directory, "Zebra Books", "Books about coffee. A. & W. 50%_").await;
    shop(&app, &adam, &directory, "Книги Ёлка", "📚 كتب").await;
    for (text, found) in [
        ("cafe", "Café Boulangerie"),
        ("CAFÉ", "Café Boulangerie"),
        ("caf", "Café Boulangerie"),
        ("coff", "Café Zebra"),
        ("emile zol", "Boulangerie"),
        ("zol  EMI", "Boulangerie"),
        ("emile zebra", ""),
        ("books", "Boulangerie Café Zebra Книги"),
        ("boo cof", "Zebra Café"),
        ("croissant", "Boulangerie Café"),
        ("bo", "Boulangerie Café Zebra Книги"),
        ("ffee", ""),
        ("книг", "Книги"),
        ("елка", "Книги"),
        ("كتب", "Книги"),
        ("%", "Boulangerie Café Zebra Книги"),
        ("50", "Zebra"),
        ("_", "Boulangerie Café Zebra Книги"),
        ("ottawa zebra", "Zebra"),
        ("800000001", ""),
        ("cora", ""),
        ("z; DROP TABLE tenant", ""),
        ("'", "Boulangerie Café Zebra Книги"),
    ] {
        let query: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        let mut shown: Vec<_> = names(&app, &format!("Vendors?searchText={query}"))
            .await
            .split(' ')
            .map(str::to_owned)
            .collect();
        let mut expected: Vec<_> = found.split(' ').map(str::to_owned).collect();
        if text.starts_with("bo") || expected.len() > 2 {
            shown.sort();
            expected.sort();
        }
        assert_eq!(shown, expected, "{text}");
    }
    assert_eq!(
        names(&app, "Vendors?searchText=coffee&orderBy=legalName&direction=desc").await,
        "Zebra Café"
    );
    assert_eq!(names(&app, "Vendors?searchText=coffee&SearchFields=displayName").await, "");
    assert_eq!(names(&app, "vendors/all?searchText=coffee").await, "Café Zebra");
    let private = app.get("/api/v1/Public/Vendors?searchFields=email").send().await;
    private.error(400, "VALIDATION");
    let long =
        app.get(&format!("/api/v1/Public/Vendors?searchText={}", "x".repeat(201))).send().await;
    assert!(long.wrong_fields()["searchText"].is_string());
}

#[tokio::test]
async fn public_search_finds_by_category_place_and_postal_area_and_forgives_one_wrong_letter() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let sue = app.sign_in(&app.super_administrator("sue").await).await;
    let form = json!({ "text": "Cafés & Bakeries", "frenchName": "Cafés et boulangeries" });
    let made = sue.post("/api/v1/Categories", &form).send().await;
    let category = made.json()["id"].clone();
    let address = |city: &str, province: &str, code: &str| json!({ "addressLine1": "12 Main St", "city": city, "province": province, "postalCode": code });
    let mut form = directory.vendor("Maple Barrow");
    form["categoryId"] = category.clone();
    form["address"] = address("Hamilton", "ON", "M6G 1X5");
    open(&app, &adam, "Vendors", &form).await;
    let mut form = directory.vendor("Zebra Books");
    form["address"] = address("Québec", "QC", "G1R 2B5");
    open(&app, &adam, "Vendors", &form).await;
    let mut form = directory.charity("Riverside Food Bank");
    form["address"] = address("Hamilton", "ON", "M6G 9Z9");
    open(&app, &adam, "Charities", &form).await;
    let shops = app.get("/api/v1/Public/Vendors?searchText=maple").send().await.json();
    let shown = &shops["items"][0];
    assert_eq!(
        (&shown["value"], &shown["frenchValue"]),
        (&json!("Cafés & Bakeries"), &json!("Cafés et boulangeries"))
    );
    let listed = adam.get("/api/v1/Vendors?searchText=maple").send().await.json();
    let listed = &listed["items"][0];
    assert_eq!(
        (&listed["categoryName"], &listed["frenchCategoryName"]),
        (&json!("Cafés & Bakeries"), &json!("Cafés et boulangeries"))
    );
    for (list, text, found) in [
        ("Vendors", "bakery", "Maple"),
        ("Vendors", "Bakeries", "Maple"),
        ("Vendors", "boulangerie", "Maple"),
        ("Vendors", "cafes", "Maple"),
        ("Vendors", "bakrey", "Maple"),
        ("Vendors", "boulangrie", "Maple"),
        ("Vendors", "mapel", "Maple"),
        ("Vendors", "barow", "Maple"),
        ("Vendors", "barow mapel", "Maple"),
        ("Vendors", "m6g", "Maple"),
        ("Vendors", "M6G 4Y2", "Maple"),
        ("Vendors", "m6g4y2", "Maple"),
        ("Vendors", "m6h", ""),
        ("Vendors", "hamiltn", "Maple"),
        ("Vendors", "quebec", "Zebra"),
        ("Vendors", "zebar", "Zebra"),
        ("Vendors", "mpael", ""),
        ("Vendors", "maple bakery zebra", ""),
        ("Charities", "fod bank", "Riverside"),
        ("Charities", "m6g", "Riverside"),
        ("Charities", "bakery", ""),
    ] {
        let query: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        assert_eq!(names(&app, &format!("{list}?searchText={query}")).await, found, "{text}");
    }
    // Public searches don't find contact persons, so that nobody can guess their names or
    // addresses.
    assert_eq!(names(&app, "Vendors?searchText=corra").await, "");

    let path = format!("/api/v1/Categories/{}", category.as_str().expect("an id"));
    let form = json!({ "text": "Tea Rooms" });
    assert_eq!(sue.put(&path, &form).send().await.status, 204);
    assert_eq!(names(&app, "Vendors?searchText=bakery").await, "");
    assert_eq!(names(&app, "Vendors?searchText=tae").await, "Maple");
}

#[tokio::test]
async fn public_search_finds_a_renamed_vendor_by_its_new_name() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let id = open(&app, &adam, "Vendors", &directory.vendor("Old Shop")).await;
    assert_eq!(names(&app, "Vendors?searchText=old").await, "Old");
    let form = directory.vendor("New Shop");
    assert_eq!(adam.put(&format!("/api/v1/Vendors/{id}"), &form).send().await.status, 204);
    assert_eq!(names(&app, "Vendors?searchText=old").await, "");
    assert_eq!(names(&app, "Vendors?searchText=new").await, "New");
}

#[tokio::test]
async fn public_lists_filter_by_region_category_and_organization() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut there = directory.vendor("Beta");
    there["regionId"] = json!(directory.other_region);
    open(&app, &adam, "Vendors", &directory.vendor("Alpha")).await;
    open(&app, &adam, "Vendors", &there).await;
    let charity = open(&app, &adam, "Charities", &directory.charity("Gamma")).await;
    let (here, elsewhere) = (&directory.region, &directory.other_region);
    let (category, organization) = (&directory.category, &directory.organization);
    for (path, found) in [
        ("Vendors".to_owned(), "Alpha Beta"),
        ("Vendors?regionId=".to_owned(), "Alpha Beta"),
        (format!("Vendors?RegionId={elsewhere}"), "Beta"),
        (format!("Vendors?categoryId={category}&regionId={here}"), "Alpha"),
        (format!("vendors/all?categoryId={category}"), "Alpha Beta"),
        ("Vendors?categoryId=cat_00000000000000000000000000".to_owned(), ""),
        ("Vendors?orderBy=legalName&direction=Desc".to_owned(), "Beta Alpha"),
        (format!("charities/{charity}/vendors?regionId={elsewhere}"), "Beta"),
        (format!("charities/{charity}/vendors?searchText=alp"), "Alpha"),
        (format!("Charities?OrganizationId={organization}"), "Gamma"),
        (format!("Charities?organizationId={organization}&regionId={elsewhere}"), ""),
        ("Charities?searchText=hungry".to_owned(), "Gamma"),
    ] {
        assert_eq!(names(&app, &path).await, found, "{path}");
    }
}

/// Another node changes a list. This node must not show the total that it has cached.
#[tokio::test]
async fn public_totals_follow_changes_of_another_node() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let first = open(&app, &adam, "Vendors", &directory.vendor("First")).await;
    assert_eq!(names(&app, "Vendors").await, "First");
    let (node, id) = (app.another_node(), super::tenant(&first));
    let inactive = market::tenants::TenantState::Inactive;
    let now = node.clock.now();
    node.db
        .write(move |tx| market::tenants::set_state(tx, id, now, inactive))
        .await
        .expect("switched off");
    app.hands.advance(Duration::from_secs(1));
    assert_eq!(names(&app, "Vendors").await, "");
}

#[tokio::test]
async fn public_vendors_all_has_its_categories_in_the_order_of_their_names() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, names_of) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (category, shop) in [("Wool", "Alpha"), ("Éclairs", "Beta"), ("Antiques", "Gamma")] {
        let draft = CategoryDraft::named(category);
        let now = app.app.clock.now();
        let made = app.app.db.write(move |tx| directory::add::<CategoryRow>(tx, now, &draft)).await;
        let mut form = names_of.vendor(shop);
        form["categoryId"] = json!(made.expect("a category"));
        open(&app, &adam, "Vendors", &form).await;
    }
    assert_eq!(names(&app, "vendors/all").await, "Gamma Beta Alpha");
    assert_eq!(names(&app, "vendors/all?orderBy=legalName").await, "Alpha Beta Gamma");
}

#[tokio::test]
async fn visitors_see_a_shops_own_texts_and_find_it_by_its_products() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut form = directory.vendor("Maple Leaf Books");
    let photo = logo(&app, FileKind::Vendor).await;
    let facts = [
        ("phone", "6135550102"),
        ("openingHours", "Mon-Sat 10-18\nSun 12-17"),
        ("frenchOpeningHours", "lun.-sam. 10 h-18 h\ndim. 12 h-17 h"),
        ("products", "globes, atlases, crayons"),
        ("photoPath", &photo),
    ];
    for (field, value) in facts {
        form[field] = json!(value);
    }
    let id = open(&app, &adam, "Vendors", &form).await;
    let kept = get(&adam, "Vendors", &id).await;
    let shown = page(&app, &format!("vendor/{id}")).await;
    for (field, value) in facts {
        assert_eq!((&kept[field], &shown[field]), (&json!(value), &json!(value)), "{field}");
    }
    for words in ["globes", "crayosn", "atlas"] {
        let path = format!("Vendors?searchText={words}");
        assert_eq!(names(&app, &path).await, "Maple", "{words}");
    }

    // A field left out of the form keeps its value, and an empty field is cleared.
    let path = format!("/api/v1/Vendors/{id}");
    for field in ["phone", "photoPath"] {
        form.as_object_mut().expect("a form").remove(field);
    }
    form["products"] = json!("");
    assert_eq!(adam.put(&path, &form).send().await.status, 204);
    let shown = page(&app, &format!("vendor/{id}")).await;
    assert_eq!((&shown["phone"], &shown["photoPath"]), (&json!("6135550102"), &json!(photo)));
    assert_eq!(shown["products"], Value::Null);
    assert_eq!(names(&app, "Vendors?searchText=globes").await, "");
    form["photoPath"] = json!(directory.charity_logos[0]);
    form["phone"] = json!("12");
    let refused = adam.put(&path, &form).send().await.error(400, "VALIDATION");
    assert!(refused["fields"]["phone"].is_string(), "{refused}");
    form["phone"] = json!("");
    let refused = adam.put(&path, &form).send().await.error(400, "VALIDATION");
    assert!(refused["fields"]["photoPath"].is_string(), "{refused}");
}

#[tokio::test]
async fn public_charities_show_the_number_of_their_registration_and_no_other() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    let mut form = directory.charity("Food Bank");
    let club = open(&app, &adam, "Charities", &form).await;
    form["businessNumber"] = json!("800000001 RR0001");
    let charity = open(&app, &adam, "Charities", &form).await;
    for (id, number) in [(club, Value::Null), (charity, json!("800000001RR0001"))] {
        assert_eq!(page(&app, &format!("charities/{id}")).await["registrationNumber"], number);
    }
}

#[tokio::test]
async fn public_vendors_come_from_near_to_far() {
    let app = TestApp::new().await;
    let adam = app.administrator("adam").await;
    let (adam, directory) = (app.sign_in(&adam).await, Directory::of(&app).await);
    for (name, postal_code) in [
        ("Abroad", "90210"),
        ("Montréal", "H2X 1Y4"),
        ("Ottawa", "K1P 1J1"),
        ("Toronto", "M5V 2T6"),
    ] {
        let mut form = directory.vendor(name);
        form["address"]["postalCode"] = json!(postal_code);
        form["address"]["province"] = json!("Elsewhere");
        open(&app, &adam, "Vendors", &form).await;
    }
    for (query, order) in [
        ("Vendors?near=k1p", "Ottawa Montréal Toronto Abroad"),
        ("Vendors?near=L8P%201A1", "Toronto Ottawa Montréal Abroad"),
        ("Vendors?near=K1P&orderBy=displayName", "Abroad Montréal Ottawa Toronto"),
        ("Vendors?near=Z9Z", "Abroad Montréal Ottawa Toronto"),
        ("Vendors?near=K1P&searchText=paper", "Ottawa Montréal Toronto Abroad"),
    ] {
        assert_eq!(names(&app, query).await, order, "{query}");
    }
    let near = page(&app, "Vendors?near=K1P").await;
    assert_eq!(near["items"][0]["distance"], 0);
    assert!((150..180).contains(&near["items"][1]["distance"].as_u64().expect("a distance")));
    assert_eq!(near["items"][3]["distance"], Value::Null);
    let refused = app.get("/api/v1/Public/Vendors?near=Toronto").send().await;
    let refused = refused.error(400, "VALIDATION");
    assert!(refused["fields"]["near"].is_string(), "{refused}");
}
