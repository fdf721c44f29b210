import { Link, Outlet } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useIsBusy } from "@/shared/page/useIsBusy";
import { Toaster } from "@/ui/overlay/Toaster";
import { LoadingBar } from "@/ui/layout/LoadingBar";

/** Layout of the sign-in pages of the admin portal: the logo, one panel and a link to the shop. */
export function QuietLayout() {
  return (
    <div data-ground="quiet" className="isolate flex min-h-dvh flex-col bg-surface-quiet">
      <header className="page flex min-h-18 items-center justify-between gap-4">
        <LoadingBar isLoading={useIsBusy()} />
        <Link
          to={paths.home()}
          aria-label={m.shell_logo({ brand: brand.name })}
          className="flex min-h-11 items-center"
        >
          <brand.Logo className="h-8 w-auto sm:h-10" />
        </Link>
        <Link to={paths.home()} className="shell-link">
          {m.account_to_shop()}
        </Link>
      </header>
      <main className="page grid grow place-items-center py-8 pb-16">
        <Outlet />
      </main>
      <Toaster />
    </div>
  );
}
