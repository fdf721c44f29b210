import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { noticesQuery } from "@/session/noticeNews";
import { CounterLights } from "@/features/counter/CounterLights";
import { ApprovalsLink } from "@/features/counter/approvals/ApprovalsLink";
import { useIsBusy } from "@/shared/page/useIsBusy";
import { LanguageSwitch } from "@/shared/shell/LanguageSwitch";
import { IconButton } from "@/ui/form/IconButton";
import { LoadingBar } from "@/ui/layout/LoadingBar";
import { SignOutButton } from "@/shared/shell/SignOutButton";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { PaletteButton } from "./palette/PaletteButton";
import { Whoami } from "./Whoami";

const Bell = lazyPiece(
  async () => (await import("./bell/Bell")).Bell,
  () => undefined,
);

const AdminMenuSheet = lazyPiece(
  async () => (await import("./AdminMenuSheet")).AdminMenuSheet,
  ({ onClose }) => onClose(),
);

/** Header of the portal: user, links out of the portal and, on narrow screens, the menu button. */
export function AdminHeader() {
  const profile = useProfile();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // Prefetch with the page, before the code of the bell is loaded.
  useQuery({ ...noticesQuery, enabled: Boolean(profile) });
  return (
    <header className="work-header sticky top-0 z-(--layer-bar) flex min-h-16 items-center gap-2 max-sm:gap-1 border-b border-line bg-[color-mix(in_oklab,var(--ground),transparent_8%)] px-[clamp(16px,3vw,40px)] backdrop-blur-[10px] not-supports-[backdrop-filter:blur(1px)]:bg-(--ground) print:hidden">
      <LoadingBar isLoading={useIsBusy()} />
      <IconButton
        icon="menu"
        label={m.admin_menu()}
        aria-haspopup="dialog"
        onClick={() => setIsMenuOpen(true)}
        className="-ml-2.5 lg:hidden"
      />
      <Link
        to={adminPaths.home()}
        aria-label={m.admin_logo({ brand: brand.name })}
        className="flex min-h-11 items-center lg:hidden"
      >
        <brand.Logo className="h-7 w-auto" />
      </Link>
      <PaletteButton />
      <span className="grow max-lg:hidden" />
      <CounterLights />
      <ApprovalsLink />
      {profile && (
        <Suspense>
          <Bell profile={profile} />
        </Suspense>
      )}
      <Link to={paths.home()} className="shell-link whitespace-nowrap max-md:hidden">
        {m.admin_to_shop()}
      </Link>
      <LanguageSwitch className="max-md:hidden" />
      {profile && (
        <Whoami profile={profile} className="max-sm:-mr-1 max-sm:p-1 max-sm:[&>:last-child]:sr-only" />
      )}
      <SignOutButton className="-mr-3 max-md:hidden" />
      {isMenuOpen && (
        <Suspense>
          <AdminMenuSheet onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}
