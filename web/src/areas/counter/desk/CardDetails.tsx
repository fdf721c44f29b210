import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { CardDeskFacts } from "@/features/counter/card/CardDeskFacts";
import { CardDeskHistory } from "@/features/counter/card/CardDeskHistory";
import { cardQuery } from "@/features/counter/card/cards";
import { DeactivateCard } from "@/features/counter/card/DeactivateCard";
import { ReportLostButton } from "@/features/counter/card/ReportLostButton";

interface CardDetailsProps {
  id: string;
  /** How often the clerk has jumped to the history. */
  looks: number;
}

/** History and cardholder of the open card. Below the pad, because most customers are served without them. */
export function CardDetails({ id, looks }: CardDetailsProps) {
  const card = useQuery(cardQuery(id)).data;
  const isReadOnly = useSearchParams()[0].get("isView") === "true";
  const [page, setPage] = useState(1);
  if (!card) return null;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:items-start">
      <CardDeskHistory card={card} page={page} looks={looks} onPage={setPage} />
      <CardDeskFacts card={card} more={null} hasMenu={false}>
        {!isReadOnly && <ReportLostButton card={card} />}
        {!isReadOnly && !card.isDeactive && <DeactivateCard card={card} />}
      </CardDeskFacts>
    </div>
  );
}
