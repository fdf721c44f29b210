import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { tellError } from "@/shared/page/tellError";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { inDollars } from "./amount";
import { cardHistoryQuery } from "./cards";
import type { Try } from "./tries";

interface UnsureTryProps {
  attempt: Try;
  /** Whether the one at the till has looked since it was sent. */
  isLookedUp: boolean;
  /** Sends it again. Only who sent it can: from anybody else it would be taken a second time. */
  repeat?: { isSending: boolean; send: () => void } | undefined;
  /** The history has just been read. */
  onLook: () => void;
  /** Somebody has looked, and begins anew. */
  onGoOn: () => void;
}

/**
 * Nobody answered. Sending it again finds out, and takes nothing a second time. The history knows, too, once somebody has read
 * it after that: only then is there a way past it.
 */
export function UnsureTry({ attempt, isLookedUp, repeat, onLook, onGoOn }: UnsureTryProps) {
  const client = useQueryClient();
  const query = cardHistoryQuery(attempt.cardId, 1);
  const history = useQuery({ ...query, enabled: false });
  const [isLooking, setIsLooking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const look = async () => {
    setIsLooking(true);
    // An answer that was on its way already may be older than the try.
    await client.cancelQueries({ queryKey: query.queryKey });
    const { isSuccess, error } = await history.refetch();
    setIsLooking(false);
    // When it fails nobody has looked.
    if (isSuccess) onLook();
    else tellError(error);
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
