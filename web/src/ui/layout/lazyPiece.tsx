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
import { Button } from "@/ui/form/Button";
import { toast } from "@/ui/overlay/toast";

/** Loads the code of the surrounding piece again. */
const Again = createContext<() => void>(() => undefined);

const reload = () => location.reload();

/**
 * A component whose code is loaded on demand. If loading fails, a note with a retry button takes
 * its place; with `onMissing`, a toast appears and the request is undone, such as by closing the
 * dialog.
 * Some browsers remember a failed import until the page is reloaded. After two failures or a
 * timeout, the button reloads the page.
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
    // Not memoized: React would reuse it for the next failure.
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
