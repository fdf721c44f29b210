//! The demo's accounts and the tenants that they work for.

use db::Tx;

use crate::{
    accounts::{self, NewPerson},
    auth::{Role, TenantId, TenantKind},
    brand::Brand,
    directory::{CategoryId, OrganizationId},
    error::{Error, Result},
    kernel::{contact::Email, language::Language, timestamp::Timestamp},
    secrets::Secrets,
    tenants::{self, Address, ContactPerson, Registration, SortedUnder, TenantState},
};

/// Where somebody works.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Employer {
    Nobody,
    VendorA,
    VendorB,
    CharityA,
    CharityB,
}

/// E-mail and who it is, as the start prints them.
pub const ACCOUNTS: [(&str, &str); 10] = [
    ("super@demo.test", "super administrator"),
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

const PEOPLE: [(&str, &str, &str, Role, Employer); 10] = [
    ("super@demo.test", "Simone", "Tremblay", Role::SuperAdministrator, Employer::Nobody),
    ("admin@demo.test", "Adam", "Okafor", Role::Administrator, Employer::Nobody),
    ("manager@vendor-a.test", "Maya", "Leblanc", Role::Manager, Employer::VendorA),
    ("employee@vendor-a.test", "Eli", "Novak", Role::Employee, Employer::VendorA),
    ("manager@vendor-b.test", "Marc", "Gagnon", Role::Manager, Employer::VendorB),
    ("employee@vendor-b.test", "Ewa", "Singh", Role::Employee, Employer::VendorB),
    ("manager@charity-a.test", "Clara", "Beaulieu", Role::Manager, Employer::CharityA),
    ("manager@charity-b.test", "Chen", "MacDonald", Role::Manager, Employer::CharityB),
    ("buyer@demo.test", "Billie", "Roy", Role::Consumer, Employer::Nobody),
    ("buyer2@demo.test", "Ben", "Campbell", Role::Consumer, Employer::Nobody),
];

pub fn add(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    password_hash: &str,
    category: CategoryId,
    organization: OrganizationId,
) -> Result<()> {
    let vendor = SortedUnder::Category(category);
    let charity = SortedUnder::Organization(organization);
    let tenants = [
        (Employer::VendorA, add_tenant(tx, secrets, now, "Maple Leaf Books", vendor, 2)?),
        (Employer::VendorB, add_tenant(tx, secrets, now, "Boulangerie du Canal", vendor, 4)?),
        (Employer::CharityA, add_tenant(tx, secrets, now, "Riverside Food Bank", charity, 6)?),
        (Employer::CharityB, add_tenant(tx, secrets, now, "Northern Paws Rescue", charity, 7)?),
    ];
    for (email, first_name, last_name, role, employer) in PEOPLE {
        let tenant = tenants.iter().find(|(of, _)| *of == employer).map(|(_, id)| *id);
        let person = NewPerson {
            email: address(email)?,
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            contact: accounts::Contact::default(),
            language: Language::En,
            brand: Brand::FunRay,
            password_hash: Some(password_hash.to_owned()),
        };
        accounts::add_confirmed(tx, now, &person, role, tenant)?;
    }
    Ok(())
}

fn address(text: &str) -> Result<Email> {
    Email::parse(text).ok_or_else(|| Error::Internal(format!("{text} is no address")))
}

/// An active tenant whose contact is one of the people above.
fn add_tenant(
    tx: &mut Tx<'_>,
    secrets: &Secrets,
    now: Timestamp,
    name: &str,
    sorted_under: SortedUnder,
    contact: usize,
) -> Result<TenantId> {
    let (email, first_name, last_name, _, _) = PEOPLE[contact];
    let registration = Registration {
        kind: match sorted_under {
            SortedUnder::Category(_) => TenantKind::Vendor,
            SortedUnder::Organization(_) => TenantKind::Charity,
        },
        legal_name: name.to_owned(),
        business_number: format!("80000000{contact}"),
        sorted_under,
        address: Address {
            line1: format!("{}0 Main Street", contact + 1),
            line2: None,
            city: "Ottawa".to_owned(),
            province: "Ontario".to_owned(),
            postal_code: "K1P 1J1".to_owned(),
        },
        contact: ContactPerson {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            email: address(email)?,
            work_phone: "6135550100".to_owned(),
            mobile_phone: "6135550101".to_owned(),
        },
    };
    let id = tenants::register(tx, secrets, now, &registration)?;
    tenants::set_state(tx, id, now, TenantState::Active)?;
    Ok(id)
}
