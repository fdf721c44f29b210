import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentProps } from "react";
import { Link, useLocation, useMatch, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardQuery } from "@/features/counter/card/cards";
import { cardSlot, useCardSlot, type CardSlot } from "@/features/counter/slot/cardSlot";
import { playFeedback } from "@/features/counter/feedback";
import { cardListPath, testCodeIn, useOpenCardId } from "@/features/counter/slot/counterRoutes";
import { useScanner } from "@/features/counter/lookup/scanner";
import { useCloseCard } from "@/features/counter/slot/useCloseCard";
import { clearLookUp, useLookUp } from "@/features/counter/lookup/useLookUp";
import { isMoneyMoving, useBlockNavigation } from "@/features/counter/redemption/useBlockNavigation";
import { useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { asLeft } from "@/shared/table/leftLists";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { LinkButton } from "@/ui/form/LinkButton";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { Spinner } from "@/ui/layout/Spinner";
import { CardFinder } from "./CardFinder";
import { CounterCard } from "./CounterCard";
import { FirstPin } from "./FirstPin";
import { MessageInSlot } from "./MessageInSlot";
import { TillToday } from "./TillToday";
import { useCameraSwitch } from "./useCameraSwitch";
import { useTypedAhead } from "./useTypedAhead";

const CounterCamera = lazyPiece(async () => (await import("./CounterCamera")).CounterCamera);
const TestCardInSlot = lazyPiece(async () => (await import("./TestCardInSlot")).TestCardInSlot);
const CardDetails = lazyPiece(async () => (await import("./CardDetails")).CardDetails);

/** Wide enough for the pad beside the search field. */
const HAS_ROOM = "(width >= 700px)";

/** The counter page at all its paths: search field, camera, card slot and latest transactions. */
export function CounterPage() {
  const [isWide] = useState(() => matchMedia(HAS_ROOM).matches);
  const field = useRef<HTMLInputElement>(null);
  const addressed = useOpenCardId();
  const isScanCode = useMatch(paths.scanCode()) !== null;
  const [isCameraOn, turnCamera] = useCameraSwitch(isScanCode);
  const opening = useLocation().key;
  const slot = useCardSlot();
  const { lookUp, lookUpTyped } = useLookUp();
  const closeCard = useCloseCard();
  useBlockNavigation();
  useSlotOfPage(addressed, opening);
  useTestCardOfAddress(lookUp);
  useScanner(lookUp);
  const takeTyped = useTypedAhead(slot.is === "looking");
  /** The last code before the camera, kept while a card replaces the camera. */
  const lastCode = useRef<string>(undefined);
  const focusField = () => {
    // On a phone, the keyboard would cover the camera.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  };
  const isOpen = addressed !== undefined && (slot.is === "free" || isFound(slot, addressed));
  const begin = useEffectEvent(focusField);
  useEffect(() => {
    if (!isOpen && slot.is !== "looking") begin();
  }, [isOpen, slot]);
  // Reopening a finished card remounts its pad; otherwise the typed amount stays.
  const [round, setRound] = useState({ opening, isDone: false, number: 0 });
  if (opening !== round.opening) {
    setRound({ opening, isDone: false, number: round.number + Number(round.isDone) });
  }
  const [looks, setLooks] = useState({ opening, count: 0 });
  const details = isOpen && (
    <Suspense>
      <CardDetails
        key={`${addressed} ${countOf(looks, opening)}`}
        id={addressed}
        looks={countOf(looks, opening)}
      />
    </Suspense>
  );
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
      onLookAtHistory={() => setLooks((now) => ({ opening, count: countOf(now, opening) + 1 }))}
    />
  ) : (
    <EmptySlot isWide={isWide} />
  );
  return (
    <Page title={m.counter_page()}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <PageHeading className="text-xl">{m.counter_page()}</PageHeading>
        {isScanCode ? (
          <CloseScan />
        ) : (
          <Link to={asLeft(paths.scanCards())} className="flex min-h-11 items-center">
            {m.counter_find_card()}
          </Link>
        )}
      </div>
      <FirstPin />
      <div className="grid grid-cols-1 gap-6 min-[700px]:grid-cols-2 min-[700px]:items-start">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <CardFinder
            field={field}
            opened={isOpen ? `${addressed} ${opening}` : undefined}
            onCode={lookUpTyped}
            onSearch={() => {
              clearLookUp();
              closeCard();
            }}
          />
          {!isWide && place}
          {!isWide && details}
          {(isWide || !isOpen) && (
            <Suspense>
              <CounterCamera
                isOn={isCameraOn}
                onTurn={turnCamera}
                isLooking={slot.is === "looking"}
                lastCode={lastCode}
                onCode={lookUp}
                onOther={() => {
                  if (isMoneyMoving()) return;
                  clearLookUp();
                  closeCard();
                  refuseOtherCode();
                }}
                // Without a camera, users who came to scan have to type.
                onTrouble={() => isScanCode && field.current?.focus()}
              />
            </Suspense>
          )}
          {isWide && <TillToday />}
        </div>
        {isWide && place}
        {isWide && <div className="min-w-0 col-span-full empty:hidden">{details}</div>}
        {!isWide && <TillToday />}
      </div>
    </Page>
  );
}

/** Link from the camera to the user's list of cards. */
function CloseScan() {
  const profile = useProfile();
  return (
    <LinkButton
      to={cardListPath(profile, "")}
      variant="quiet"
      aria-label={m.counter_scan_close()}
      className="button-icon"
    >
      <Icon name="x" size={24} />
    </LinkButton>
  );
}

interface Looks {
  opening: string;
  count: number;
}

/** Returns how often the clerk has jumped to the history since the card was opened. */
function countOf(looks: Looks, opening: string): number {
  return looks.opening === opening ? looks.count : 0;
}

function isFound(slot: CardSlot, id: string): boolean {
  return slot.is === "looking" && slot.foundId === id;
}

/** Shows a message for a QR code that isn't a card's, without asking the server. */
function refuseOtherCode(): void {
  playFeedback("refused");
  cardSlot.say({
    tone: "danger",
    title: m.counter_other_code_title(),
    text: m.counter_other_code_text(),
  });
}

/** Frees the card slot when a card opens, and cancels a look-up when another card opens or the page unmounts. */
function useSlotOfPage(addressed: string | undefined, opening: string): void {
  useEffect(() => {
    if (addressed === undefined || !opening) return;
    if (!isFound(cardSlot.current(), addressed)) clearLookUp();
    cardSlot.free();
  }, [addressed, opening]);
  useEffect(
    () => () => {
      clearLookUp();
      cardSlot.free();
    },
    [],
  );
}

/** Opens the test card in the address. The next step at the counter leaves that address. */
function useTestCardOfAddress(lookUp: (code: string) => void): void {
  const [search] = useSearchParams();
  const code = testCodeIn(search);
  const open = useEffectEvent(lookUp);
  useEffect(() => {
    if (code !== undefined) open(code);
  }, [code]);
}

/** The card slot without a card. */
function EmptySlot({ isWide }: { isWide: boolean }) {
  const slot = useCardSlot();
  if (slot.is === "message") return <MessageInSlot {...slot.message} />;
  if (slot.is === "test") {
    return (
      <Suspense fallback={<Skeleton className="h-40" />}>
        <TestCardInSlot key={slot.code} {...slot} />
      </Suspense>
    );
  }
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
  const profile = useProfile();
  return (
    <WhenLoaded
      query={query}
      placeholder={
        <SkeletonGroup>
          <Skeleton className="h-96 rounded-panel" />
        </SkeletonGroup>
      }
      otherwise={cardListPath(profile, "")}
    >
      {(card) => <CounterCard card={card} {...rest} />}
    </WhenLoaded>
  );
}
