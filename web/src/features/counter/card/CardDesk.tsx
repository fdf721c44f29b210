import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { m } from "@/i18n";
import { asLeft } from "@/shared/table/leftLists";
import { BackLink } from "@/shared/page/BackLink";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import type { Card } from "@/features/card/types";
import { CardActions } from "./CardActions";
import { CardDeskFacts } from "./CardDeskFacts";
import { CardDeskHistory } from "./CardDeskHistory";
import { inFours } from "@/features/card/cardText";
import { cardQuery } from "./cards";
import { CurrentBalance } from "./CurrentBalance";
import { DeactivateCard } from "./DeactivateCard";
import { ReportLostButton } from "./ReportLostButton";
import { useLookUp } from "@/features/counter/lookup/useLookUp";
import { useBlockNavigation } from "@/features/counter/redemption/useBlockNavigation";
import { useScanner } from "@/features/counter/lookup/scanner";

interface CardDeskProps {
  id: string;
  /** Path of the list that this card was opened from. */
  listPlace: string;
  /** False if the surrounding layout already has a back link. */
  leadsBack?: boolean;
  /** Whether the card can be redeemed here. */
  isAtCounter?: boolean;
  /** Further facts that the opening page adds. */
  moreFacts?: (card: Card) => ReactNode;
  /** Menu of the support desk. Resending and freezing are then offered only there. */
  caseMenu?: (card: Card) => ReactNode;
}

/** Page of one card for clerks: balance, cardholder, history and actions. */
export function CardDesk(props: CardDeskProps) {
  const { id, listPlace, leadsBack = true, isAtCounter = true, moreFacts, caseMenu } = props;
  const query = useQuery(cardQuery(id));
  const { lookUp } = useLookUp();
  useBlockNavigation();
  // Scanning opens another card. `LoadedDesk` has the card as its key, so nothing started on this card applies to the next one.
  useScanner(lookUp);
  // The heading appears before the card has loaded, so that it can receive the focus.
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
