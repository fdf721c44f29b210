import { Outlet } from "react-router";
import { brand } from "@/brands/current";
import { useIsBusy } from "@/shared/page/useIsBusy";
import { LoadingBar } from "@/ui/layout/LoadingBar";
import { Toaster } from "@/ui/overlay/Toaster";

/** Layout of the setup page: the logo and one panel. It has no links, because no other page is open yet. */
export function BareLayout() {
  return (
    <div data-ground="quiet" className="isolate flex min-h-dvh flex-col bg-surface-quiet">
      <header className="page flex min-h-18 items-center">
        <LoadingBar isLoading={useIsBusy()} />
        <brand.Logo className="h-8 w-auto sm:h-10" />
      </header>
      <main className="page grid grow place-items-center py-8 pb-16">
        <Outlet />
      </main>
      <Toaster />
    </div>
  );
}
