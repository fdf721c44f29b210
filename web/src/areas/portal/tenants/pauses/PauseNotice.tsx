import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { openPauseQuery } from "@/areas/portal/kit/payoutPauses";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";

const LiftDialog = lazyPiece(
  async () => (await import("./dialogs")).LiftDialog,
  ({ onClose }) => onClose(),
);

/** Notice of paused payouts with the administrator, the time and the reason. A second person lifts the pause. */
export function PauseNotice({ tenantId }: { tenantId: string }) {
  const [isLifting, setIsLifting] = useState(false);
  const pause = useQuery(openPauseQuery(tenantId)).data?.items[0];
  if (!pause) return null;
  const { pausedByName, pausedAt, reason, withBank, refusal } = pause;
  const who = pausedByName ?? m.log_closed_account();
  return (
    <Notice tone="danger" className="mb-4 max-w-[1080px]">
      <p className="wrap-anywhere">{m.pauses_banner({ who, moment: formatMoment(pausedAt), reason })}</p>
      {withBank > 0 && <p className="mt-1">{m.pauses_with_bank({ amount: formatMoney(withBank) })}</p>}
      <DecisionButton
        refusal={refusal}
        className="mt-3"
        aria-haspopup="dialog"
        onClick={() => setIsLifting(true)}
      >
        {m.pauses_lift()}
      </DecisionButton>
      <Suspense>{isLifting && <LiftDialog pause={pause} onClose={() => setIsLifting(false)} />}</Suspense>
    </Notice>
  );
}
