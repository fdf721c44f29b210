import { useState } from "react";
import type { Card } from "@/features/card/types";
import { m } from "@/i18n";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { ReportLostDialog } from "./ReportLostDialog";

/** Lets managers report a customer's card lost. */
export function ReportLostButton({ card }: { card: Card }) {
  const mayReport = can(useProfile(), "manageCounter");
  const [isAsking, setIsAsking] = useState(false);
  if (!mayReport || card.isMine || card.isCancelled) return null;
  return (
    <div className="mt-5 border-t border-t-line pt-5">
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {m.counter_lost()}
      </Button>
      {isAsking && <ReportLostDialog card={card} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
