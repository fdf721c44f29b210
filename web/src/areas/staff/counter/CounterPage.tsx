import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentProps } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardQuery } from "@/features/counter/cards";
import { cardSlot, useCardSlot, type CardSlot } from "@/features/counter/cardSlot";
import { giveFeedback } from "@/features/counter/feedback";
import { useScanner } from "@/features/counter/scanner";
import { useCloseCard } from "@/features/counter/useCloseCard";
import { forgetLookUp, useLookUp } from "@/features/counter/useLookUp";
import { isMoneyMoving, useStay } from "@/features/counter/useStay";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { staffPaths } from "@/adminPaths";
import { EmptyState } from "@/ui/EmptyState";
import { lazyPiece } from "@/ui/lazyPiece";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { CardFinder } from "./CardFinder";
import { CounterCard } from "./CounterCard";
import { MessageInSlot } from "./MessageInSlot";
import { TillToday } from "./TillToday";
import { useTypedAhead } from "./useTypedAhead";

const CounterCamera = lazyPiece(async () => (await import("./CounterCamera")).CounterCamera);

/** Room for the pad beside the field. */
const HAS_ROOM = "(width >= 700px)";

/** The counter on one page: a field for all that identifies a card, the camera, the place of the card, and the last movements. */
export function CounterPage() {
  const [isWide] = useState(() => matchMedia(HAS_ROOM).matches);
  const field = useRef<HTMLInputElement>(null);
  const addressed = useSearchParams()[0].get("card") ?? undefined;
  const opening = useLocation().key;
  const slot = useCardSlot();
  const { lookUp, lookUpTyped } = useLookUp();
  const closeCard = useCloseCard();
  useStay();
  useSlotOfPage(addressed, opening);
  useScanner(lookUp);
  const takeTyped = useTypedAhead(slot.is === "looking");
  /** The last code before the camera, which stays known while the camera gives way to a card. */
  const lastCode = useRef<string>(undefined);
  const focusField = () => {
    // On a phone the keyboard would cover the camera.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  };
  const isOpen = addressed !== undefined && (slot.is === "free" || isFound(slot, addressed));
  const begin = useEffectEvent(focusField);
  useEffect(() => {
    if (!isOpen && slot.is !== "looking") begin();
  }, [isOpen, slot]);
  // A card that is opened again is read again once it is done with; until then what was typed into its pad stays.
  const [round, setRound] = useState({ opening, isDone: false, number: 0 });
  if (opening !== round.opening) {
    setRound({ opening, isDone: false, number: round.number + Number(round.isDone) });
  }
  const place = isOpen ? (
    <OpenCard
      key={`${addressed} ${round.number}`}
      id={addressed}
      opening={opening}
      isWide={isWide}
      takeTyped={takeTyped}
      onFieldsTurn={(isDone) => {
        focusField();
        if (isDone) setRound((now) => ({ ...now, isDone }));
      }}
    />
  ) : (
    <EmptySlot isWide={isWide} />
  );
  return (
    <Page title={m.counter_page()}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <PageHeading className="text-xl">{m.counter_page()}</PageHeading>
        <Link to={paths.scanCards()}>{m.counter_title()}</Link>
      </div>
      <div className="grid grid-cols-1 gap-6 min-[700px]:grid-cols-2 min-[700px]:items-start">
        <div className="grid min-w-0 gap-5">
          <CardFinder
            field={field}
            opened={isOpen ? `${addressed} ${opening}` : undefined}
            onCode={lookUpTyped}
            onSearch={() => {
              forgetLookUp();
              closeCard();
            }}
          />
          {!isWide && place}
          {(isWide || !isOpen) && (
            <Suspense>
              <CounterCamera
                isLooking={slot.is === "looking"}
                lastCode={lastCode}
                onCode={lookUp}
                onOther={() => {
                  if (isMoneyMoving()) return;
                  forgetLookUp();
                  closeCard();
                  refuseOtherCode();
                }}
              />
            </Suspense>
          )}
          {isWide && <TillToday />}
        </div>
        {isWide && place}
        {!isWide && <TillToday />}
      </div>
    </Page>
  );
}

function isFound(slot: CardSlot, id: string): boolean {
  return slot.is === "looking" && slot.foundId === id;
}

/** A QR code before the camera that is no card's: the server is not asked about it. */
function refuseOtherCode(): void {
  giveFeedback("refused");
  cardSlot.say({
    tone: "danger",
    title: m.counter_other_code_title(),
    text: m.counter_other_code_text(),
  });
}

/** Frees the slot when the address opens a card, and ends a look-up when another card is opened or the page is left. */
function useSlotOfPage(addressed: string | undefined, opening: string): void {
  useEffect(() => {
    if (addressed === undefined || !opening) return;
    if (!isFound(cardSlot.current(), addressed)) forgetLookUp();
    cardSlot.free();
  }, [addressed, opening]);
  useEffect(
    () => () => {
      forgetLookUp();
      cardSlot.free();
    },
    [],
  );
}

/** The card's place without a card. */
function EmptySlot({ isWide }: { isWide: boolean }) {
  const slot = useCardSlot();
  if (slot.is === "message") return <MessageInSlot {...slot.message} />;
  if (slot.is === "looking") {
    return (
      <p
        role="status"
        className="flex items-center justify-center gap-3 rounded-panel bg-surface py-8 text-lg"
      >
        <Spinner />
        {m.counter_looking()}
      </p>
    );
  }
  if (!isWide) return null;
  return (
    <EmptyState scene="nothing-found" title={m.counter_empty_title()}>
      {m.counter_empty_text()}
    </EmptyState>
  );
}

function OpenCard({ id, ...rest }: { id: string } & Omit<ComponentProps<typeof CounterCard>, "card">) {
  const query = useQuery(cardQuery(id));
  return (
    <WhenLoaded
      query={query}
      placeholder={
        <SkeletonGroup>
          <Skeleton className="h-96 rounded-panel" />
        </SkeletonGroup>
      }
      otherwise={staffPaths.counter()}
    >
      {(card) => <CounterCard card={card} {...rest} />}
    </WhenLoaded>
  );
}
