import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { ReasonDialog } from "@/shared/counter/ReasonDialog";
import { Button } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { toast } from "@/ui/toast";
import type { FoundColumn } from "./FoundTable";
import { OpenCases, OrderLink } from "./OpenCases";
import { invalidateOrders, reversalsQuery, type ChargeReversal } from "./queries";
import { reversalWords } from "./words";

function whatHappened(): FoundColumn<ChargeReversal> {
  return {
    label: m.helpdesk_reversal_what(),
    cell: ({ cause, unspent, loss, createdAt }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Chip tone="danger">{reversalWords(cause)}</Chip>
          <span className="text-sm whitespace-nowrap text-ink-soft">{formatMoment(createdAt)}</span>
        </span>
        <span className="mt-1 block text-sm text-ink-soft">
          {m.helpdesk_reversal_loss({ unspent: formatMoney(unspent), loss: formatMoney(loss) })}
        </span>
      </>
    ),
  };
}

function actions(reversal: ChargeReversal) {
  return (
    <>
      <OrderLink order={reversal} variant="quiet" />
      <CloseButton reversal={reversal} />
    </>
  );
}

/** Charges that somebody reversed at the gateway and that nobody has looked into yet. */
export function Reversals() {
  const [page, setPage] = useState(1);
  return (
    <OpenCases
      title={m.helpdesk_reversals()}
      text={m.helpdesk_reversals_text()}
      none={m.helpdesk_reversals_none()}
      pagesLabel={m.helpdesk_reversals_pages()}
      query={useQuery(reversalsQuery(page))}
      page={page}
      onPage={setPage}
      about={whatHappened()}
      actions={actions}
    />
  );
}

function CloseButton({ reversal: { id, orderNumber: number } }: { reversal: ChargeReversal }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const close = useMutation({
    mutationFn: (note: string) =>
      call("put", "/api/v1/Helpdesk/reversals/{id}/closed", { path: { id }, body: { note } }),
    onSuccess: () => {
      setIsAsking(false);
      toast.success(m.helpdesk_reversal_closed());
      return invalidateOrders(client);
    },
  });
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={m.helpdesk_reversal_close_one({ number })}
        onClick={() => setIsAsking(true)}
      >
        {m.helpdesk_reversal_close()}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={m.helpdesk_reversal_close_title({ number })}
          text={<p>{m.helpdesk_reversal_close_text()}</p>}
          hint={m.helpdesk_cancel_hint()}
          confirmLabel={m.helpdesk_reversal_close()}
          onConfirm={close.mutateAsync}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
