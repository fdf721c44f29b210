import { adminPaths } from "@/adminPaths";
import { withQuery } from "@/paths";

/** Parameter of the address that says which role of a person a form is about. */
export const USER_ROLE = "userRoleId";

/** Page of a person with the form of one role, for administrators. */
export function managePath(id: string, userRoleId: string): string {
  return withQuery(adminPaths.users.one(id), { [USER_ROLE]: userRoleId });
}
