import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentProps } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { cardQuery } from "@/features/counter/cards";
import { giveFeedback } from "@/features/counter/feedback";
import { useScanner } from "@/features/counter/scanner";
import { useLookUp } from "@/features/counter/useLookUp";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { staffPaths } from "@/adminPaths";
import { EmptyState } from "@/ui/EmptyState";
import { lazyPiece } from "@/ui/lazyPiece";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";
import { CardFinder } from "./CardFinder";
import { CounterCard } from "./CounterCard";
import { TillToday } from "./TillToday";

const CounterCamera = lazyPiece(async () => (await import("./CounterCamera")).CounterCamera);

/** The counter on one page: one field for whatever tells a card, the camera, the card with its pad, and what was done last. */
export function CounterPage() {
  const [isWide] = useState(() => matchMedia("(width >= 1024px)").matches);
  const field = useRef<HTMLInputElement>(null);
  const id = useSearchParams()[0].get("card") ?? undefined;
  const opening = useLocation().key;
  const { lookUpTyped, isLooking, unknownCode } = useLookUp();
  /** A code before the camera that the server could know nothing of. */
  const [otherCode, setOtherCode] = useState<{ text: string; opening: string }>();
  useScanner(lookUpTyped);
  const focusField = () => {
    // On a phone the keyboard would cover the camera.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  };
  const begin = useEffectEvent(focusField);
  useEffect(() => {
    if (id === undefined) begin();
  }, [id]);
  // A card that is opened again begins anew once it is done with; until then what was typed into its pad stays.
  const [round, setRound] = useState({ opening, isDone: false, number: 0 });
  if (opening !== round.opening) {
    setRound({ opening, isDone: false, number: round.number + Number(round.isDone) });
  }
  const other = otherCode?.opening === opening ? otherCode.text : undefined;
  return (
    <Page title={m.counter_page()}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <PageHeading className="text-xl">{m.counter_page()}</PageHeading>
        <Link to={paths.scanCards()}>{m.counter_title()}</Link>
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        <div className="grid min-w-0 gap-5">
          <CardFinder
            field={field}
            opening={opening}
            isLooking={isLooking}
            unknownCode={unknownCode ?? other}
            onCode={(code) => {
              setOtherCode(undefined);
              lookUpTyped(code);
            }}
          />
          {(isWide || id === undefined) && (
            <Suspense>
              <CounterCamera
                isLooking={isLooking}
                onCode={lookUpTyped}
                onOther={(text) => {
                  giveFeedback("refused");
                  setOtherCode({ text, opening });
                }}
              />
            </Suspense>
          )}
          {isWide && <TillToday />}
        </div>
        {id === undefined ? (
          isWide && (
            <EmptyState scene="nothing-found" title={m.counter_empty_title()}>
              {m.counter_empty_text()}
            </EmptyState>
          )
        ) : (
          <OpenCard
            key={`${id} ${round.number}`}
            id={id}
            opening={opening}
            isWide={isWide}
            onFieldsTurn={(isDone) => {
              focusField();
              if (isDone) setRound((now) => ({ ...now, isDone }));
            }}
          />
        )}
        {!isWide && <TillToday />}
      </div>
    </Page>
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
