import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isTenantManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { LanguageSwitch } from "@/shared/shell/LanguageSwitch";
import { Dialog } from "@/ui/overlay/Dialog";
import { AdminNavigation } from "./AdminNavigation";
import { SignOutButton } from "@/shared/shell/SignOutButton";
import { TenantName } from "./TenantName";
import { Whoami } from "./Whoami";

/** Sidebar and header links, for screens too narrow for them. */
export function AdminMenuSheet({ onClose }: { onClose: () => void }) {
  const profile = useProfile();
  return (
    <Dialog isOpen onClose={onClose} title={m.admin_title()} className="[&_ul]:-mx-2">
      {profile && isTenantManager(profile) && <TenantName profile={profile} onGo={onClose} />}
      {profile && <Whoami profile={profile} onGo={onClose} className="mb-4" />}
      <AdminNavigation onGo={onClose} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-2 border-t border-line pt-3">
        <Link to={paths.home()} onClick={onClose} className="shell-link">
          {m.admin_to_shop()}
        </Link>
        <LanguageSwitch />
        <SignOutButton className="-mr-3" />
      </div>
    </Dialog>
  );
}
