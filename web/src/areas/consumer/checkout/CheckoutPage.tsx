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
import { settingsQuery } from "@/api/queries/settings";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CardMarks } from "@/features/cart/CardMarks";
import { OrderSummary } from "@/features/cart/OrderSummary";
import { forgetPayment, paymentUnderWay, rememberPayment } from "@/features/cart/payingFor";
import { cartQuery, cartWasSold, isBeingPaid, type ServerCart } from "@/features/cart/serverCart";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RetryScene } from "@/shared/page/RetryScene";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/Notice";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { lazyPiece } from "@/ui/lazyPiece";
import { useMedia } from "@/ui/useMedia";
import { CheckoutFrame } from "./CheckoutFrame";
import { FoldedSummary } from "./FoldedSummary";
import { failureOf, isInDoubt, notCharged, pay } from "./payment";
import { useIsOffline } from "./useIsOffline";
import { SummaryLines } from "./SummaryLines";

/** What a form takes comes while one reads what is being paid for. */
const CardForm = lazyPiece(async () => (await import("./CardForm")).CardForm);

/** A moment to read what went wrong, before the fields are there again. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

const PAYING = ["pay"];

const PHONE = "(width < 40rem)";

function isPayable(cart: ServerCart | undefined): cart is ServerCart {
  return (
    cart !== undefined && cart.cartDetails.length > 0 && cart.cartDetails.every(({ isOnSale }) => isOnSale)
  );
}

/** Paying for the cart. */
export function CheckoutPage() {
  const navigate = useNavigate();
  // Another tab may have changed it since: what is paid for is what is shown.
  const cart = useQuery({ ...cartQuery(), refetchOnWindowFocus: "always" });
  // This document was fetched for the checkout: what its router has read is as new as the page.
  const { data, isFetched, isLoadingError, error } = cart;

  // The page stays on the screen for a moment after it has led on: what becomes of the cart then is no news for it.
  const [isOver, setIsOver] = useState(false);
  const backToCart = useEffectEvent((reason?: Error) => {
    const unanswered = paymentUnderWay();
    if (unanswered !== undefined) {
      void navigate(paths.checkoutPending(unanswered), { replace: true });
      return;
    }
    if (reason instanceof ApiError) toast.error(reason.errorMessage);
    void navigate(paths.cart(), { replace: true });
  });
  // A payment that was begun on this page says itself what became of it.
  const isPaidHere = useIsMutating({ mutationKey: PAYING }) > 0 || isOver;
  const pending = isFetched && !isPaidHere && isBeingPaid(data) ? data.id : undefined;
  const follow = useEffectEvent((orderNumber: string) => {
    void navigate(paths.checkoutPending(orderNumber), { replace: true });
  });
  useEffect(() => {
    if (pending !== undefined) follow(pending);
  }, [pending]);
  // What was read before stays payable though it can't be read again: a card is perhaps typed in already.
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

function Payment({ cart, onOver }: { cart: ServerCart; onOver: () => void }) {
  const { data: settings, isLoadingError, error, refetch } = useQuery(settingsQuery());
  const { isHeld, isPaying, attempt, holder, failure, start } = usePayment(cart, onOver);
  const gateway = settings?.gateway;
  const fields = useRef<HTMLFieldSetElement>(null);
  const isTriedAgain = failure !== undefined && !isHeld;
  const reason = useRef<HTMLDivElement>(null);
  const isOffline = useIsOffline();
  const [unreached, setUnreached] = useState<string>();
  // The gateway refused the card before anything was charged.
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const shown = refusals.length > 0 ? notCharged(refusals) : failure;
  const Summary = useMedia(PHONE) ? FoldedSummary : OrderSummary;
  // The page that a payment in doubt ends on is here before the network can be gone.
  useEffect(() => void import("./CheckoutPendingPage").catch(() => undefined), []);
  useEffect(() => {
    if (isTriedAgain) fields.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [isTriedAgain]);
  // What went wrong is in sight, in the middle of the window, where no message lies over it.
  const told = unreached ?? (refusals.length > 0 ? refusals : failure);
  useEffect(() => {
    if (told !== undefined) reason.current?.scrollIntoView({ block: "center" });
  }, [told]);
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
        <p className="mt-5 flex gap-2 text-sm text-ink-soft">
          <Icon name="lock" size={18} className="flex-none" />
          {m.checkout_safe()}
        </p>
      </section>
      {/* On a phone, what is being paid for stands before how. */}
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

/** The payment and what follows from it. Each attempt begins with empty fields. */
function usePayment(cart: ServerCart, onOver: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  // A declined card takes its own fields along; whose it was is no secret of the card.
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
      forgetPayment();
      await navigate(paths.checkoutSuccess(orderId), { replace: true });
      await Promise.all([cartWasSold(client), invalidate(client, ["/Cards", "/Orders/me", "/Orders/{id}"])]);
    },
    onError: (error) => {
      if (isInDoubt(error)) {
        onOver();
        void navigate(paths.checkoutPending(cart.id ?? ""), { replace: true });
        return;
      }
      forgetPayment();
      if (error instanceof ApiError) void sayElsewhere(client, error, isLeft.current);
      setIsPausing(true);
      setTimeout(() => setIsPausing(false), PAUSE_AFTER_FAILURE_MS);
    },
  });
  const { error } = payment;
  const isDoubtful = error !== null && isInDoubt(error);
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
      if (cart.id !== null) rememberPayment(cart.id);
      payment.mutate({ cart, cardHolderName, token });
    },
  };
}

/** Errors of a cart that is not what the page shows. */
const CART_ERRORS = new Set(["VALIDATION", "CHANGED_MEANWHILE"]);

/**
 * The page itself says above its fields why a payment failed. A toast takes the reason along to another page: one that the buyer has
 * opened since, or the cart, if what is in it can't be paid for any more.
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
