import { useEffect, useState } from "react";
import { m } from "@/i18n";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { keepFocusOnPage } from "@/shared/page/focus";
import { Button } from "@/ui/form/Button";
import type { Card } from "@/features/card/types";
import { DeactivateDialog } from "./SwitchCardDialog";

/**
 * Button that freezes a card, away from the main actions because it is rarely needed. Users without the permission read who has
 * it.
 */
export function DeactivateCard({ card }: { card: Card }) {
  const maySwitch = can(useProfile(), "switchCards");
  const [isAsking, setIsAsking] = useState(false);
  // The button disappears once the card is frozen.
  useEffect(() => keepFocusOnPage, []);
  return (
    <div className="flex flex-wrap items-center gap-y-2 gap-x-4 mt-5 pt-5 border-t border-t-line">
      <Button
        size="small"
        aria-haspopup="dialog"
        disabled={!maySwitch}
        aria-describedby={maySwitch ? undefined : "deactivate-who"}
        onClick={() => setIsAsking(true)}
      >
        {m.lists_deactivate()}
      </Button>
      {!maySwitch && (
        <p id="deactivate-who" className="text-sm text-ink-soft">
          {m.counter_deactivate_who()}
        </p>
      )}
      {isAsking && <DeactivateDialog card={card} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
