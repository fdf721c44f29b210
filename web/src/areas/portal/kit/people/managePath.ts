import { adminPaths } from "@/adminPaths";
import { withQuery } from "@/paths";

/** Address parameter with the id of the role to edit. */
export const USER_ROLE = "userRoleId";

/** Returns the address of a person's page with the form of one role, for administrators. */
export function managePath(id: string, userRoleId: string): string {
  return withQuery(adminPaths.users.one(id), { [USER_ROLE]: userRoleId });
}
