import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/TextField";

interface TypedCodeFormProps {
  isLooking: boolean;
  /** What was no card's. As long as it stands here, it is to be corrected here. */
  unknownCode: string | undefined;
  /** There is no camera: whoever comes here has to type. */
  isOnlyWay: boolean;
  onCode: (code: string) => void;
}

/** The way round a camera: the number on the card or the code, typed by somebody or by a scanner. */
export function TypedCodeForm({ isLooking, unknownCode, isOnlyWay, onCode }: TypedCodeFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOnlyWay) input.current?.focus();
  }, [isOnlyWay]);
  const isScanned = unknownCode !== undefined && text === "";
  // Found, it is on another page. Not found, the next one is typed over it; on a phone the keyboard would cover the camera.
  const typeOver = useEffectEvent((refused: string | undefined) => {
    const wasScanned = refused !== undefined && matchMedia("(pointer: fine)").matches;
    if (text !== "" || wasScanned) {
      input.current?.focus();
      input.current?.select();
    }
  });
  useEffect(() => {
    if (!isLooking) typeOver(unknownCode);
  }, [isLooking, unknownCode]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const code = text.trim();
    if (code === "") return setError(m.form_required({ field: m.counter_code() }));
    if (!isLooking) onCode(code);
  };
  const unknown = () => {
    if (isScanned) return m.counter_unknown_scanned();
    return unknownCode === text.trim() ? m.counter_unknown_number() : undefined;
  };
  return (
    <form onSubmit={find} noValidate className="grid gap-4">
      <TextField
        ref={input}
        label={m.counter_code()}
        hint={m.counter_code_hint()}
        value={text}
        error={error ?? unknown()}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" isBusy={isLooking}>
        {m.counter_find()}
      </Button>
    </form>
  );
}
