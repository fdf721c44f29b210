import { Link } from "react-router";
import { menu } from "@/areas/counter/routes";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { isVendorManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { LanguageSwitch } from "@/shared/shell/LanguageSwitch";
import { WorkplaceSwitch } from "@/features/people/WorkplaceSwitch";
import { SignOutButton } from "@/shared/shell/SignOutButton";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

interface Place {
  to: string;
  icon: IconName;
  label: string;
}

/** Returns the links that are hidden from clerks who signed in with a PIN. */
function elsewhere(isManager: boolean): Place[] {
  return [
    ...(isManager
      ? [{ to: adminPaths.home(), icon: "layout-dashboard", label: m.admin_title() } as const]
      : []),
    { to: paths.account(), icon: "circle-user", label: m.admin_account() },
    { to: paths.home(), icon: "store", label: m.admin_to_shop() },
  ];
}

/** Menu of the counter: the signed-in clerk, and links to all other pages. */
export function StaffMenu({ onClose }: { onClose: () => void }) {
  const profile = useProfile();
  const places: Place[] = [
    ...menu.map(({ to, icon, label }) => ({ to: to(), icon, label: label() })),
    ...(profile?.till ? [] : elsewhere(isVendorManager(profile))),
  ];
  return (
    <Dialog isOpen onClose={onClose} title={profile?.displayName ?? ""}>
      {profile?.workplaces?.length ? (
        <WorkplaceSwitch profile={profile} className="mb-2">
          {profile.workplaces.find(({ tenantId }) => tenantId === profile.tenantIds[0])?.displayName}
        </WorkplaceSwitch>
      ) : null}
      <ul className="-mx-3 flex flex-col">
        {places.map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onClose}
              className="flex min-h-13 items-center gap-3.5 rounded-control px-3 text-lg font-semibold text-ink no-underline hover:bg-surface-quiet"
            >
              <Icon name={icon} size={22} className="text-brand" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-2 border-t border-line pt-3">
        <LanguageSwitch className="-ml-3" />
        <SignOutButton className="-mr-3" />
      </div>
    </Dialog>
  );
}
