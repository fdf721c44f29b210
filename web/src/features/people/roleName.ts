import { m } from "@/i18n";
import type { Role } from "@/session/current";

const names: Record<Role, () => string> = {
  SUPER_ADMINISTRATOR: m.users_role_super_administrator,
  ADMINISTRATOR: m.users_role_administrator,
  MANAGER: m.users_role_manager,
  EMPLOYEE: m.users_role_employee,
  CONSUMER: m.users_role_consumer,
};

/** Returns the label of a role; unknown roles are returned unchanged. */
export function roleName(role: string): string {
  return (names as Record<string, (() => string) | undefined>)[role]?.() ?? role;
}
