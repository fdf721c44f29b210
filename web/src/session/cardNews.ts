// What happens on the cards that somebody holds or works with, as the live channel tells it. It says only which card: whoever
// shows that card asks the server what has become of it.
import { useEffect, useEffectEvent } from "react";

/** Without a card: the channel was away for a while, and something may have happened on any. */
type Listener = (cardId?: string) => void;

const listeners = new Set<Listener>();

/** For the live channel only. */
export function tellCardNews(cardId?: string): void {
  listeners.forEach((listener) => listener(cardId));
}

/** Called whenever something has happened on a card of the person at the screen, for as long as the component is there. */
export function useCardNews(onNews: Listener): void {
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    const listener: Listener = (cardId) => tell(cardId);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
