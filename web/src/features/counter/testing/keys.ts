// Keyboard events and delayed answers, for tests of the counter.
import { act } from "@testing-library/react";

/** Returns a key event with the given time in milliseconds. */
export function keyAt(key: string, moment: number, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, "timeStamp", { value: moment });
  return event;
}

/** Returns an answer that resolves when the test calls `come`. */
export function lateAnswer() {
  let arrive!: (answer: unknown) => void;
  const given = new Promise<never>((resolve) => (arrive = resolve as typeof arrive));
  return { given, come: (answer: unknown) => act(async () => arrive(answer)) };
}
