import { lazy, useEffect, useEffectEvent, useState, type ComponentType, type FunctionComponent } from "react";
import { m } from "@/i18n";
import { loadCode } from "@/lib/missingCode";
import { toast } from "./toast";

/**
 * A part of a page whose code is fetched when it is needed. Where that can't be had the page stays as it is: a note stands
 * in its place, or, with `onMissing`, a message says so and what asked for the part is taken back, as closing a dialog does.
 * Whoever needs it next begins anew.
 */
export function lazyPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: (props: Props) => void,
): FunctionComponent<Props> {
  const start = (): ComponentType<Props> =>
    lazy(async () => ({ default: await loadCode(load).catch(() => Missing) }));
  let latest = start();

  function Missing(props: Props) {
    const giveUp = useEffectEvent(() => {
      latest = start();
      if (!onMissing) return;
      toast.error(m.common_error_connection());
      onMissing(props);
    });
    useEffect(() => giveUp(), []);
    return onMissing ? null : <p role="alert">{m.common_error_connection()}</p>;
  }

  return function LazyPiece(props: Props) {
    const [Piece] = useState(() => latest);
    return <Piece {...props} />;
  };
}
