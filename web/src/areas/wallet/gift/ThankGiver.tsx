import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useId, useRef, useState } from "react";
import { call } from "@/api/client";
import { thanksInWords, thanksPhrases, type ThanksPhrase } from "@/features/card/thanks";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { giftQuery, type Gift } from "./queries";

const ThanksDialog = lazyPiece(
  async () => (await import("./ThanksDialog")).ThanksDialog,
  ({ onClose }) => onClose(),
);

/** Buttons with which the recipient thanks the giver in one tap or in their own words, or the thanks that they sent. */
export function ThankGiver({ gift, token }: { gift: Gift; token: string }) {
  const { from, thanks, canThank } = gift;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [isWriting, setIsWriting] = useState(false);
  const client = useQueryClient();
  const userId = useProfile()?.userId;
  const send = useMutation({
    mutationFn: (body: { phrase: ThanksPhrase } | { words: string }) =>
      call("post", "/api/v1/Gifts/{token}/thanked", { path: { token }, body }),
    onSuccess: (thanked) => {
      client.setQueryData(giftQuery(token, userId).queryKey, thanked);
      setIsWriting(false);
      // The pressed button disappears.
      title.current?.focus();
    },
    onError: () => client.invalidateQueries({ queryKey: giftQuery(token, userId).queryKey }),
  });
  if (thanks === null && !canThank) return null;
  const phrases = Object.entries(thanksPhrases) as [ThanksPhrase, () => string][];
  return (
    <section aria-labelledby={titleId} className="rounded-panel bg-surface-tint px-6 py-5 print:hidden">
      <h2 id={titleId} ref={title} tabIndex={-1} className="flex items-center gap-2 text-lg wrap-anywhere">
        <Icon name="heart" size={22} className="text-accent" />
        {thanks ? m.gift_thanked({ from }) : m.gift_thank({ from })}
      </h2>
      {thanks ? (
        <p className="mt-2 italic wrap-anywhere whitespace-pre-line">{thanksInWords(thanks)}</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-soft">{m.gift_thank_text({ from })}</p>
          <div className="mt-4 flex flex-wrap gap-2.5">
            {phrases.map(([phrase, text]) => (
              <Button key={phrase} disabled={send.isPending} onClick={() => send.mutate({ phrase })}>
                {text()}
              </Button>
            ))}
            <Button
              variant="quiet"
              aria-haspopup="dialog"
              disabled={send.isPending}
              onClick={() => setIsWriting(true)}
            >
              {m.gift_thank_own()}
            </Button>
          </div>
        </>
      )}
      {isWriting && (
        <Suspense>
          <ThanksDialog
            from={from}
            onSend={(words) => send.mutateAsync({ words })}
            onClose={() => setIsWriting(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
