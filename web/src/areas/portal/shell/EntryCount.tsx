import { adminPaths } from "@/adminPaths";
import { ApprovalCount } from "./ApprovalCount";
import { OpenCount } from "./OpenCount";

/** Number of open cases behind a sidebar entry. */
export function EntryCount({ to }: { to: string }) {
  return to === adminPaths.vendorArea().approvals() ? <ApprovalCount /> : <OpenCount to={to} />;
}
