import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Button } from "@/ui/Button";
import { Pagination } from "@/ui/Pagination";
import { toast } from "@/ui/toast";
import { FoundTable, type FoundColumn } from "./FoundTable";
import { deadLettersQuery, HELPDESK, type DeadLetter } from "./queries";

function columns(): FoundColumn<DeadLetter>[] {
  return [
    { label: m.helpdesk_dead_kind(), cell: ({ kind }) => kind },
    { label: m.helpdesk_dead_to(), cell: ({ to, about }) => to ?? about ?? "–" },
    {
      label: m.helpdesk_dead_error(),
      cell: ({ lastError }) => <span className="wrap-anywhere">{lastError ?? "–"}</span>,
    },
    {
      label: m.helpdesk_dead_since(),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatMoment(createdAt)}</span>,
    },
  ];
}

function againAction(letter: DeadLetter) {
  return <SendAgain letter={letter} />;
}

/** What was given up: nothing of it is lost, and each can be tried again. */
export function DeadLetters() {
  const [page, setPage] = useState(1);
  const query = useQuery(deadLettersQuery(page));
  const found = query.data;
  return (
    <>
      <FoundTable
        title={m.helpdesk_dead_title()}
        things={found?.items}
        query={query}
        none={m.helpdesk_dead_none()}
        columns={columns()}
        actions={againAction}
      />
      {found && found.totalPages > 1 && (
        <div className="mt-3 flex justify-end">
          <Pagination
            page={page}
            pageCount={found.totalPages}
            onPage={setPage}
            label={m.helpdesk_dead_pages()}
          />
        </div>
      )}
    </>
  );
}

function SendAgain({ letter }: { letter: DeadLetter }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () =>
      call("post", "/api/v1/Helpdesk/dead-letters/{id}/sent-again", { path: { id: letter.id } }),
    onSuccess: () => {
      toast.success(m.helpdesk_dead_sent());
      return client.invalidateQueries({ queryKey: [...HELPDESK, "dead"] });
    },
  });
  return (
    <Button
      size="small"
      isBusy={again.isPending}
      onClick={() => again.mutate()}
      aria-label={m.helpdesk_dead_again_one({
        kind: letter.kind,
        to: letter.to ?? letter.about ?? letter.id,
      })}
    >
      {m.helpdesk_dead_again()}
    </Button>
  );
}
