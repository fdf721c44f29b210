import { Icon } from "@/ui/Icon";
import { Link, NavLink } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useIsBusy } from "@/shared/page/useIsBusy";
import { LoadingBar } from "@/ui/layout/LoadingBar";
import { CartCount } from "./CartCount";
import { EntryLinks } from "./EntryLinks";
import { LanguageSwitch } from "@/shared/shell/LanguageSwitch";
import { mainLinks } from "./navigationLinks";
import { RegionPicker } from "./RegionPicker";

/** Header: two rows on wide screens; logo and region on phones, where the bottom bar has the rest. */
export function Header() {
  return (
    <header className="site-header relative z-(--layer-bar) bg-(--header-ground) text-ink print:hidden">
      {/* Drawn at the top of the window, but inside the header because all content must be in a landmark. */}
      <LoadingBar isLoading={useIsBusy()} />
      <div className="page flex items-center gap-2 max-sm:hidden">
        <RegionPicker className="-ml-3" />
        <span className="grow" />
        <Link to={paths.admin()} className="shell-link">
          {m.shell_admin()}
        </Link>
        <LanguageSwitch className="-mr-3" />
      </div>
      <div className="page flex items-center gap-x-2 max-sm:h-16 sm:min-h-18 sm:flex-wrap lg:flex-nowrap">
        <Link
          to={paths.home()}
          aria-label={m.shell_logo({ brand: brand.name })}
          className="flex min-h-11 flex-none items-center"
        >
          <brand.Logo className="h-8 w-auto max-[360px]:h-6 sm:h-10" />
        </Link>
        <span className="grow max-sm:hidden lg:hidden" />
        <nav
          aria-label={m.shell_main_navigation()}
          className="max-lg:order-last max-lg:w-full max-sm:hidden lg:ml-6 lg:grow"
        >
          <ul className="flex gap-1 max-lg:-mx-3">
            {mainLinks().map(({ label, to }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home()}
                  className="nav-link relative inline-flex min-h-12 items-center px-3 font-semibold whitespace-nowrap text-ink no-underline"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <RegionPicker className="ml-auto min-w-0 sm:hidden" />
        <Link
          to={paths.search()}
          className="button button-quiet button-icon flex-none max-sm:-mr-2.5"
          aria-label={m.shell_search()}
        >
          <Icon name="search" />
        </Link>
        <EntryLinks className="max-sm:hidden" />
        <Link to={paths.cart()} className="button button-quiet button-icon max-sm:hidden">
          <Icon name="shopping-bag" />
          <CartCount />
        </Link>
      </div>
    </header>
  );
}
