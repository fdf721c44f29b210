import { Icon } from "@/ui/Icon";
import { Suspense, useState } from "react";
import { NavLink } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { lazyPiece } from "@/ui/lazyPiece";
import { CartCount } from "./CartCount";
import { mainPlaces } from "./places";

const MenuSheet = lazyPiece(
  async () => (await import("./MenuSheet")).MenuSheet,
  ({ onClose }) => onClose(),
);

/** The navigation of phones: five places along the edge where the thumb is. The rest opens from the fifth. */
export function BottomBar() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [home, shop] = mainPlaces();
  return (
    <nav aria-label={m.shell_main_navigation()} className="bottom-bar print:hidden">
      <NavLink to={paths.home()} end>
        <Icon name="house" />
        {home?.label}
      </NavLink>
      <NavLink to={shop?.to ?? paths.shopVendors()}>
        <Icon name="store" />
        {m.shell_shop_short()}
      </NavLink>
      <NavLink to={paths.cart()}>
        <span className="relative">
          <Icon name="shopping-bag" />
          <CartCount />
        </span>
        <span aria-hidden="true">{m.shell_cart_short()}</span>
      </NavLink>
      <NavLink to={paths.wallet()}>
        <Icon name="wallet-cards" />
        {m.shell_wallet_short()}
      </NavLink>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsMenuOpen(true)}>
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
