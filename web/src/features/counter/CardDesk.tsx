import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { m } from "@/i18n";
import { asLeft } from "@/shared/table/leftLists";
import { BackLink } from "@/shared/page/BackLink";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";
import type { Card } from "@/features/card/types";
import { CardActions } from "./CardActions";
import { CardDeskFacts } from "./CardDeskFacts";
import { CardDeskHistory } from "./CardDeskHistory";
import { inFours } from "@/features/card/cardText";
import { cardQuery } from "./cards";
import { CurrentBalance } from "./CurrentBalance";
import { DeactivateCard } from "./DeactivateCard";
import { ReportLostButton } from "./ReportLostButton";
import { useLookUp } from "./useLookUp";
import { useStay } from "./useStay";
import { useScanner } from "./scanner";

interface CardDeskProps {
  id: string;
  /** The list that it was opened from. */
  listPlace: string;
  /** Where the frame around it leads back already, it needn't. */
  leadsBack?: boolean;
  /** Money can be taken off the card here. */
  isAtCounter?: boolean;
  /** What who opened it knows about it besides. */
  moreFacts?: (card: Card) => ReactNode;
  /** What else can be done with it, for those who help: sending it again and freezing it stand there and nowhere else. */
  caseMenu?: (card: Card) => ReactNode;
}

/** One card, as whoever stands at a counter works with it: what is on it, whose it is, what happened, what can be done. */
export function CardDesk(props: CardDeskProps) {
  const { id, listPlace, leadsBack = true, isAtCounter = true, moreFacts, caseMenu } = props;
  const query = useQuery(cardQuery(id));
  const { lookUp } = useLookUp();
  useStay();
  // Of another card everything stands anew: nothing that was begun on this one is done on that.
  useScanner(lookUp);
  // Before the card is there, so that whoever comes here lands on it.
  const title = query.data ? inFours(query.data.cardNumber) : m.counter_card();
  return (
    <Page title={title}>
      {leadsBack && <BackLink to={asLeft(listPlace)}>{m.counter_back()}</BackLink>}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageHeading className="font-mono">{title}</PageHeading>
        {query.data && caseMenu?.(query.data)}
      </div>
      <WhenLoaded query={query} placeholder={<DeskPlaceholder />} otherwise={asLeft(listPlace)}>
        {(card) => (
          <LoadedDesk
            key={card.id}
            card={card}
            moreFacts={moreFacts?.(card)}
            hasMenu={caseMenu !== undefined}
            isAtCounter={isAtCounter}
          />
        )}
      </WhenLoaded>
    </Page>
  );
}

interface LoadedDeskProps {
  card: Card;
  moreFacts: ReactNode;
  hasMenu: boolean;
  isAtCounter: boolean;
}

function LoadedDesk({ card, moreFacts, hasMenu, isAtCounter }: LoadedDeskProps) {
  const isView = useSearchParams()[0].get("isView") === "true";
  const [historyPage, setHistoryPage] = useState(1);
  const [historyLooks, setHistoryLooks] = useState(0);
  const lookAtHistory = () => {
    setHistoryPage(1);
    setHistoryLooks(historyLooks + 1);
  };
  return (
    <div className="mt-5 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:items-start max-sm:has-[[data-pinned]]:pb-26">
      <div className="p-[clamp(20px,3vw,32px)] border border-line rounded-panel bg-surface">
        <CurrentBalance card={card} />
        {!isView && isAtCounter && (
          <CardActions card={card} hasMenu={hasMenu} onLookAtHistory={lookAtHistory} />
        )}
      </div>
      <CardDeskFacts card={card} more={moreFacts} hasMenu={hasMenu}>
        {!isView && !hasMenu && <ReportLostButton card={card} />}
        {!isView && !card.isDeactive && !hasMenu && <DeactivateCard card={card} />}
      </CardDeskFacts>
      <div className="lg:col-span-full">
        <CardDeskHistory card={card} page={historyPage} looks={historyLooks} onPage={setHistoryPage} />
      </div>
    </div>
  );
}

function DeskPlaceholder() {
  return (
    <SkeletonGroup>
      <div className="mt-5 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:items-start max-sm:has-[[data-pinned]]:pb-26">
        <Skeleton className="h-64 rounded-panel" />
        <Skeleton className="h-64 rounded-panel" />
      </div>
    </SkeletonGroup>
  );
}
