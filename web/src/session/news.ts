// Messages of the live channel about one kind of record. They carry only its id; screens fetch the
// data from the server.
import { useEffect, useEffectEvent } from "react";

/** Called without an id after a gap in the connection, when any record may have changed. */
type Listener = (id?: string) => void;

/** Creates the publisher and the hook for messages about one kind of record. */
export function newsOfThings() {
  const listeners = new Set<Listener>();
  return {
    tell: (id?: string): void => listeners.forEach((listener) => listener(id)),
    /** Calls back on each message while the component is mounted. */
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
