import { Icon } from "@/ui/Icon";
import { Suspense, useState } from "react";
import { NavLink } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { CartCount } from "./CartCount";
import { mainLinks } from "./navigationLinks";

const MenuSheet = lazyPiece(
  async () => (await import("./MenuSheet")).MenuSheet,
  ({ onClose }) => onClose(),
);

const place =
  "relative flex min-h-14 min-w-0 flex-[1_1_0] flex-col items-center justify-center gap-0.5 text-badge leading-[1.2] font-semibold no-underline aria-[current=page]:text-brand";

/**
 * Navigation on phones: four links and a menu at the bottom edge. Causes take the place of the home link, because the logo
 * leads home.
 */
export function BottomBar() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [home, shop] = mainLinks();
  return (
    <nav
      aria-label={m.shell_main_navigation()}
      className="bottom-bar sticky bottom-0 flex sm:hidden z-(--layer-bar) border-t border-line bg-surface px-1 pt-1 pb-[calc(4px+env(safe-area-inset-bottom))] text-ink-soft print:hidden"
    >
      {!brand.hasCharities && (
        <NavLink to={paths.home()} end className={place}>
          <Icon name="house" />
          {home?.label}
        </NavLink>
      )}
      <NavLink to={shop?.to ?? paths.shopVendors()} className={place}>
        <Icon name="store" />
        {m.shell_shop_short()}
      </NavLink>
      {brand.hasCharities && (
        <NavLink to={paths.charities()} className={place}>
          <Icon name="hand-heart" />
          {m.shell_causes_short()}
        </NavLink>
      )}
      <NavLink to={paths.cart()} className={place}>
        <span className="relative">
          <Icon name="shopping-bag" />
          <CartCount />
        </span>
        <span aria-hidden="true">{m.shell_cart_short()}</span>
      </NavLink>
      <NavLink to={paths.wallet()} className={place}>
        <Icon name="wallet-cards" />
        {m.shell_wallet_short()}
      </NavLink>
      <button type="button" aria-haspopup="dialog" className={place} onClick={() => setIsMenuOpen(true)}>
        <Icon name="menu" />
        {m.shell_menu()}
      </button>
      {isMenuOpen && (
        <Suspense>
          <MenuSheet onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
