import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { inDollars } from "./amount";
import { cardHistoryQuery } from "@/features/counter/card/cards";
import type { PendingRedemption } from "./pendingRedemptions";

interface UnknownOutcomeProps {
  attempt: PendingRedemption;
  /** Whether the current user has read the history since the request was sent. */
  isLookedUp: boolean;
  /** Sends the request again. Undefined for other users, for whom the server would redeem the amount a second time. */
  repeat?: { isSending: boolean; send: () => void } | undefined;
  /** Called when the history has been refetched. */
  onLook: () => void;
  /** Called when the user has read the history and starts a new redemption. */
  onGoOn: () => void;
}

/**
 * Shown when a redemption got no answer. Sending it again is safe and reveals the outcome. Reading the history reveals it, too;
 * only then can the user start a new redemption.
 */
export function UnknownOutcome({ attempt, isLookedUp, repeat, onLook, onGoOn }: UnknownOutcomeProps) {
  const client = useQueryClient();
  const query = cardHistoryQuery(attempt.cardId, 1);
  const history = useQuery({ ...query, enabled: false });
  const [isLooking, setIsLooking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const look = async () => {
    setIsLooking(true);
    // A pending answer may be older than the redemption.
    await client.cancelQueries({ queryKey: query.queryKey });
    const { isSuccess, error } = await history.refetch();
    setIsLooking(false);
    // After a failed refetch, the history doesn't count as read.
    if (isSuccess) onLook();
    else showErrorToast(error);
  };
  const at = formatMoment(new Date(attempt.sentAt).toISOString());
  return (
    <div className="grid gap-6">
      <Notice tone="danger">
        <strong className="block">
          {m.counter_unsure_title({ amount: formatMoney(inDollars(attempt.taken)) })}
        </strong>
        <p>{repeat ? m.counter_unsure_text() : m.counter_not_mine_text({ at })}</p>
        {repeat && <p className="mt-2">{m.counter_unsure_paid()}</p>}
      </Notice>
      <div className="grid gap-3">
        {repeat && (
          <Button ref={first} variant="primary" size="large" isBusy={repeat.isSending} onClick={repeat.send}>
            {m.counter_unsure_repeat()}
          </Button>
        )}
        <Button
          ref={repeat ? undefined : first}
          variant={repeat ? "secondary" : "primary"}
          size="large"
          isBusy={isLooking}
          disabled={repeat?.isSending}
          onClick={() => void look()}
        >
          {m.counter_unsure_look()}
        </Button>
        {isLookedUp && (
          <Button variant="quiet" size="large" disabled={repeat?.isSending} onClick={onGoOn}>
            {repeat ? m.counter_unsure_drop() : m.counter_not_mine_go_on()}
          </Button>
        )}
      </div>
    </div>
  );
}
