import "@/brands/current/desk.css";
import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { isTenantManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { PageArea } from "@/shared/page/Page";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import { SkipLink } from "@/ui/layout/SkipLink";
import { Toaster } from "@/ui/overlay/Toaster";
import { AdminHeader } from "./AdminHeader";
import { AdminNavigation } from "./AdminNavigation";
import { TenantName } from "./TenantName";

/** Layout of all portal pages: sidebar and header. */
export function AdminLayout() {
  const profile = useProfile();
  const isTenants = profile !== undefined && isTenantManager(profile);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[264px_minmax(0,1fr)] print:block">
      <SkipLink>{m.admin_skip()}</SkipLink>
      <aside
        className="desk-side hidden border-r border-[color-mix(in_oklab,var(--ink),transparent_88%)] bg-(--footer-ground) px-4 pt-5 text-ink lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto scheme-dark print:hidden"
        aria-label={m.admin_title()}
      >
        <Link
          to={adminPaths.home()}
          aria-label={m.admin_logo({ brand: brand.name })}
          className="flex min-h-11 items-center px-3 text-inherit"
        >
          <brand.Logo className={isTenants ? "h-6 w-auto" : "h-9 w-auto"} />
        </Link>
        {isTenants ? (
          <div className="mt-2 mb-5">
            <TenantName profile={profile} />
          </div>
        ) : (
          <p className="mt-1 mb-7 px-4 text-sm/normal text-ink-soft">{m.admin_title()}</p>
        )}
        <AdminNavigation />
      </aside>
      <div className="flex flex-col min-w-0 min-h-dvh">
        <AdminHeader />
        <main
          id="main"
          tabIndex={-1}
          className="w-full flex-[1_0_auto] px-[clamp(16px,3vw,40px)] [:where(&_h1)]:text-[clamp(1.563rem,1.3rem+1.2vw,2.2rem)] max-w-360 pt-7 pb-16"
        >
          <PageArea value={m.admin_title()}>
            <PrivateOutlet />
          </PageArea>
        </main>
      </div>
      <Toaster />
    </div>
  );
}
