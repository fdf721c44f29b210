import { NavLink, useMatch } from "react-router";
import { menu } from "@/areas/account/routes";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isOnlyClerk } from "@/session/can";
import { useProfile } from "@/session/current";
import { calledName, type Profile } from "@/session/profile";
import { BackLink } from "@/shared/page/BackLink";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import { SignOutButton } from "@/shared/shell/SignOutButton";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/list/Avatar";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

interface AccountLink {
  label: string;
  to: string;
  icon: IconName;
  position: number;
}

/**
 * Returns the navigation links of the account pages. Orders are for shoppers only, not for accounts that only work at a
 * counter.
 */
function places(profile: Profile | undefined): AccountLink[] {
  const isShopper = !isOnlyClerk(profile);
  const offered = menu.filter(({ may }) => !may || (profile && may(profile)));
  const own = offered.map(({ label, to, icon, position }) => ({ label: label(), to: to(), icon, position }));
  const orders = { label: m.orders_title(), to: paths.orders(), icon: "shopping-bag", position: 2 } as const;
  return [...own, ...(isShopper ? [orders] : [])].toSorted((a, b) => a.position - b.position);
}

/**
 * Layout of the account pages: the user's name and the navigation. On a phone, they are a page of
 * their own, and the other pages link back to it.
 */
export function AccountLayout() {
  const profile = useProfile();
  const elsewhere = useMatch(paths.account()) ? "" : "max-lg:hidden";
  return (
    <div className="page pt-6 pb-20 sm:pt-14">
      {profile && (
        <div className={cx("flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 print:hidden", elsewhere)}>
          <Avatar text={profile.avatarText} className="size-14 text-lg" />
          <p className="min-w-0 flex-1 basis-40">
            <span className="block wrap-anywhere font-display text-xl font-bold">{calledName(profile)}</span>
            {profile.displayName && (
              <span className="block wrap-anywhere text-ink-soft">{profile.email}</span>
            )}
          </p>
          <SignOutButton className="flex-none max-sm:-ml-5 sm:ml-auto" />
        </div>
      )}
      {elsewhere && (
        <div className="lg:hidden print:hidden">
          <BackLink to={paths.account()}>{m.profile_title()}</BackLink>
        </div>
      )}
      <div className="mt-4 grid sm:mt-8 grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[240px_minmax(0,1fr)] print:mt-0 print:block">
        <nav aria-label={m.profile_title()} className={cx("lg:sticky lg:top-8 print:hidden", elsewhere)}>
          <ul className="grid gap-1 max-lg:-mx-3.5">
            {places(profile).map(({ label, to, icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  className="flex min-h-12 items-center gap-3 rounded-control px-3.5 py-2 leading-tight font-semibold text-ink-soft no-underline hover:bg-[color-mix(in_oklab,var(--ink),transparent_94%)] hover:text-ink aria-[current=page]:bg-surface-tint aria-[current=page]:text-ink aria-[current=page]:[&_.icon]:text-brand"
                >
                  <Icon name={icon} size={20} />
                  {label}
                  <Icon name="chevron-right" size={20} className="ml-auto lg:hidden" />
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 max-w-[720px]">
          <PrivateOutlet />
        </div>
      </div>
    </div>
  );
}
