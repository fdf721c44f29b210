import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { adminPaths } from "@/adminPaths";
import { Button } from "@/ui/Button";
import { Pagination } from "@/ui/Pagination";
import { toast } from "@/ui/toast";
import { FoundTable, type FoundColumn } from "./FoundTable";
import { useOriginHere } from "./origin";
import { deadLettersQuery, HELPDESK, type DeadLetter } from "./queries";
import { jobWords } from "./words";

function columns(): FoundColumn<DeadLetter>[] {
  return [
    { label: m.helpdesk_dead_kind(), cell: ({ kind }) => jobWords(kind) },
    { label: m.helpdesk_dead_to(), cell: (letter) => <Whereabouts letter={letter} /> },
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

/** To whom a mail was to go; of a job that is no mail, the order that it is about, else its number. */
function Whereabouts({ letter: { to, about } }: { letter: DeadLetter }) {
  const originHere = useOriginHere();
  if (to !== null) return to;
  if (about === null) return "–";
  if (!about.startsWith("ord_")) return <span className="font-mono wrap-anywhere">{about}</span>;
  return (
    <Link to={adminPaths.order(about)} state={originHere()}>
      {m.helpdesk_see_order()}
    </Link>
  );
}

function againAction(letter: DeadLetter) {
  return <SendAgain letter={letter} />;
}

/** What was given up: nothing of it is lost, and each can be tried again. Nothing, as long as all was delivered. */
export function DeadLetters() {
  const [page, setPage] = useState(1);
  const query = useQuery(deadLettersQuery(page));
  const found = query.data;
  if (!found || found.totalItems === 0) return null;
  return (
    <>
      <FoundTable
        title={m.helpdesk_dead_title()}
        things={found.items}
        count={found.totalItems}
        query={query}
        none={m.helpdesk_dead_none()}
        columns={columns()}
        actions={againAction}
      />
      <p className="mt-3 text-sm text-ink-soft">{m.helpdesk_dead_text()}</p>
      {found.totalPages > 1 && (
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
        kind: jobWords(letter.kind),
        to: letter.to ?? letter.about ?? letter.id,
      })}
    >
      {m.helpdesk_dead_again()}
    </Button>
  );
}
