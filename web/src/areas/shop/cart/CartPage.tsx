import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { rememberRedirect } from "@/session/redirect";
import { PaymentUnderWay } from "@/features/cart/PaymentUnderWay";
import { unansweredPayment } from "@/features/cart/unansweredPayment";
import { useCart } from "@/features/cart/useCart";
import { backLinkClass } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { CartPlaceholder } from "./CartPlaceholder";
import { EmptyCart } from "./EmptyCart";
import { FullCart } from "./FullCart";

/** The button's words stay in one line beside a large total, except on the narrowest phones. */
const inOneLine = "min-[22.5rem]:whitespace-nowrap max-sm:px-3 max-sm:text-base";

/** Loaded on demand: signed-in shoppers never need it. */
const SignInDialog = lazyPiece(
  async () => (await import("./SignInDialog")).SignInDialog,
  ({ onClose }) => onClose(),
);

/** Cart page with all items and the total. */
export function CartPage() {
  return (
    <Page title={m.cart_title()} description={m.cart_empty_text()}>
      <div className="page py-10">
        <div className="flex flex-wrap items-end justify-between gap-2">
          <PageHeading className="sentence-case">{m.cart_heading()}</PageHeading>
          <Link to={paths.home()} className={backLinkClass}>
            {m.cart_continue()}
          </Link>
        </div>
        <Cart />
      </div>
    </Page>
  );
}

/** Remembers the cart as the redirect if a guest leaves it by the header links to sign in or register. */
function rememberIfLeftForAccount(): void {
  if ([paths.signIn(), paths.register()].includes(location.pathname)) rememberRedirect(paths.cart());
}

function Cart() {
  const { cart, entries, isPending, isOwn, isFrozen, refusal, onSend } = useCart();
  const [isAsking, setIsAsking] = useState(false);
  const [isGoingOn, setIsGoingOn] = useState(false);
  const navigate = useNavigate();
  useEffect(() => (isOwn || isPending ? undefined : rememberIfLeftForAccount), [isOwn, isPending]);
  const [first] = entries;
  const isHeld = isFrozen || onSend !== undefined || entries.some((entry) => !entry.isThere || entry.problem);
  // A guest who signed in here to pay continues to the checkout once the server has their cart.
  const mayGoOn = isGoingOn && isOwn && !isPending && first !== undefined && !isHeld;
  const goOn = useEffectEvent(() => void navigate(paths.checkout()));
  useEffect(() => {
    if (mayGoOn) goOn();
  }, [mayGoOn]);
  if (isPending) return <CartPlaceholder />;
  if (!first && isOwn && cart.isLoadingError)
    return <RetryScene error={cart.error} onRetry={() => void cart.refetch()} />;
  if (!first) {
    // The cart may be empty because it was just paid for and the reply was lost.
    const unanswered = unansweredPayment();
    return unanswered === undefined ? (
      <EmptyCart />
    ) : (
      <Navigate to={paths.checkoutPending(unanswered)} replace />
    );
  }
  return (
    <>
      <FullCart
        entries={entries}
        notice={
          isFrozen ? (
            <PaymentUnderWay />
          ) : onSend ? (
            <Notice>
              <p>{refusal ?? m.cart_kept()}</p>
              <Button size="small" className="mt-3" isBusy={cart.isFetching} onClick={onSend}>
                {m.catalogue_retry()}
              </Button>
            </Notice>
          ) : undefined
        }
      >
        {isHeld || !isOwn ? (
          <Button
            variant="primary"
            size="large"
            disabled={isOwn}
            aria-haspopup={isOwn ? undefined : "dialog"}
            onClick={() => setIsAsking(true)}
            className={inOneLine}
          >
            {m.cart_checkout()}
          </Button>
        ) : (
          <LinkButton variant="primary" size="large" to={paths.checkout()} className={inOneLine}>
            {m.cart_checkout()}
          </LinkButton>
        )}
      </FullCart>
      {isAsking && !isOwn && (
        <Suspense>
          <SignInDialog onSignedIn={() => setIsGoingOn(true)} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
