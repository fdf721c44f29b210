// Failed emails and background jobs, and emails that bounced.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { type ReadPath } from "@/api/reading";
import { bounceText, letterName } from "@/areas/portal/kit/cases/eventTexts";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { useSave } from "@/areas/portal/kit/useSave";
import type { Card } from "@/features/card/types";
import { CARDS, cardQuery } from "@/features/counter/card/cards";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { RowMenu } from "@/shared/table/RowMenu";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { MenuAction } from "@/ui/rich/ActionMenu";
import { deadLettersQuery, type DeadLetter } from "./queries";
import { failureText, jobText } from "./labels";

const ResendDialog = lazyPiece(
  async () => (await import("@/features/card/ResendDialog")).ResendDialog,
  ({ onClose }) => onClose(),
);

const UNDELIVERED: readonly ReadPath[] = ["/Helpdesk/dead-letters", "/Helpdesk/open"];

function wordsOf({ kind, bounceStatus }: DeadLetter): string {
  return bounceStatus === null ? jobText(kind) : letterName(kind);
}

/** The reason of the failure, and the words of the other system or the program, quoted. */
function Failure({ letter: { reason, lastError, bounceStatus } }: { letter: DeadLetter }) {
  if (bounceStatus !== null) return m.helpdesk_dead_came_back({ why: bounceText(bounceStatus) });
  return (
    <>
      {failureText(reason)}
      {lastError !== null && (
        <span className="mt-1 block max-w-[60ch] text-sm text-ink-soft">
          {m.helpdesk_dead_words()} <q lang="en">{lastError}</q>
        </span>
      )}
    </>
  );
}

const columns: readonly Column<DeadLetter>[] = [
  { id: "kind", label: m.helpdesk_dead_kind, cell: wordsOf },
  { id: "to", label: m.helpdesk_dead_to, cell: (letter) => <Whereabouts letter={letter} /> },
  {
    id: "error",
    label: m.helpdesk_dead_error,
    isLong: true,
    cell: (letter) => (
      <span className="block wrap-anywhere whitespace-normal md:min-w-[36ch]">
        <Failure letter={letter} />
      </span>
    ),
  },
  {
    id: "since",
    label: m.helpdesk_dead_since,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatMoment(createdAt)}</span>,
  },
];

/** Returns the page where an administrator can solve the problem. */
function linkOf({ about, aboutKind }: DeadLetter): { to: string; label: string } | undefined {
  if (about === null) return undefined;
  switch (aboutKind) {
    case "order":
      return { to: adminPaths.order(about), label: m.helpdesk_see_order() };
    case "person":
      return { to: adminPaths.person(about), label: m.helpdesk_see_person() };
    case "vendor":
      return { to: adminPaths.vendor(about), label: m.helpdesk_see_shop() };
    case "charity":
      return { to: adminPaths.charity(about), label: m.helpdesk_see_charity() };
    default:
      return undefined;
  }
}

/** Recipient of an email and its subject; for a job without a page, its id. */
function Whereabouts({ letter }: { letter: DeadLetter }) {
  const originHere = useOriginHere();
  const { to, about, aboutKind, bounceStatus } = letter;
  // Administrators can't change a person's own email address.
  const isCorrectable = aboutKind === "vendor" || aboutKind === "charity";
  const place = linkOf(letter);
  return (
    <>
      {to !== null && <span className="block wrap-anywhere">{to}</span>}
      {place ? (
        <Link to={place.to} state={originHere()}>
          {place.label}
        </Link>
      ) : (
        to === null && <span className="font-mono wrap-anywhere">{about ?? "–"}</span>
      )}
      {bounceStatus !== null && isCorrectable && (
        <span className="block text-sm text-ink-soft">{m.helpdesk_dead_correct()}</span>
      )}
    </>
  );
}

/** List of failed emails and jobs, each with a retry and a way to mark it as done. */
export function DeadLetters() {
  const [page, setPage] = useState(1);
  return (
    <PagedSection
      title={m.helpdesk_dead_title()}
      note={m.helpdesk_dead_text()}
      none={m.helpdesk_dead_none()}
      pagesLabel={m.helpdesk_dead_pages()}
      query={useQuery(deadLettersQuery(page))}
      page={page}
      onPage={setPage}
      columns={columns}
      idOf={({ id }) => id}
      actions={(letter) =>
        letter.bounceStatus === null ? <TryAgain letter={letter} /> : <Bounced letter={letter} />
      }
    />
  );
}

function TryAgain({ letter }: { letter: DeadLetter }) {
  const { id, to, about } = letter;
  const { mutation } = useSave<void>({
    save: () => call("post", "/api/v1/Helpdesk/dead-letters/{id}/sent-again", { path: { id } }),
    saved: m.helpdesk_dead_sent(),
    invalidates: UNDELIVERED,
  });
  return (
    <Button
      size="small"
      isBusy={mutation.isPending}
      onClick={() => mutation.mutate()}
      aria-label={m.helpdesk_dead_again_one({ kind: wordsOf(letter), to: to ?? about ?? id })}
    >
      {m.helpdesk_dead_again()}
    </Button>
  );
}

/**
 * Actions for a bounced email: resend a card to a corrected address, or mark any other email as
 * done.
 */
function Bounced({ letter }: { letter: DeadLetter }) {
  const client = useQueryClient();
  const [card, setCard] = useState<Card>();
  const { id, to, about, aboutKind } = letter;
  const reading = useMutation({
    mutationFn: (cardId: string) => client.fetchQuery(cardQuery(cardId)),
    onSuccess: setCard,
  });
  const { mutation } = useSave<void>({
    save: () => call("put", "/api/v1/Helpdesk/dead-letters/{id}/closed", { path: { id } }),
    saved: m.helpdesk_reversal_closed(),
    invalidates: UNDELIVERED,
  });
  const canBeSent = aboutKind === "card" && about !== null;
  const send: MenuAction = {
    label: m.helpdesk_dead_send(),
    icon: "mail",
    run: () => about !== null && reading.mutate(about),
    isDisabled: reading.isPending,
  };
  const done: MenuAction = {
    label: m.helpdesk_dead_done(),
    icon: "check",
    run: () => mutation.mutate(),
    isDisabled: mutation.isPending,
  };
  return (
    <>
      <RowMenu name={`${wordsOf(letter)}, ${to ?? id}`} actions={canBeSent ? [send, done] : [done]} />
      <Suspense>
        {card && (
          <ResendDialog
            // The email address is known: the administrator corrects it in the dialog.
            gift={card.isGift ? card : { id: card.id, recipientEmail: card.email }}
            isOwn={!card.isGift}
            sender="support"
            invalidates={[...CARDS, ...UNDELIVERED]}
            onClose={() => setCard(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
