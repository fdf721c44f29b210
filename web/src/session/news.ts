// What the live channel tells of some kind of thing: it says only which one, and whoever shows it asks the server.
import { useEffect, useEffectEvent } from "react";

/** Without an id: the channel was away for a while, and something may have happened to any. */
type Listener = (id?: string) => void;

/** The news of one kind of thing: told by the channel, heard by screens. */
export function newsOfThings() {
  const listeners = new Set<Listener>();
  return {
    tell: (id?: string): void => listeners.forEach((listener) => listener(id)),
    /** Called whenever something has happened, for as long as the component is there. */
    useNews: (onNews: Listener): void => {
      const tell = useEffectEvent(onNews);
      useEffect(() => {
        const listener: Listener = (id) => tell(id);
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }, []);
    },
  };
}
