// Where the thing that a row of the log is about has its page, for those who may open it.
import { adminPaths } from "@/adminPaths";
import { isAdministrator, isVendorManager } from "@/session/can";
import type { Profile } from "@/session/current";
import type { LogEntry } from "./queries";

type Place = (entry: { id: string; tenant: string }) => string;

const administrators: Partial<Record<LogEntry["subjectKind"], Place>> = {
  PERSON: ({ id }) => adminPaths.users.one(id),
  CARD: ({ id, tenant }) => adminPaths.vendorArea(tenant).card(id),
  ORDER: ({ id }) => adminPaths.order(id),
  CAMPAIGN: ({ id, tenant }) => adminPaths.charityArea(tenant).campaign(id),
  TILL: ({ tenant }) => adminPaths.vendorArea(tenant).tills(),
};

const managers: typeof administrators = {
  CARD: ({ id }) => adminPaths.vendorArea().card(id),
  TILL: () => adminPaths.vendorArea().tills(),
};

/** Of things that belong to an organization, and of those that don't. */
const NEED_TENANT = new Set<LogEntry["subjectKind"]>(["CARD", "CAMPAIGN", "TILL"]);

export function placeOf(
  { subjectKind, subjectId, subjectName, tenantId }: LogEntry,
  profile: Profile | undefined,
): string | undefined {
  const isGone = subjectKind === "PERSON" && subjectName === null;
  if (isGone || (tenantId === null && NEED_TENANT.has(subjectKind))) return undefined;
  const places = isAdministrator(profile) ? administrators : isVendorManager(profile) ? managers : {};
  return places[subjectKind]?.({ id: subjectId, tenant: tenantId ?? "" });
}
