import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useIsRestoring, useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { CartPlaceholder } from "./CartPlaceholder";
import { GuestCart } from "./GuestCart";
import { OwnCart } from "./OwnCart";

/** What is in the cart, and what it comes to. */
export function CartPage() {
  const profile = useProfile();
  const isRestoring = useIsRestoring();
  return (
    <Page title={m.cart_title()}>
      <div className="page py-10">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <PageHeading>{m.cart_heading()}</PageHeading>
          <Link to={paths.home()} className="back-link">
            {m.cart_continue()}
          </Link>
        </div>
        {profile ? <OwnCart /> : isRestoring ? <CartPlaceholder /> : <GuestCart />}
      </div>
    </Page>
  );
}
