import { call } from "@/api/client";
import type { ReadPath } from "@/api/reading";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { letterName } from "./eventTexts";
import type { CaseMail } from "./queries";

const UNDELIVERED: readonly ReadPath[] = [
  "/Helpdesk/cases/{kind}/{id}/timeline",
  "/Helpdesk/dead-letters",
  "/Helpdesk/open",
];

/** Actions for an email that was not delivered: retry, or mark it as done. */
export function MailAction({ mail: { id, letter, to, state } }: { mail: CaseMail }) {
  const isBounced = state === "BOUNCED";
  const { mutation } = useSave<void>({
    save: () =>
      isBounced
        ? call("put", "/api/v1/Helpdesk/dead-letters/{id}/closed", { path: { id } })
        : call("post", "/api/v1/Helpdesk/dead-letters/{id}/sent-again", { path: { id } }),
    saved: isBounced ? m.helpdesk_reversal_closed() : m.helpdesk_dead_sent(),
    invalidates: UNDELIVERED,
    // Another administrator may have been faster.
    invalidatesAlways: true,
  });
  const kind = letterName(letter);
  return (
    <Button
      size="small"
      className="mt-1"
      isBusy={mutation.isPending}
      onClick={() => mutation.mutate()}
      aria-label={isBounced ? m.cases_mail_done_one({ kind, to }) : m.helpdesk_dead_again_one({ kind, to })}
    >
      {isBounced ? m.helpdesk_dead_done() : m.helpdesk_dead_again()}
    </Button>
  );
}
