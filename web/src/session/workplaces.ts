// Users who work for several vendors or charities see the portal of one at a time. The server
// admits them to all of them.
import { localText } from "@/lib/storage";
import type { Person, Role, TenantType, Workplace } from "./profile";

const OF_A_WORKPLACE: ReadonlySet<Role> = new Set<Role>(["MANAGER", "EMPLOYEE"]);

/** Workplace that a user chose last in this browser. */
export const chosenWorkplace = (userId: string) => localText(`workplace.${userId}`);

interface WorkplaceReply {
  tenantId: string;
  tenantType: TenantType;
  displayName: string;
  roles: string;
}

export function rolesIn(text: string): Role[] {
  return text.split(",").filter((role) => role !== "") as Role[];
}

export function workplacesOf(replies: readonly WorkplaceReply[] = []): Workplace[] {
  return replies.map((reply) => ({ ...reply, roles: rolesIn(reply.roles) }));
}

/** Returns the user with the roles of one workplace: the chosen one, or the first. */
export function atWorkplace(person: Person, chosen: string | null): Person {
  const { workplaces = [], tenantIds } = person;
  const place = workplaces.find(({ tenantId }) => tenantId === chosen) ?? workplaces[0];
  if (!place) return person;
  const isElsewhere = (role: Role) => OF_A_WORKPLACE.has(role) && !place.roles.includes(role);
  return {
    ...person,
    roles: person.roles.filter((role) => !isElsewhere(role)),
    tenantType: place.tenantType,
    tenantIds: [place.tenantId, ...tenantIds.filter((id) => id !== place.tenantId)],
  };
}
