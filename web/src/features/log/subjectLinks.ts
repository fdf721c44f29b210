// Links from log entries to the pages of their subjects, as far as the user may open them.
import { adminPaths } from "@/adminPaths";
import { withQuery } from "@/paths";
import { can, isAdministrator, isCharityManager, isVendorManager } from "@/session/can";
import type { Profile } from "@/session/current";
import type { LogEntry } from "./queries";

type Link = (entry: { id: string; tenant: string; isVendor: boolean }) => string;
type Links = Partial<Record<LogEntry["subjectKind"], Link>>;

const administrators: Links = {
  PERSON: ({ id }) => adminPaths.person(id),
  TENANT: ({ id, isVendor }) => (isVendor ? adminPaths.vendor(id) : adminPaths.charity(id)),
  CARD: ({ id, tenant }) => adminPaths.vendorArea(tenant).card(id),
  ORDER: ({ id }) => adminPaths.order(id),
  CAMPAIGN: ({ id, tenant }) => adminPaths.charityArea(tenant).campaign(id),
  TILL: ({ tenant }) => adminPaths.vendorArea(tenant).tills(),
  PAYOUT: ({ id }) => adminPaths.payout(id),
  PAYOUT_RUN: ({ id }) => adminPaths.payoutRun(id),
  BURST: ({ tenant }) => adminPaths.vendorArea(tenant).log(),
};

const directory: Links = {
  REGION: ({ id }) => adminPaths.regions.edit(id),
  CATEGORY: ({ id }) => adminPaths.categories.edit(id),
  ORGANIZATION_KIND: ({ id }) => adminPaths.organizations.edit(id),
};

const vendorManagers: Links = {
  TENANT: () => adminPaths.vendorArea().information(),
  CARD: ({ id }) => adminPaths.vendorArea().card(id),
  TILL: () => adminPaths.vendorArea().tills(),
};

const charityManagers: Links = {
  TENANT: () => adminPaths.charityArea().information(),
  CAMPAIGN: ({ id }) => adminPaths.charityArea().campaign(id),
};

function linksOf(profile: Profile | undefined): Links {
  if (isAdministrator(profile)) return { ...administrators, ...(can(profile, "keepDirectory") && directory) };
  if (isVendorManager(profile)) return vendorManagers;
  return isCharityManager(profile) ? charityManagers : {};
}

/** Subjects that belong to an organization. */
const NEED_TENANT = new Set<LogEntry["subjectKind"]>(["TENANT", "CARD", "CAMPAIGN", "TILL", "BURST"]);

export function subjectLink(
  { subjectKind, subjectId, subjectName, tenantId, tenantType }: LogEntry,
  profile: Profile | undefined,
): string | undefined {
  const isGone = subjectKind === "PERSON" && subjectName === null;
  if (isGone || (tenantId === null && NEED_TENANT.has(subjectKind))) return undefined;
  const isVendor = tenantType === "VENDOR";
  return linksOf(profile)[subjectKind]?.({ id: subjectId, tenant: tenantId ?? "", isVendor });
}

/** Returns the path of the log, filtered by a subject. */
export function wholeLogOf(subjectId: string, profile: Profile | undefined): string {
  if (isAdministrator(profile)) return adminPaths.logOf(subjectId);
  const area = isVendorManager(profile) ? adminPaths.vendorArea() : adminPaths.charityArea();
  return withQuery(area.log(), { subjectId });
}
