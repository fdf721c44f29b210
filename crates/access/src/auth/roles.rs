//! The five roles, highest first, and the two kinds of tenants.

use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;

use kernel::{fields::Checked, messages::Message};

/// Role, in upper case in replies; requests may use any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Role {
    SuperAdministrator,
    Administrator,
    Manager,
    Employee,
    Consumer,
}

db::text_enum! {
    Role {
        SuperAdministrator = "SUPER_ADMINISTRATOR",
        Administrator = "ADMINISTRATOR",
        Manager = "MANAGER",
        Employee = "EMPLOYEE",
        Consumer = "CONSUMER",
    }
}

impl Role {
    /// Returns the display name.
    pub fn label(self) -> &'static str {
        match self {
            Role::SuperAdministrator => "Super Administrator",
            Role::Administrator => "Administrator",
            Role::Manager => "Manager",
            Role::Employee => "Employee",
            Role::Consumer => "Consumer",
        }
    }

    pub fn parse(text: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word().eq_ignore_ascii_case(text.trim()))
    }

    /// Returns true for managers and employees, whose role belongs to one tenant.
    pub fn has_tenant(self) -> bool {
        matches!(self, Role::Manager | Role::Employee)
    }

    /// Returns true if this role is as high as the other, or higher. A person can't grant a role
    /// above their own.
    pub fn reaches(self, other: Role) -> bool {
        self.rank() >= other.rank()
    }

    fn rank(self) -> u8 {
        match self {
            Role::SuperAdministrator => 4,
            Role::Administrator => 3,
            Role::Manager => 2,
            Role::Employee => 1,
            Role::Consumer => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum TenantKind {
    Vendor,
    Charity,
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Role::parse(&text).ok_or_else(|| de::Error::custom(format!("{text:?} is no role")))
    }
}

impl Checked for Role {
    fn check(label: &str, text: &str) -> Result<Self, Message> {
        Role::parse(text).ok_or_else(|| {
            Message::of(
                format!("{label} is not one of the roles."),
                "Ce rôle n’existe pas.".to_owned(),
            )
        })
    }
}

db::text_enum! {
    TenantKind {
        Vendor = "VENDOR",
        Charity = "CHARITY",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn role_parse_ignores_case() {
        assert_eq!(Role::parse("consumer"), Some(Role::Consumer));
        assert_eq!(Role::parse(" Super_Administrator "), Some(Role::SuperAdministrator));
        assert_eq!(Role::parse("root"), None);
        assert_eq!(
            serde_json::to_string(&Role::SuperAdministrator).expect("text"),
            "\"SUPER_ADMINISTRATOR\""
        );
    }

    #[test]
    fn role_reaches_itself_and_lower_roles() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            for (other_index, other) in Role::ALL.into_iter().enumerate() {
                assert_eq!(role.reaches(other), index <= other_index, "{role:?} {other:?}");
            }
        }
    }
}
