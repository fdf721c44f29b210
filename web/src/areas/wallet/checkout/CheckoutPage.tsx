import {
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/error";
import { isOutcomeUnknown } from "@/api/outcome";
import { settingsQuery } from "@/api/queries/settings";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CardMarks } from "@/features/cart/CardMarks";
import { OrderSummary } from "@/features/cart/OrderSummary";
import {
  clearUnansweredPayment,
  unansweredPayment,
  storeUnansweredPayment,
} from "@/features/cart/unansweredPayment";
import { cartQuery, cartWasSold, isBeingPaid, type ServerCart } from "@/features/cart/serverCart";
import { useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { Spinner } from "@/ui/layout/Spinner";
import { toast } from "@/ui/overlay/toast";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { useMedia } from "@/ui/useMedia";
import { CheckoutFrame } from "./CheckoutFrame";
import { FoldedSummary } from "./FoldedSummary";
import { failureOf, notCharged, pay, type FilledCart } from "./payment";
import { useIsOffline } from "./useIsOffline";
import { SummaryLines } from "./SummaryLines";

/** The form code loads while the shopper reads the order summary. */
const CardForm = lazyPiece(async () => (await import("./CardForm")).CardForm);

/** Gives the shopper time to read the error before the fields appear again. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

const PAYING = ["pay"];

const PHONE = "(width < 40rem)";

function isPayable(cart: ServerCart | undefined): cart is FilledCart {
  return isFilled(cart) && cart.cartDetails.every(({ isOnSale }) => isOnSale);
}

/** The checkout page, where the shopper pays for the cart. */
export function CheckoutPage() {
  const navigate = useNavigate();
  // Another tab may have changed the cart: refetch it so that the shopper pays for the cart on the screen.
  const cart = useQuery({ ...cartQuery(), refetchOnWindowFocus: "always" });
  // The checkout starts with a full page load, so the cart that the route loader fetched is fresh.
  const { data, isFetched, isLoadingError, error } = cart;

  // After a payment the page stays mounted until the next page is ready. Later changes of the cart are ignored.
  const [isOver, setIsOver] = useState(false);
  const backToCart = useEffectEvent((reason?: Error) => {
    const unanswered = unansweredPayment();
    if (unanswered !== undefined) {
      void navigate(paths.checkoutPending(unanswered), { replace: true });
      return;
    }
    if (reason instanceof ApiError) toast.error(reason.errorMessage);
    void navigate(paths.cart(), { replace: true });
  });
  // A payment that was started on this page handles its own outcome.
  const isPaidHere = useIsMutating({ mutationKey: PAYING }) > 0 || isOver;
  const pending = isFetched && !isPaidHere && isBeingPaid(data) ? data.id : undefined;
  const follow = useEffectEvent((orderNumber: string) => {
    void navigate(paths.checkoutPending(orderNumber), { replace: true });
  });
  useEffect(() => {
    if (pending !== undefined) follow(pending);
  }, [pending]);
  // A cart that was loaded stays payable when a refetch fails: the shopper may already have typed a card.
  const isOverHere = !isPaidHere && (isLoadingError || (isFetched && data !== undefined && !isPayable(data)));
  useEffect(() => {
    if (isOverHere) backToCart(error ?? undefined);
  }, [isOverHere, error]);

  return (
    <Page title={m.checkout_title()}>
      <div className="page pt-2 pb-8">
        <CheckoutFrame />
        <PageHeading className="sentence-case mt-6">{m.checkout_title()}</PageHeading>
        {isPayable(data) && isFetched && pending === undefined ? (
          <Payment cart={data} onOver={() => setIsOver(true)} />
        ) : (
          <CheckoutPlaceholder />
        )}
      </div>
    </Page>
  );
}

function Payment({ cart, onOver }: { cart: FilledCart; onOver: () => void }) {
  const { data: settings, isLoadingError, error, refetch } = useQuery(settingsQuery());
  const { isHeld, isPaying, attempt, holder, failure, start } = usePayment(cart, onOver);
  const gateway = settings?.gateway;
  const email = useProfile()?.email;
  const fields = useRef<HTMLFieldSetElement>(null);
  const isTriedAgain = failure !== undefined && !isHeld;
  const reason = useRef<HTMLDivElement>(null);
  const isOffline = useIsOffline();
  const [unreached, setUnreached] = useState<string>();
  // The gateway refused the card before any charge.
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const shown = refusals.length > 0 ? notCharged(refusals) : failure;
  const Summary = useMedia(PHONE) ? FoldedSummary : OrderSummary;
  // Preload the page of uncertain payments, because the network may be down when it is needed.
  useEffect(() => void import("./CheckoutPendingPage").catch(() => undefined), []);
  useEffect(() => {
    if (isTriedAgain) fields.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [isTriedAgain]);
  // Scroll the error to the middle of the window, where no toast covers it.
  const problem = unreached ?? (refusals.length > 0 ? refusals : failure);
  useEffect(() => {
    if (problem !== undefined) reason.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  return (
    <div className="grid grid-cols-1 gap-y-8 gap-x-10 mt-7 lg:grid-cols-[minmax(0,1fr)_380px]">
      <section
        aria-labelledby="card-details"
        className="self-start p-[clamp(20px,4vw,36px)] rounded-panel bg-surface shadow-rest"
      >
        <h2 id="card-details" className="mb-3 text-xl">
          {m.checkout_enter_card()}
        </h2>
        <div className="mb-5">
          <CardMarks />
        </div>
        <div ref={reason}>
          {isOffline || unreached !== undefined ? (
            <Notice tone="danger" className="mb-6">
              <p className="font-semibold">{isOffline ? m.checkout_offline() : unreached}</p>
              <p>{m.checkout_not_sent()}</p>
            </Notice>
          ) : (
            shown !== undefined && (
              <Notice tone="danger" className="mb-6">
                {shown.sentences.map((sentence) => (
                  <p key={sentence} className="font-semibold">
                    {sentence}
                  </p>
                ))}
                {!shown.wasCharged && <p>{m.checkout_nothing_charged()}</p>}
                {shown.isDeclined && <p>{m.checkout_declined_advice()}</p>}
              </Notice>
            )
          )}
        </div>
        {isLoadingError && <RetryScene error={error} onRetry={() => void refetch()} />}
        {settings && !gateway && <Notice tone="danger">{m.checkout_off()}</Notice>}
        {gateway && (
          <fieldset ref={fields} disabled={isHeld} className="relative">
            <Suspense fallback={<FormPlaceholder />}>
              <CardForm
                key={attempt}
                gateway={gateway}
                holder={holder}
                total={cart.total}
                onToken={start}
                onUnreached={setUnreached}
                onRefused={setRefusals}
              />
            </Suspense>
            {isPaying && (
              <div
                role="status"
                className="absolute -inset-2 z-1 grid place-content-center justify-items-center gap-2 rounded-control bg-[color-mix(in_oklab,var(--surface),transparent_6%)] text-center"
              >
                <Spinner />
                <p className="font-semibold">{m.checkout_paying()}</p>
                <p>{m.checkout_paying_text()}</p>
              </div>
            )}
          </fieldset>
        )}
        {email !== undefined && (
          <p className="mt-5 flex gap-2 text-sm text-ink-soft">
            <Icon name="mail" size={18} className="flex-none" />
            <span className="min-w-0 wrap-anywhere">{m.checkout_mailed_to({ email })}</span>
          </p>
        )}
        <p className="mt-3 flex gap-2 text-sm text-ink-soft">
          <Icon name="lock" size={18} className="flex-none" />
          {m.checkout_safe()}
        </p>
      </section>
      {/* On a phone, the summary comes before the card form. */}
      <div className="max-lg:order-first">
        <Summary
          items={cart.cartDetails}
          total={cart.total}
          lines={<SummaryLines items={cart.cartDetails} />}
        />
      </div>
    </div>
  );
}

function isFilled(cart: ServerCart | undefined): cart is FilledCart {
  return cart !== undefined && cart.id !== null && cart.cartDetails.length > 0;
}

/** Runs the payment and handles its outcome. Each attempt starts with empty card fields. */
function usePayment(cart: FilledCart, onOver: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  // A declined card clears its fields. The cardholder name is kept because it is not secret.
  const [holder, setHolder] = useState("");
  const [isPausing, setIsPausing] = useState(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const payment = useMutation({
    mutationKey: PAYING,
    mutationFn: pay,
    meta: { showsItsOwnErrors: true },
    onSuccess: async ({ orderId }) => {
      onOver();
      clearUnansweredPayment();
      await navigate(paths.checkoutSuccess(orderId), { replace: true });
      await Promise.all([cartWasSold(client), invalidate(client, ["/Cards", "/Orders/me", "/Orders/{id}"])]);
    },
    onError: (error) => {
      // The next page polls the order. It must not be paid again.
      if (isOutcomeUnknown(error)) {
        onOver();
        void navigate(paths.checkoutPending(cart.id), { replace: true });
        return;
      }
      clearUnansweredPayment();
      if (error instanceof ApiError) void sayElsewhere(client, error, isLeft.current);
      setIsPausing(true);
      setTimeout(() => setIsPausing(false), PAUSE_AFTER_FAILURE_MS);
    },
  });
  const { error } = payment;
  const isDoubtful = error !== null && isOutcomeUnknown(error);
  const isPaying = payment.isPending || payment.isSuccess || isDoubtful;
  return {
    attempt,
    holder,
    isPaying,
    isHeld: isPaying || isPausing,
    failure: error instanceof ApiError && !isDoubtful ? failureOf(error) : undefined,
    start: (token: Parameters<typeof pay>[0]["token"], cardHolderName: string) => {
      setAttempt((now) => now + 1);
      setHolder(cardHolderName);
      storeUnansweredPayment(cart.id);
      payment.mutate({ cart, cardHolderName, token });
    },
  };
}

/** Error codes for a cart that differs from the one on the page. */
const CART_ERRORS = new Set(["VALIDATION", "CHANGED_MEANWHILE"]);

/**
 * Shows the reason for a failed payment as a toast if the shopper has left this page or the cart is no longer payable.
 * Otherwise the page itself shows the reason above its fields.
 */
async function sayElsewhere(client: QueryClient, error: ApiError, isLeft: boolean): Promise<void> {
  const { sentences, wasCharged } = failureOf(error);
  if (CART_ERRORS.has(error.errorCode)) {
    const { queryKey } = cartQuery();
    await client.invalidateQueries({ queryKey });
    if (!isLeft && isPayable(client.getQueryData<ServerCart>(queryKey))) return;
  } else if (!isLeft) return;
  toast.error([...sentences, ...(wasCharged ? [] : [m.checkout_nothing_charged()])].join(" "));
}

function FormPlaceholder() {
  return (
    <SkeletonGroup className="grid gap-5">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-14" />
    </SkeletonGroup>
  );
}

function CheckoutPlaceholder() {
  return (
    <div className="grid grid-cols-1 gap-y-8 gap-x-10 mt-7 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="self-start p-[clamp(20px,4vw,36px)] rounded-panel bg-surface shadow-rest">
        <FormPlaceholder />
      </div>
      <Skeleton className="h-64 rounded-panel max-lg:order-first" />
    </div>
  );
}
