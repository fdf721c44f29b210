import { adminPaths } from "@/adminPaths";
import { ApprovalCount } from "./ApprovalCount";
import { OpenCount } from "./OpenCount";

/** How much waits behind an entry of the sidebar. */
export function EntryCount({ to }: { to: string }) {
  return to === adminPaths.vendorArea().approvals() ? <ApprovalCount /> : <OpenCount to={to} />;
}
