import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { TextField } from "@/ui/form/TextField";
import type { Card } from "@/features/card/types";
import { cardQuery, holderName } from "@/features/counter/card/cards";
import { playFeedback } from "@/features/counter/feedback";
import { scannedCardPath } from "@/features/counter/slot/counterRoutes";

interface PresentDialogProps {
  card: Card;
  /** Called once the customer has shown this card. */
  onPresented: () => void;
  onClose: () => void;
}

/** Asks to scan the card before money leaves it. A clerk who found it in a list has seen only its last four digits. */
export function PresentDialog({ card, onPresented, onClose }: PresentDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  /** A different card that was shown. */
  const [other, setOther] = useState<Card>();
  const input = useRef<HTMLInputElement>(null);
  const profile = useProfile();
  const refuse = (why: string, shown?: Card) => {
    playFeedback("refused");
    setError(why);
    setOther(shown);
    // Select the text, so that the next input replaces it.
    input.current?.focus();
    input.current?.select();
  };
  const lookUp = useMutation({
    mutationFn: (code: string) => call("get", "/api/v1/Cards/codes/{code}", { path: { code } }),
    meta: { showsItsOwnErrors: true },
    onSuccess: (found) => {
      client.setQueryData(cardQuery(found.id).queryKey, found);
      if (found.id === card.id) return onPresented();
      refuse(m.counter_present_other({ number: found.cardNumber, name: holderName(found) }), found);
    },
    onError: (problem) => {
      const isNone = problem instanceof ApiError && problem.errorCode === "INVALID_CODE";
      refuse(isNone ? m.counter_unknown_number() : problem.message);
    },
  });
  const find = (event: FormEvent) => {
    event.preventDefault();
    const code = text.trim();
    if (code === "") return setError(m.form_required({ field: m.counter_code() }));
    if (!lookUp.isPending) lookUp.mutate(code);
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.counter_present_title()}>
      <form onSubmit={find} noValidate className="grid gap-5">
        <p className="text-ink-soft">{m.counter_present_text({ number: card.cardNumber })}</p>
        {/* A scanner types into this field and presses Enter. */}
        <TextField
          ref={input}
          label={m.counter_code()}
          value={text}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputMode="text"
          enterKeyHint="go"
          data-initial-focus=""
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
            setOther(undefined);
          }}
        />
        <div className="grid gap-3">
          <Button type="submit" variant="primary" size="large" isBusy={lookUp.isPending}>
            {m.counter_present_confirm()}
          </Button>
          {other && (
            <LinkButton size="large" to={scannedCardPath(profile, other)}>
              {m.counter_present_open({ number: other.cardNumber })}
            </LinkButton>
          )}
          <LinkButton size="large" to={paths.scanCode()}>
            <Icon name="scan-line" size={22} />
            {m.counter_present_scan()}
          </LinkButton>
        </div>
      </form>
    </Dialog>
  );
}
