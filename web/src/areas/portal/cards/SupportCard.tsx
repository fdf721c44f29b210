import type { ComponentProps } from "react";
import { Timeline } from "@/areas/portal/kit/cases/Timeline";
import { useCase } from "@/areas/portal/kit/cases/useCase";
import { CardDesk } from "@/features/counter/card/CardDesk";
import { SupportCardMenu } from "./SupportCardMenu";

/** A card in the support view: all actions in one menu, and its timeline below. */
export function SupportCard({ desk }: { desk: Omit<ComponentProps<typeof CardDesk>, "caseMenu"> }) {
  const timeline = useCase({ kind: "card", id: desk.id });
  return (
    <>
      <CardDesk {...desk} caseMenu={(card) => <SupportCardMenu card={card} />} />
      <Timeline {...timeline} />
    </>
  );
}
