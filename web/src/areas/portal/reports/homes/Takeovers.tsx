// The cards of closing shops that this shop is asked to take over, and how far each takeover is.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { takeoversQuery, type Takeover } from "./queries";

const dialogs = () => import("./takeoverDialogs");
const AcceptDialog = lazyPiece(
  async () => (await dialogs()).AcceptTakeoverDialog,
  ({ onClose }) => onClose(),
);
const DeclineDialog = lazyPiece(
  async () => (await dialogs()).DeclineTakeoverDialog,
  ({ onClose }) => onClose(),
);

/** A finished takeover is shown for 30 days. */
const SHOWN_AFTERWARDS_MS = 30 * 24 * 3600 * 1000;

function isShown({ state, endedAt }: Takeover): boolean {
  if (state === "DECLINED") return false;
  return endedAt === null || Date.now() - Date.parse(endedAt) < SHOWN_AFTERWARDS_MS;
}

export function Takeovers({ shopId }: { shopId: string }) {
  const takeovers = useQuery(takeoversQuery(shopId)).data?.filter(isShown) ?? [];
  return takeovers.map((takeover) => <Shown key={takeover.id} shopId={shopId} takeover={takeover} />);
}

function wordsOf(takeover: Takeover): string {
  const { vendorName: shop, state, cards, takenCards, takenAmount, acceptedAt, acceptedByName } = takeover;
  const amount = formatMoney(takeover.amount);
  if (state === "OFFERED") return m.summary_takeover_offered({ shop, amount, count: cards });
  if (state === "RUNS") return m.summary_takeover_runs({ shop, amount, done: formatMoney(takenAmount) });
  if (state === "ENDED")
    return m.summary_takeover_ended({ shop, amount: formatMoney(takenAmount), count: takenCards });
  const date = acceptedAt === null ? "–" : formatMoment(acceptedAt);
  return m.summary_takeover_accepted_by({ shop, amount, who: acceptedByName ?? "–", date });
}

function Shown({ shopId, takeover }: { shopId: string; takeover: Takeover }) {
  const [asking, setAsking] = useState<"accept" | "decline">();
  const client = useQueryClient();
  const dialog = {
    shopId,
    takeover,
    onClose: () => setAsking(undefined),
    onChanged: (changed: Takeover[]) => client.setQueryData(takeoversQuery(shopId).queryKey, changed),
  };
  const isOffered = takeover.state === "OFFERED";
  return (
    <Notice className="mt-4 max-w-prose" tone={takeover.state === "ENDED" ? "success" : "info"}>
      <p className="font-semibold">{wordsOf(takeover)}</p>
      {isOffered && (
        <>
          <p className="mt-1">{m.summary_takeover_offered_text()}</p>
          <p className="mt-1">{m.tenants_closing_reason({ reason: takeover.reason })}</p>
        </>
      )}
      {(isOffered || takeover.state === "ACCEPTED") && (
        <div className="mt-4 flex flex-wrap gap-3">
          {isOffered && (
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setAsking("accept")}>
              {m.summary_takeover_accept()}
            </Button>
          )}
          <Button aria-haspopup="dialog" onClick={() => setAsking("decline")}>
            {m.summary_takeover_decline()}
          </Button>
        </div>
      )}
      <Suspense>
        {asking === "accept" && <AcceptDialog {...dialog} />}
        {asking === "decline" && <DeclineDialog {...dialog} />}
      </Suspense>
    </Notice>
  );
}
