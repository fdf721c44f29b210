//! Entries of the audit log as readers see them.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Action, EntryRow, SUBJECT_NAME, SubjectKind};
use kernel::{contact::CLOSED_DOMAIN, ids::PersonId, timestamp::Timestamp};

use crate::auth::{Actor, Role, TenantKind};

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    id: String,
    at: Timestamp,
    #[schema(value_type = Action)]
    action: String,
    #[schema(value_type = SubjectKind)]
    subject_kind: String,
    subject_id: String,
    /// Name of the record; for a card, the last four digits of its number.
    #[schema(required)]
    subject_name: Option<String>,
    #[schema(required)]
    tenant_id: Option<String>,
    #[schema(required)]
    tenant_name: Option<String>,
    #[schema(required)]
    tenant_type: Option<TenantKind>,
    /// Person who acted; null if it was the system or an anonymous caller.
    #[schema(required)]
    actor_id: Option<String>,
    /// Name of the actor at that time.
    #[schema(required)]
    actor_name: Option<String>,
    /// Email address of the actor at that time; null if it is not visible to the caller.
    #[schema(required)]
    actor_email: Option<String>,
    /// Part of the system that acted; null if a person did.
    #[schema(required)]
    program: Option<String>,
    /// Highest role of the actor at that time.
    #[schema(required)]
    role: Option<Role>,
    /// Changed fields with their values before the change.
    #[schema(required)]
    before: Option<Value>,
    /// Changed fields with their values after the change.
    #[schema(required)]
    after: Option<Value>,
    #[schema(required)]
    reason: Option<String>,
    /// IP address; null if it is no longer stored or not visible to the caller.
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    user_agent: Option<String>,
}

impl AuditEntry {
    pub fn new(row: EntryRow, reader: &Actor) -> AuditEntry {
        let json = |text: Option<String>| -> Option<Value> {
            text.and_then(|text| serde_json::from_str(&text).ok())
        };
        let is_staff = matches!(row.role, Some(Role::Manager | Role::Employee));
        // Shops don't see the IP addresses of administrators and customers.
        let shows_origin = reader.is_administrator() || is_staff;
        let person = PersonId::parse(&row.actor);
        let (before, mut after) = (json(row.before), json(row.after));
        let own_name = after.as_mut().and_then(Value::as_object_mut);
        let own_name = own_name.and_then(|fields| fields.remove(SUBJECT_NAME));
        let own_name = own_name.and_then(|name| name.as_str().map(str::to_owned));
        AuditEntry {
            id: row.id.to_string(),
            at: row.created_at,
            action: row.action,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            subject_name: named(row.subject_name.or(own_name)),
            tenant_id: row.tenant_id.map(|id| id.to_string()),
            tenant_name: row.tenant_name,
            tenant_type: row.tenant_kind,
            actor_id: person.map(|id| id.to_string()),
            actor_email: named(row.actor_name.as_ref().and(row.actor_email))
                .filter(|address| shows_origin && !address.ends_with(CLOSED_DOMAIN)),
            actor_name: named(row.actor_name),
            program: row.actor.strip_prefix("program:").map(str::to_owned),
            role: row.role,
            before,
            after,
            reason: row.reason,
            address: row.address.filter(|address| shows_origin && !address.is_empty()),
            user_agent: row.user_agent.filter(|agent| shows_origin && !agent.is_empty()),
        }
    }
}

/// Returns the trimmed name; `None` if it is empty, as in closed accounts.
pub fn named(name: Option<String>) -> Option<String> {
    name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}
