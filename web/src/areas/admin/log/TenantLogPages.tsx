import { useKept } from "@/areas/admin/tenants/useKept";
import { LogPage } from "./LogPage";

/** What was done in a vendor: one's own, or as an administrator sees it. */
export function VendorLogPage() {
  return <LogPage tenantId={useKept("vid")} />;
}

/** The same of a charity. */
export function CharityLogPage() {
  return <LogPage tenantId={useKept("cid")} />;
}
