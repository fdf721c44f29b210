import { keyClass } from "@/ui/form/keyClass";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { CurrentTill, TillClerk } from "@/features/till/currentTill";

const PinHelp = lazyPiece(
  async () => (await import("./PinHelp")).PinHelp,
  ({ onClose }) => onClose(),
);

const SHAPE = `${keyClass} min-h-[clamp(56px,9.5dvh,76px)]`;
const KEY = `${SHAPE} bg-surface-quiet text-ink`;
const READY = `${SHAPE} bg-action text-action-ink`;
const NOT_READY = `${SHAPE} bg-surface-quiet text-ink-soft`;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const MIN_PIN_LENGTH = 4;
const MAX_PIN_LENGTH = 8;

interface PinPadProps {
  till: CurrentTill;
  clerk: TillClerk;
  onBack: () => void;
}

/** Number pad for the clerk's PIN, which also takes a keyboard. The digits are shown as dots. */
export function PinPad({ till, clerk, onBack }: PinPadProps) {
  const [pin, setPin] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [isHelping, setIsHelping] = useState(false);
  const [ids, navigate] = [useId(), useNavigate()];
  useEffect(() => field.current?.focus(), []);
  const signIn = useMutation({
    mutationFn: async () => {
      const session = await import("@/session/session");
      const { secret, idleMinutes } = till;
      return session.signInByPin({ secret, idleMinutes, personId: clerk.id, pin });
    },
    onSuccess: () => navigate(paths.counter(), { replace: true }),
    onError: () => {
      setPin("");
      field.current?.focus();
    },
    // The error is shown next to the pad.
    meta: { showsItsOwnErrors: true },
  });
  const type = (text: string) => setPin(text.replaceAll(/\D/g, "").slice(0, MAX_PIN_LENGTH));
  const isReady = pin.length >= MIN_PIN_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !signIn.isPending) signIn.mutate();
  };
  const pad = (
    <form
      onSubmit={submit}
      className="grid gap-2 rounded-panel border border-line bg-surface p-[clamp(16px,4vw,24px)]"
    >
      <Button variant="quiet" onClick={onBack} className="-ml-3 justify-self-start">
        <Icon name="arrow-left" size={20} />
        {m.tills_somebody_else()}
      </Button>
      <PageHeading className="text-2xl">{clerk.name}</PageHeading>
      <label htmlFor={`${ids}-pin`} className="text-ink-soft">
        {m.tills_type_pin()}
      </label>
      <input
        ref={field}
        id={`${ids}-pin`}
        type="password"
        inputMode="none"
        autoComplete="off"
        value={pin}
        onChange={(event) => type(event.target.value)}
        aria-describedby={`${ids}-said`}
        aria-invalid={signIn.isError || undefined}
        className="min-h-16 w-full rounded-control border-2 border-line-strong bg-surface text-center text-2xl/normal tracking-[0.4em] text-ink focus:border-focus focus:outline-none aria-[invalid=true]:border-danger"
      />
      <p id={`${ids}-said`} role="status" className="min-h-[3em] text-danger font-semibold">
        {signIn.error instanceof ApiError
          ? signIn.error.errorMessage
          : signIn.error && m.common_error_connection()}
      </p>
      <div className="grid grid-cols-3 gap-2" role="group" aria-label={m.counter_pad()}>
        {DIGITS.map((digit) => (
          <Key key={digit} label={digit} onPress={() => type(pin + digit)} />
        ))}
        <button
          type="button"
          className={KEY}
          aria-label={m.counter_erase()}
          onClick={() => setPin(pin.slice(0, -1))}
        >
          <Icon name="delete" size={28} />
        </button>
        <Key label="0" onPress={() => type(`${pin}0`)} />
        <button
          type="submit"
          className={isReady ? READY : NOT_READY}
          aria-label={m.tills_open()}
          aria-disabled={!isReady || undefined}
          aria-busy={signIn.isPending || undefined}
        >
          <Icon name="check" size={30} />
        </button>
      </div>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsHelping(true)}>
        {m.tills_pin_help()}
      </Button>
    </form>
  );
  // Forms can't be nested, so the dialog is outside this form.
  return (
    <>
      {pad}
      {isHelping && (
        <Suspense>
          <PinHelp till={till} clerk={clerk} onHelped={onBack} onClose={() => setIsHelping(false)} />
        </Suspense>
      )}
    </>
  );
}

function Key({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className={KEY} onClick={onPress}>
      {label}
    </button>
  );
}
