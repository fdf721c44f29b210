//! Example emails for the tests that render every kind of email.

use super::{
    AccountEvent, AppointmentStep, ClosedCards, FactorChange, Letter, PinChange, RoleChange, WayIn,
};
use access::auth::{Role, TenantKind};
use kernel::timestamp::Timestamp;

pub fn examples() -> Vec<Letter> {
    [joining(), safety(), staff(), organizations()].concat()
}

fn ann() -> String {
    "Ann".to_owned()
}

fn shop() -> String {
    "Maple Leaf Books".to_owned()
}

fn link(path: &str) -> String {
    format!("https://shop.example/{path}")
}

fn joining() -> Vec<Letter> {
    let code = || link("api/v1/Accounts/links/4w7q2n");
    let closed = |count, balance: &str| {
        let (balance, link) = (balance.to_owned(), link("closed-cards#code=4w7q2n"));
        let cards = Some(ClosedCards { count, balance, link });
        Letter::AccountClosed { first_name: ann(), cards }
    };
    vec![
        Letter::ConfirmAddress { first_name: ann(), link: code() },
        Letter::AlreadyRegistered {
            first_name: ann(),
            sign_in: link("signin"),
            reset: link("forgot-password"),
        },
        Letter::ResetPassword { first_name: ann(), link: code() },
        Letter::EmailCode { code: "040 217".to_owned() },
        Letter::BetterPassword { first_name: ann(), link: code() },
        Letter::PasswordChanged { first_name: ann(), reset: link("forgot-password") },
        Letter::AccountClosed { first_name: ann(), cards: None },
        closed(1, "$25.00"),
        closed(3, "$62.50"),
    ]
}

fn safety() -> Vec<Letter> {
    let events = [
        AccountEvent::NewDevice,
        AccountEvent::SessionMoved,
        AccountEvent::TokenReused,
        AccountEvent::MovementMailsOff,
    ];
    let events = events.map(|event| Letter::AccountNotice {
        first_name: ann(),
        event,
        device: "Chrome, Windows".to_owned(),
        address: Some("203.0.113.9".to_owned()),
        at: Timestamp::UNIX_EPOCH,
        end_sessions: link("sign-out-everywhere#code=4w7q2n"),
    });
    let key = || "Ann’s phone".to_owned();
    let changes = [
        FactorChange::AppAdded,
        FactorChange::AppRemoved,
        FactorChange::PasskeyAdded(key()),
        FactorChange::PasskeyBesidePassword(key()),
        FactorChange::PasskeyRemoved(key()),
        FactorChange::CodesMade,
        FactorChange::CodeUsed(9),
        FactorChange::Reset,
    ];
    let account = || link("account/security");
    let changes = changes.map(|change| Letter::SecondFactor {
        first_name: ann(),
        change,
        account: account(),
    });
    let pins = [PinChange::Set, PinChange::Removed, PinChange::Locked].map(|change| Letter::Pin {
        first_name: ann(),
        change,
        shop: shop(),
        account: account(),
    });
    [events.to_vec(), changes.to_vec(), pins.to_vec()].concat()
}

fn ways_in() -> [WayIn; 3] {
    let code = || link("api/v1/Accounts/links/4w7q2n");
    [WayIn::ChoosePassword(code()), WayIn::Answer(code()), WayIn::SignIn(link("admin/signin"))]
}

fn staff() -> Vec<Letter> {
    let invitations = Role::ALL.into_iter().zip(ways_in().into_iter().cycle());
    let invitations = invitations.map(|(role, link)| Letter::Invite {
        first_name: ann(),
        inviter: "Louis Roy".to_owned(),
        organization: role.has_tenant().then(shop),
        role,
        link,
    });
    let changes =
        [RoleChange::Granted, RoleChange::Changed, RoleChange::SetActive, RoleChange::SetInactive];
    let changes = changes.into_iter().zip(Role::ALL).map(|(change, role)| Letter::RoleChanged {
        first_name: ann(),
        change,
        role,
        organization: role.has_tenant().then(shop),
        link: "https://shop.example".to_owned(),
    });
    let steps = [AppointmentStep::Proposed, AppointmentStep::Refused, AppointmentStep::Begun];
    let steps = steps.into_iter().zip(Role::ALL).map(|(step, role)| Letter::Appointment {
        step,
        name: "Louis Roy".to_owned(),
        email: "louis@shop.example".to_owned(),
        role,
        organization: role.has_tenant().then(shop),
        by: (role != Role::Administrator).then(|| "Ann Roy".to_owned()),
        link: link("admin/users"),
    });
    let between_colleagues = [
        Letter::ClosingAsked {
            name: "Louis Roy".to_owned(),
            email: "louis@shop.example".to_owned(),
            role: Role::Manager,
            link: link("admin/users/1"),
        },
        Letter::ClosingDeclined {
            first_name: "Louis".to_owned(),
            by: "Ann Roy".to_owned(),
            reason: "Please hand over your shop’s till first.".to_owned(),
            link: link("account/data"),
        },
        Letter::Renamed {
            first_name: "Louise".to_owned(),
            before: "Louise Roy".to_owned(),
            after: "Louise Martin".to_owned(),
            by: "Ann Roy".to_owned(),
            link: link("account"),
        },
    ];
    invitations.chain(changes).chain(steps).chain(between_colleagues).collect()
}

fn organizations() -> Vec<Letter> {
    let received = |home: Option<&str>| Letter::RegistrationReceived {
        first_name: ann(),
        organization: shop(),
        home: home.map(str::to_owned),
    };
    let registrations = TenantKind::ALL.map(|kind| Letter::NewRegistration {
        organization: shop(),
        kind,
        contact: "Ann Roy".to_owned(),
        email: "ann@shop.example".to_owned(),
        link: link("admin/vendors"),
    });
    let approvals =
        ways_in().map(|link| Letter::Approval { first_name: ann(), organization: shop(), link });
    let received = [received(Some("https://shop.example")), received(None)];
    received.into_iter().chain(registrations).chain(approvals).collect()
}
