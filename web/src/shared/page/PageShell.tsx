import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { LoadingBar } from "@/ui/layout/LoadingBar";

/**
 * Shown while the first page's code is loading: an empty header and the outline of a page. The
 * build writes it into the HTML of pages that can't be prerendered, so that the window is never
 * empty. The app itself does not contain it.
 */
export function PageShell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <LoadingBar isLoading />
      <div className="page flex min-h-16 items-center sm:min-h-18">
        <a
          href={paths.home()}
          aria-label={m.shell_logo({ brand: brand.name })}
          className="flex min-h-11 items-center"
        >
          <brand.Logo className="h-8 w-auto" />
        </a>
      </div>
      <div aria-hidden="true" className="page flex w-full flex-col gap-5 py-10">
        <div className="skeleton h-11 w-3/5 max-w-100" />
        <div className="skeleton h-5 w-4/5 max-w-140" />
        <div className="skeleton mt-4 h-56 rounded-panel" />
      </div>
    </div>
  );
}
