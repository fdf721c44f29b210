import { NavLink } from "react-router";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { Icon } from "@/ui/Icon";
import { ApprovalCount } from "./ApprovalCount";
import { OpenCount } from "./OpenCount";
import { useSidebar } from "./sidebar";

interface AdminNavigationProps {
  /** Called when somebody goes somewhere. */
  onGo?: (() => void) | undefined;
}

/** The places of the signed-in person, in groups. */
export function AdminNavigation({ onGo }: AdminNavigationProps) {
  return (
    <nav aria-label={m.admin_navigation()} className="flex flex-col gap-4">
      {useSidebar().map((entries) => (
        <ul key={entries[0]?.to} className="desk-places">
          {entries.map(({ label, to, icon }) => (
            <li key={to}>
              <NavLink to={to} onClick={onGo} className="desk-place">
                <Icon name={icon} size={22} />
                {label}
                {to === adminPaths.cards() && <OpenCount />}
                {to === adminPaths.vendorArea().approvals() && <ApprovalCount />}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
