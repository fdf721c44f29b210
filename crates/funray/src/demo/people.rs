//! People of the demo: the accounts for trying it out, the contact persons of shops and causes, and
//! consumers.

use std::time::Duration;

use db::Tx;

use access::auth::Role;
use accounts::{Contact, NewPerson};
use kernel::{
    brand::Brand,
    contact::Email,
    fold,
    ids::{PersonId, TenantId},
    language::Language,
    timestamp::Timestamp,
};
use market::tenants::ContactPerson;
use platform::error::{Error, Result};

// Index of the first two shops and the first two causes among all tenants of the demo.
const VENDOR_A: Option<usize> = Some(0);
const VENDOR_B: Option<usize> = Some(1);
const CHARITY_A: Option<usize> = Some(40);
const CHARITY_B: Option<usize> = Some(41);

/// Email address and role of each demo account, printed when the program starts.
pub const ACCOUNTS: [(&str, &str); 11] = [
    ("super@demo.test", "super administrator"),
    ("super2@demo.test", "super administrator, for what takes two people"),
    ("admin@demo.test", "administrator"),
    ("manager@vendor-a.test", "manager of the first vendor"),
    ("employee@vendor-a.test", "employee of the first vendor"),
    ("manager@vendor-b.test", "manager of the second vendor"),
    ("employee@vendor-b.test", "employee of the second vendor"),
    ("manager@charity-a.test", "manager of the first charity"),
    ("manager@charity-b.test", "manager of the second charity"),
    ("buyer@demo.test", "consumer"),
    ("buyer2@demo.test", "consumer"),
];

/// Age of all demo accounts, so that they are older than the demo's first order.
pub const BEFORE: Duration = Duration::from_secs(90 * 24 * 3600);

/// Demo accounts: email address, first name, last name, role, and index of the tenant where the
/// person works.
const PEOPLE: [(&str, &str, &str, Role, Option<usize>); 11] = [
    ("super@demo.test", "Simone", "Tremblay", Role::SuperAdministrator, None),
    ("super2@demo.test", "Sylvie", "Bergeron", Role::SuperAdministrator, None),
    ("admin@demo.test", "Adam", "Okafor", Role::Administrator, None),
    ("manager@vendor-a.test", "Maya", "Leblanc", Role::Manager, VENDOR_A),
    ("employee@vendor-a.test", "Eli", "Novak", Role::Employee, VENDOR_A),
    ("manager@vendor-b.test", "Marc", "Gagnon", Role::Manager, VENDOR_B),
    ("employee@vendor-b.test", "Ewa", "Singh", Role::Employee, VENDOR_B),
    ("manager@charity-a.test", "Clara", "Beaulieu", Role::Manager, CHARITY_A),
    ("manager@charity-b.test", "Chen", "MacDonald", Role::Manager, CHARITY_B),
    ("buyer@demo.test", "Billie", "Roy", Role::Consumer, None),
    ("buyer2@demo.test", "Ben", "Campbell", Role::Consumer, None),
];

/// Consumers other than the two demo accounts: name, street, city, province and postal code.
const CONSUMERS: [(&str, &str, &str, &str, &str, &str); 23] = [
    ("Aaliyah", "Hassan", "61 Gladstone Avenue", "Ottawa", "Ontario", "K2P 0Y1"),
    ("Anders", "Lindqvist", "14 Ossington Avenue", "Toronto", "Ontario", "M6J 2Y7"),
    ("Béatrice", "Morin", "3320 rue Jeanne-Mance", "Montréal", "Québec", "H2X 2J7"),
    ("Caleb", "Whitefeather", "77 Montreal Street", "Kingston", "Ontario", "K7L 3G6"),
    ("Camille", "Deschamps", "18 rue Laval", "Gatineau", "Québec", "J8X 3G7"),
    ("Darnell", "Joseph", "2184 Gottingen Street", "Halifax", "Nova Scotia", "B3K 3B4"),
    ("Élodie", "Gauthier", "905 boulevard Gréber", "Gatineau", "Québec", "J8T 3R8"),
    ("Fatima", "El-Amin", "40 Herkimer Street", "Hamilton", "Ontario", "L8P 2G3"),
    ("Gurpreet", "Dhillon", "1188 Howe Street", "Vancouver", "British Columbia", "V6Z 2S8"),
    ("Hana", "Kobayashi", "2055 Yukon Street", "Vancouver", "British Columbia", "V5Y 3P1"),
    ("Isaac", "Osei", "330 Charlton Avenue West", "Hamilton", "Ontario", "L8P 2E5"),
    ("Jeanne", "Lapointe", "4571 rue Fabre", "Montréal", "Québec", "H2J 3V7"),
    ("Kofi", "Mensah", "120 Carlton Street", "Toronto", "Ontario", "M5A 4K2"),
    ("Leah", "Cohen", "15 Palmerston Gardens", "Toronto", "Ontario", "M6G 1V8"),
    ("Mateo", "Fernández", "26 Cambridge Street North", "Ottawa", "Ontario", "K1R 7A4"),
    ("Nadia", "Petrov", "1300 Robie Street", "Halifax", "Nova Scotia", "B3H 3E2"),
    ("Owen", "MacLeod", "5790 University Avenue", "Halifax", "Nova Scotia", "B3H 1V7"),
    ("Priya", "Raman", "501 Pine Street", "Kingston", "Ontario", "K7K 1W9"),
    ("Quentin", "Bélanger", "6240 avenue De Lorimier", "Montréal", "Québec", "H2G 2P6"),
    ("Rosa", "Marchetti", "218 Clare Avenue", "Hamilton", "Ontario", "L8K 1M4"),
    ("Siobhan", "Kelly", "89 Sunnyside Avenue", "Ottawa", "Ontario", "K1S 0R1"),
    ("Thi", "Nguyen", "3750 Main Street", "Vancouver", "British Columbia", "V5V 3N7"),
    ("Wendell", "Blackwood", "12 Barrie Street", "Kingston", "Ontario", "K7L 3J8"),
];

/// First names of contact persons who have no account.
const FIRST_NAMES: [&str; 11] = [
    "Alice", "Bruno", "Chantal", "Deepak", "Esther", "Florian", "Grace", "Hubert", "Ines", "Jonah",
    "Keiko",
];
const LAST_NAMES: [&str; 8] =
    ["Arsenault", "Bouchard", "Chen", "Desrosiers", "Eriksen", "Fraser", "Gill", "Hébert"];

/// A person's id and full name.
pub type Named = (PersonId, String);

/// People of the demo who buy cards, redeem them or write notes.
pub struct People {
    /// Demo account for trying out the purchase of a card.
    pub buyer: Named,
    pub consumers: Vec<Named>,
    /// Clerks who redeem cards, each with the id of the shop.
    clerks: Vec<(TenantId, PersonId)>,
    /// Administrator who redeems cards at shops without a clerk, and writes the notes.
    pub administrator: PersonId,
}

impl People {
    pub fn clerk_of(&self, vendor: TenantId) -> PersonId {
        let clerk = self.clerks.iter().find(|(tenant, _)| *tenant == vendor);
        clerk.map_or(self.administrator, |(_, person)| *person)
    }
}

pub fn add(
    tx: &mut Tx<'_>,
    now: Timestamp,
    password_hash: &str,
    tenants: &[TenantId],
) -> Result<People> {
    let person = |email: &str, first_name: &str, last_name: &str, contact: Contact| {
        Ok::<_, Error>(NewPerson {
            email: address(email)?,
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            contact,
            language: Language::En,
            brand: Brand::DEFAULT,
            password_hash: Some(password_hash.to_owned()),
        })
    };
    let (mut buyer, mut administrator, mut clerks) = (None, None, Vec::new());
    for (email, first_name, last_name, role, employer) in PEOPLE {
        let person = person(email, first_name, last_name, Contact::default())?;
        let tenant = employer.and_then(|number| tenants.get(number)).copied();
        let id = accounts::add_confirmed(tx, now, &person, role, tenant)?;
        match role {
            Role::Administrator => administrator = Some(id),
            Role::Employee => clerks.extend(tenant.map(|tenant| (tenant, id))),
            Role::Consumer if buyer.is_none() => {
                buyer = Some((id, format!("{first_name} {last_name}")));
            }
            _ => {}
        }
    }
    let mut consumers = Vec::new();
    for (first_name, last_name, street, city, province, postal_code) in CONSUMERS {
        let contact = Contact {
            address_line: Some(street.to_owned()),
            city: Some(city.to_owned()),
            province: Some(province.to_owned()),
            postal_code: Some(postal_code.to_owned()),
            ..Contact::default()
        };
        let email = format!("{}@demo.test", plain(&format!("{first_name} {last_name}"), "."));
        let person = person(&email, first_name, last_name, contact)?;
        let id = accounts::add_confirmed(tx, now, &person, Role::Consumer, None)?;
        consumers.push((id, format!("{first_name} {last_name}")));
    }
    let missing = || Error::Internal("somebody is missing in the demo".to_owned());
    let (buyer, administrator) = buyer.zip(administrator).ok_or_else(missing)?;
    Ok(People { buyer, consumers, clerks, administrator })
}

/// Returns the contact person of a tenant: the tenant's manager if there is one, otherwise an
/// invented person at the tenant's domain.
pub fn contact_of(number: usize, site: &str, area_code: &str) -> Result<ContactPerson> {
    let manager = PEOPLE
        .iter()
        .find(|(_, _, _, role, employer)| *role == Role::Manager && *employer == Some(number));
    let first_name = FIRST_NAMES[number % FIRST_NAMES.len()];
    let last_name = LAST_NAMES[number % LAST_NAMES.len()];
    let own = format!("{}@{site}.test", plain(first_name, ""));
    let (email, first_name, last_name) = match manager {
        Some((email, first_name, last_name, ..)) => (*email, *first_name, *last_name),
        None => (own.as_str(), first_name, last_name),
    };
    Ok(ContactPerson {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        email: address(email)?,
        work_phone: format!("{area_code}555{:04}", 100 + number),
        mobile_phone: format!("{area_code}555{:04}", 160 + number % 40),
    })
}

/// Returns a name in a form that email and web addresses allow: plain lower-case words, joined by
/// `between`.
fn plain(name: &str, between: &str) -> String {
    fold::words(name).join(between)
}

fn address(text: &str) -> Result<Email> {
    Email::parse(text).ok_or_else(|| Error::Internal(format!("{text} is no address")))
}
