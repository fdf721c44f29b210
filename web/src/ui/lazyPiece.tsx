import {
  createContext,
  lazy,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type FunctionComponent,
} from "react";
import { m } from "@/i18n";
import { loadCode, MissingCode } from "@/lib/missingCode";
import { Button } from "./Button";
import { toast } from "./toast";

/** Asks for the code of the piece around once more. */
const Again = createContext<() => void>(() => undefined);

const reload = () => location.reload();

/**
 * A part of a page whose code is fetched when it is needed. Where that can't be had the page stays as it is: a note with a way to
 * try again stands in its place, or, with `onMissing`, a message says so and what asked for the part is taken back, as closing a
 * dialog does. The next time it is fetched again. Some browsers remember a failure for as long as the page stands: after two of
 * them, or where the line hangs, the way is to load the page again.
 */
export function lazyPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: (props: Props) => void,
): FunctionComponent<Props> {
  let failures = 0;
  let isLate = false;
  const isReloadNeeded = () => isLate || failures > 1;
  const start = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        const piece = await loadCode(load);
        failures = 0;
        return { default: piece };
      } catch (cause) {
        failures += 1;
        isLate = cause instanceof MissingCode && cause.isLate;
        return { default: Missing };
      }
    });
  let latest = start();

  function Missing(props: Props) {
    const again = useContext(Again);
    // Not kept: React takes the note of the next failure for this one.
    const needsReload = isReloadNeeded();
    const giveUp = useEffectEvent(() => {
      latest = start();
      if (!onMissing) return;
      const action = needsReload ? { label: m.common_broken_reload(), onPress: reload } : undefined;
      toast.error(m.common_error_connection(), action);
      onMissing(props);
    });
    useEffect(() => giveUp(), []);
    if (onMissing) return null;
    return (
      <div className="grid justify-items-start gap-3">
        <p role="alert">{m.common_error_connection()}</p>
        <Button size="small" onClick={needsReload ? reload : again}>
          {needsReload ? m.common_broken_reload() : m.catalogue_retry()}
        </Button>
      </div>
    );
  }

  return function LazyPiece(props: Props) {
    const [Piece, setPiece] = useState(() => latest);
    const again = useCallback(() => {
      latest = start();
      setPiece(() => latest);
    }, []);
    return (
      <Again value={again}>
        <Piece {...props} />
      </Again>
    );
  };
}
